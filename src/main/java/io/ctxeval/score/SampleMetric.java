package io.ctxeval.score;

/** A deterministic metric of a RAG sample. */
public non-sealed interface SampleMetric extends Metric {
    /** Pure: equal samples give equal scores. Never throws for a value of the data: that is an {@link Score.Unscored}. */
    Score score(SampleFeatures sample);
}
