package io.ctxeval.score;

/** A metric of an agent trace, read off what one walk over the trace found. */
public non-sealed interface TraceMetric extends Metric {
    Score score(TraceFindings trace);
}
