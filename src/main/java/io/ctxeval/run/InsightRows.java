package io.ctxeval.run;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.Origin;
import io.ctxeval.insight.Insights;
import io.ctxeval.insight.JudgedList;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.score.ContextSufficiency;
import io.ctxeval.score.ContextWaste;
import io.ctxeval.score.Metadata;
import io.ctxeval.score.Scale;
import io.ctxeval.score.Score.Scored;
import io.ctxeval.score.SufficiencyMetadata;
import io.ctxeval.score.TraceFindings;
import io.ctxeval.score.WasteMetadata;
import io.ctxeval.summary.WorstKey;
import io.ctxeval.text.Tokenizer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands scored rows to the state behind {@code ranks} and {@code flows}: judged lists and hand-offs. */
final class InsightRows {
    private final int waste;
    private final int sufficiency;
    private final String tokenizer;

    /**
     * What a task needs for its rows.
     *
     * @param metricIds of the run, in their order
     * @param tokenizer the name of the run's tokenizer
     */
    InsightRows(List<String> metricIds, String tokenizer) {
        waste = metricIds.indexOf(ContextWaste.ID);
        sufficiency = metricIds.indexOf(ContextSufficiency.ID);
        this.tokenizer = tokenizer;
    }

    void add(ScoredRow row, Insights insights) {
        CanonicalRecord record = row.record();
        JudgedList list = judged(row);
        if (list != null) {
            insights.add(record.dimensions(), list);
        }
        TraceFindings trace = row.trace();
        if (trace != null) {
            Origin origin = record.origin();
            insights.add(
                    record.dimensions(),
                    trace.pairs(),
                    pair -> WorstKey.of(
                            Scale.TEN,
                            pair.contextPassedScore(),
                            record.sampleId(),
                            origin.input(),
                            origin.file(),
                            origin.position()));
        }
    }

    private @Nullable JudgedList judged(ScoredRow row) {
        RagSample sample = row.record().sample();
        Metadata wasted = evidence(row, waste);
        Metadata sufficed = evidence(row, sufficiency);
        if (sample == null
                || (wasted == null && sufficed == null)
                || !(sample.context() instanceof RetrievedContext.Chunks context)) {
            return null;
        }
        return JudgedList.of(
                context.chunks(),
                (WasteMetadata) wasted,
                (SufficiencyMetadata) sufficed,
                text -> Tokenizer.named(tokenizer).count(text));
    }

    private static @Nullable Metadata evidence(ScoredRow row, int metric) {
        return metric >= 0 && row.scores().get(metric) instanceof Scored scored ? scored.metadata() : null;
    }
}
