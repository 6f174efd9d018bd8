package io.ctxeval.run;

import io.ctxeval.dataset.Origin;
import io.ctxeval.report.TextPolicy;
import io.ctxeval.report.WorstEntry;
import io.ctxeval.sample.RagSample;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.Metadata;
import io.ctxeval.score.Metric;
import io.ctxeval.score.Score.Scored;
import io.ctxeval.score.SufficiencyMetadata;
import io.ctxeval.score.TraceFindings;
import io.ctxeval.score.TraceMetric;
import io.ctxeval.score.WasteMetadata;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.WorstKey;
import io.ctxeval.summary.WorstTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Offers rows to the table of worst rows, for the whole and for the row's group; an entry is made only for a row that gets in. */
final class WorstOffers {
    private final List<Metric> metrics;
    private final List<String> groupBy;
    private final @Nullable String judge;
    private final TextPolicy policy;

    WorstOffers(List<Metric> metrics, List<String> groupBy, @Nullable String judge, TextPolicy policy) {
        this.metrics = metrics;
        this.groupBy = groupBy;
        this.judge = judge;
        this.policy = policy;
    }

    void offer(ScoredRow row, WorstTable worst) {
        GroupKey group = GroupKey.of(groupBy, row.record().dimensions());
        Origin origin = row.record().origin();
        for (int i = 0; i < metrics.size(); i++) {
            Metric metric = metrics.get(i);
            if (row.scores().get(i) instanceof Scored scored && metric.scale().bounded()) {
                WorstKey key = WorstKey.of(
                        metric.scale(),
                        scored.value(),
                        row.record().sampleId(),
                        origin.input(),
                        origin.file(),
                        origin.position());
                worst.offer(GroupKey.WHOLE, i, key, () -> entry(row, metric, scored, GroupKey.WHOLE));
                if (!group.isWhole()) {
                    worst.offer(group, i, key, () -> entry(row, metric, scored, group));
                }
            }
        }
    }

    private String entry(ScoredRow row, Metric metric, Scored scored, GroupKey group) {
        RagSample sample = metric instanceof TraceMetric ? null : row.record().sample();
        List<String> details = details(row, metric, scored.metadata());
        return new WorstEntry(
                        group.text(),
                        metric.id(),
                        row.record().sampleId(),
                        row.record().origin().file(),
                        row.record().origin().position(),
                        scored.value(),
                        metric instanceof JudgedMetric ? judge : null,
                        scored.reason(),
                        details,
                        details.size(),
                        sample == null ? null : sample.input(),
                        sample == null ? null : sample.output(),
                        0)
                .under(policy)
                .toJson();
    }

    /** What was missing or wasted, in words. */
    private static List<String> details(ScoredRow row, Metric metric, @Nullable Metadata metadata) {
        if (metadata instanceof WasteMetadata waste) {
            return wasted(waste);
        }
        if (metadata instanceof SufficiencyMetadata sufficiency) {
            return sufficiency.missingDetails();
        }
        TraceFindings trace = row.trace();
        return metric instanceof TraceMetric && trace != null ? lost(metric, trace) : List.of();
    }

    private static List<String> wasted(WasteMetadata waste) {
        List<String> details = new ArrayList<>();
        waste.unusedChunks().forEach(id -> details.add("chunk " + id + " is not used"));
        waste.context().groups().forEach(group -> details.add("chunks " + numbers(group) + " say the same"));
        waste.context()
                .pairs()
                .forEach(pair -> details.add(
                        "chunks " + pair.a() + " and " + pair.b() + " contradict each other: " + pair.reason()));
        return details;
    }

    private static String numbers(List<Integer> ids) {
        return String.join(", ", ids.stream().map(String::valueOf).toList());
    }

    private static List<String> lost(Metric metric, TraceFindings trace) {
        List<String> details = new ArrayList<>();
        if (!metric.id().equals("budget")) {
            trace.pairs().stream()
                    .filter(TraceFindings.HandoffPair::contentLossDetected)
                    .forEach(pair ->
                            details.add(pair.fromAgent() + " to " + pair.toAgent() + ": " + pair.lostContentSummary()));
        }
        if (!metric.id().equals("handoff")) {
            trace.entries().stream()
                    .filter(entry -> !entry.withinBudget())
                    .forEach(entry -> details.add(entry.agentName() + ": " + entry.reasoning()));
        }
        return details;
    }
}
