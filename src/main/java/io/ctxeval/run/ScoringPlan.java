package io.ctxeval.run;

import io.ctxeval.insight.Insights;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.report.TextPolicy;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.Metric;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.Workbench;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.summary.RunState;
import io.ctxeval.summary.WorstTable;
import io.ctxeval.table.Storage;
import io.ctxeval.table.TableFormat;
import io.ctxeval.text.Tokenizer;
import java.io.Serializable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of the scoring pass need to know; travels with them.
 *
 * @param metricIds of the run, in the catalog's order
 * @param insteadOf the judge that was asked for, where another one stands in
 * @param written the folder for table files
 * @param worked the folder for files that only the run itself reads
 * @param configuration Hadoop's, sent to an executor once: packed for every stage and unpacked for every task it took an eighth of a small judged run
 */
record ScoringPlan(
        EvaluationPlan plan,
        List<String> metricIds,
        @Nullable String insteadOf,
        String written,
        String worked,
        Broadcast<SerializableConfiguration> configuration)
        implements Serializable {
    /** Rows kept in worst.jsonl per metric and group. */
    private static final int WORST_ROWS = 5;

    /** Code points kept of a text in worst.jsonl and rejected/. */
    private static final int TEXT_LIMIT = 400;

    List<Metric> metrics() {
        return ofThisRun(MetricCatalog.standard(plan.scoring()));
    }

    private List<Metric> ofThisRun(MetricCatalog catalog) {
        return catalog.all().stream()
                .filter(metric -> metricIds.contains(metric.id()))
                .toList();
    }

    JudgeChoice judge() {
        return JudgeChoice.of(plan.judge().kind());
    }

    /** The name beside scores of judged metrics; null where nobody judges. */
    @Nullable String judgeName() {
        return judge().judgeName();
    }

    RowScorer scorer() {
        Workbench bench = new Workbench(Tokenizer.named(plan.scoring().tokenizer()));
        List<Metric> metrics = ofThisRun(MetricCatalog.standard(plan.scoring(), bench::tokensOf));
        // Where nothing is judged, no judge is loaded: its library may be missing.
        boolean judged = metrics.stream().anyMatch(JudgedMetric.class::isInstance);
        Judgements judgements = judged ? judge().judgements(insteadOf) : Judgements.none();
        return new RowScorer(metrics, bench, plan.traceDefaults(), judgements);
    }

    SampleRule.Strata strata() {
        return SampleRule.Strata.of(plan.judge().sample());
    }

    /** The folder for rows that wait for a judge. */
    Path staging() {
        return new Path(work(), "staged");
    }

    /** The dimensions by which anything is grouped. */
    List<String> groupColumns() {
        Set<String> columns = new LinkedHashSet<>(plan.groupBy());
        columns.addAll(plan.gateGroups());
        return List.copyOf(columns);
    }

    /** The dimensions that are columns of {@code scores/}: those by which anything is grouped or compared. */
    private List<String> scoreColumns() {
        Set<String> columns = new LinkedHashSet<>(groupColumns());
        columns.add(plan.compare().by());
        return List.copyOf(columns);
    }

    RowTables tables() {
        return new RowTables(metrics(), scoreColumns());
    }

    /** One rule a metric, in their order. */
    List<MetricRule> rules() {
        return metrics().stream()
                .map(metric -> MetricRule.of(
                        metric, plan.judge().kind(), plan.thresholds().get(metric.id())))
                .toList();
    }

    /** For texts that stand outside the row tables. */
    TextPolicy texts() {
        return new TextPolicy(plan.privacyTexts(), TEXT_LIMIT);
    }

    PartState emptyState() {
        return new PartState(
                new RunState(rules(), plan.groupBy(), plan.gateGroups()),
                new WorstTable(metricIds.size(), WORST_ROWS),
                new Insights(groupColumns()));
    }

    Storage storage() {
        return new Storage(configuration.value().value());
    }

    Path folder() {
        return new Path(written);
    }

    Path work() {
        return new Path(worked);
    }

    TableFormat format() {
        return TableFormat.valueOf(plan.rows().name());
    }
}
