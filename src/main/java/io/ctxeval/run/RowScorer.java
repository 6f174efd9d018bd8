package io.ctxeval.run;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.Metric;
import io.ctxeval.score.SampleFeatures;
import io.ctxeval.score.SampleMetric;
import io.ctxeval.score.Score;
import io.ctxeval.score.TraceFindings;
import io.ctxeval.score.TraceMetric;
import io.ctxeval.score.TraceScorer;
import io.ctxeval.score.Workbench;
import io.ctxeval.trace.AgentTrace;
import io.ctxeval.trace.TraceDefaults;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scores one record with every metric of a run, asking the built-in judge on the way. One instance serves one task: its scorers
 * reuse buffers.
 */
final class RowScorer {
    private static final Score NO_SAMPLE = Score.notApplicable("not a RAG sample");
    private static final Score NO_TRACE = Score.notApplicable("not an agent trace");

    private final List<Metric> metrics;
    private final TraceDefaults traceDefaults;
    private final TraceScorer traces = new TraceScorer();
    private final Workbench bench;
    private final Judgements judgements;

    /**
     * A scorer with buffers of its own.
     *
     * @param bench the metrics may count tokens by it
     */
    RowScorer(List<Metric> metrics, Workbench bench, TraceDefaults traceDefaults, Judgements judgements) {
        this.metrics = List.copyOf(metrics);
        this.bench = bench;
        this.traceDefaults = traceDefaults;
        this.judgements = judgements;
    }

    /**
     * All scores of a record that can be given now, one for each metric in their order.
     *
     * @param asked receives the questions that the judge answered for this row
     * @throws io.ctxeval.json.MalformedJson if the trace's events or ledger are no JSON
     */
    StagedRow score(CanonicalRecord record, List<ScoredRow.Asked> asked) {
        AgentTrace trace = record.trace();
        TraceFindings findings = trace == null ? null : traces.score(trace, traceDefaults);
        SampleFeatures features = record.sample() == null ? null : bench.featuresOf(record.sample());
        List<@Nullable Score> scores = new ArrayList<>(metrics.size());
        for (Metric metric : metrics) {
            scores.add(scoreOf(metric, findings, features, asked));
        }
        return new StagedRow(record.withoutTraceTexts(), scores, findings);
    }

    private @Nullable Score scoreOf(
            Metric metric,
            @Nullable TraceFindings findings,
            @Nullable SampleFeatures features,
            List<ScoredRow.Asked> asked) {
        if (metric instanceof TraceMetric traceMetric) {
            return findings == null ? NO_TRACE : traceMetric.score(findings);
        }
        if (features == null) {
            return NO_SAMPLE;
        }
        if (metric instanceof SampleMetric sampleMetric) {
            return sampleMetric.score(features);
        }
        return judgements.score((JudgedMetric) metric, features.sample(), asked);
    }
}
