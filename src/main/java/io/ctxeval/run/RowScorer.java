package io.ctxeval.run;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.judge.Interview;
import io.ctxeval.judge.Judge;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.JudgedMetric.Answered;
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
    private final @Nullable Judge judge;

    /**
     * A scorer with buffers of its own.
     *
     * @param bench the metrics may count tokens by it
     * @param judge null: a row's own judgement is taken ({@code judge.kind: given})
     */
    RowScorer(List<Metric> metrics, Workbench bench, TraceDefaults traceDefaults, @Nullable Judge judge) {
        this.metrics = List.copyOf(metrics);
        this.bench = bench;
        this.traceDefaults = traceDefaults;
        this.judge = judge;
    }

    List<Metric> metrics() {
        return metrics;
    }

    /**
     * All scores of a record, one for each metric in their order.
     *
     * @throws io.ctxeval.json.MalformedJson if the trace's events or ledger are no JSON
     */
    ScoredRow score(CanonicalRecord record) {
        AgentTrace trace = record.trace();
        TraceFindings findings = trace == null ? null : traces.score(trace, traceDefaults);
        SampleFeatures features = record.sample() == null ? null : bench.featuresOf(record.sample());
        List<Score> scores = new ArrayList<>(metrics.size());
        List<ScoredRow.Asked> asked = new ArrayList<>();
        for (Metric metric : metrics) {
            scores.add(scoreOf(metric, findings, features, asked));
        }
        return new ScoredRow(record, scores, findings, asked);
    }

    private Score scoreOf(
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
        JudgedMetric judged = (JudgedMetric) metric;
        return judge == null ? judged.given(features.sample()) : ask(judge, judged, features, asked);
    }

    private static Score ask(Judge judge, JudgedMetric metric, SampleFeatures features, List<ScoredRow.Asked> asked) {
        Interview interview = Interview.conduct(metric, features.sample(), judge);
        for (Answered answered : interview.answered()) {
            asked.add(new ScoredRow.Asked(metric.id(), judge.name(), answered));
        }
        return interview.score();
    }
}
