package io.ctxeval.run;

import io.ctxeval.dataset.InputRefused;
import io.ctxeval.dataset.InputReport;
import io.ctxeval.dataset.Inputs;
import io.ctxeval.dataset.mapping.RowKind;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.Nearest;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.Threshold;
import io.ctxeval.score.Field;
import io.ctxeval.score.Metric;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.MissingFields;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/** What is settled between a plan and its inputs before any job: which metrics, which columns, which gates. */
final class Preparation {
    private static final int COLUMNS_TOLD = 20;

    private Preparation() {}

    /**
     * The metrics that a plan's inputs allow.
     *
     * @throws PlanRefused if a metric, a group column or a threshold that somebody named can't be had
     * @throws InputRefused if there is no row, or nothing that any metric needs
     */
    static MetricSelection select(EvaluationPlan plan, Inputs inputs) throws PlanRefused {
        if (inputs.reports().stream().allMatch(report -> report.previewed() == 0)) {
            throw new InputRefused("no rows in " + names(inputs) + ": nothing to evaluate", null);
        }
        refuseUnretrieved(inputs);
        boolean judged = JudgeChoice.of(plan.judge().kind()) != JudgeChoice.NONE;
        MetricSelection selection = MetricSelection.of(
                MetricCatalog.standard(plan.scoring()), plan.metrics(), judged, filled(plan, inputs));
        refuseMissingColumns(plan, inputs);
        refuseClashes(plan, selection);
        refuseVoidGates(plan, selection);
        if (selection.metrics().isEmpty()) {
            List<String> problems = new ArrayList<>();
            problems.add(
                    "no metric can be computed from " + names(inputs)
                            + ": no row of the first 1,000 has what any of them needs; see ctxeval inspect and ctxeval metrics");
            problems.addAll(LostRows.told(inputs));
            throw new InputRefused(problems);
        }
        return selection;
    }

    /** Labels, queries and documents belong to what was retrieved; by themselves they are no samples. */
    private static void refuseUnretrieved(Inputs inputs) throws PlanRefused {
        List<InputReport> reports = inputs.reports();
        boolean retrieved = reports.stream().anyMatch(report -> report.kind().equals(RowKind.RUN.label()));
        List<String> problems = new ArrayList<>();
        for (InputReport report : reports) {
            boolean part = report.kind().equals(RowKind.QRELS.label())
                    || report.kind().equals(RowKind.QUERIES.label())
                    || report.kind().equals(RowKind.CORPUS.label());
            if (part && !retrieved) {
                problems.add("inputs[" + report.input() + "]: " + report.path() + " is read as " + report.kind()
                        + " (preset " + report.preset() + "), which belongs to a run, and no input is one: add the file"
                        + " that says what was retrieved (lines of query, Q0, document, rank, score and run, or"
                        + " kind: run)");
            }
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
    }

    private static Set<Field> filled(EvaluationPlan plan, Inputs inputs) {
        Set<Field> filled = EnumSet.noneOf(Field.class);
        inputs.reports().forEach(report -> filled.addAll(report.filled()));
        if (!plan.traceDefaults().budgets().isEmpty() && filled.contains(Field.TRACE_EVENTS)) {
            filled.add(Field.BUDGET_LEDGER);
        }
        return filled;
    }

    /** The fields that the inputs lack, with the metrics that need them. */
    static MissingFields missing(EvaluationPlan plan, Inputs inputs) {
        return MissingFields.of(MetricCatalog.standard(plan.scoring()), plan.metrics(), filled(plan, inputs));
    }

    /** A column that somebody groups by and no input has would make one group of everything, which nobody asked for. */
    private static void refuseMissingColumns(EvaluationPlan plan, Inputs inputs) throws PlanRefused {
        Set<String> columns = new LinkedHashSet<>();
        inputs.reports().forEach(report -> columns.addAll(report.columns()));
        List<String> problems = new ArrayList<>();
        for (String name : plan.namedDimensions()) {
            if (inputs.reports().stream().allMatch(report -> report.missing().contains(name))) {
                String nearest = Nearest.of(name, columns);
                String key = plan.groupBy().contains(name)
                        ? "group-by: "
                        : name.equals(plan.compare().by()) ? "compare.by: " : "judge.sample.by: ";
                problems.add(key + name + "; no record of the first 1,000 of "
                        + names(inputs) + " has such a column"
                        + (nearest == null ? "." : "; did you mean " + nearest + "?")
                        + " There are " + first(columns)
                        + ". A column under another name or inside another is mapped by"
                        + " fields." + name + "=PATH");
            }
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
    }

    private static String first(Set<String> columns) {
        String some = columns.stream().limit(COLUMNS_TOLD).collect(Collectors.joining(", "));
        return columns.size() > COLUMNS_TOLD ? some + " and " + (columns.size() - COLUMNS_TOLD) + " more" : some;
    }

    /** A group column stands in scores/ beside the columns that are always there. */
    private static void refuseClashes(EvaluationPlan plan, MetricSelection selection) throws PlanRefused {
        List<String> problems = new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>(plan.groupBy());
        columns.addAll(plan.gateGroups());
        columns.add(plan.compare().by());
        for (String column : columns) {
            RowTables.clashOf(selection.metrics(), column)
                    .ifPresent(name -> problems.add((isGroup(plan, column) ? "group-by: " : "compare.by: ") + column
                            + "; scores/ has a column " + name + " of its own: map it to another name (fields.my_"
                            + column + "=" + column + ")"));
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
    }

    private static boolean isGroup(EvaluationPlan plan, String column) {
        return plan.groupBy().contains(column) || plan.gateGroups().contains(column);
    }

    /** A threshold that somebody set is never skipped in silence; one of the defaults goes with its metric. */
    private static void refuseVoidGates(EvaluationPlan plan, MetricSelection selection) throws PlanRefused {
        List<String> problems = new ArrayList<>();
        selection.leftOut().forEach((metric, reason) -> {
            Threshold threshold = plan.thresholds().get(metric);
            if (threshold != null && !Threshold.isDefault(threshold)) {
                problems.add("thresholds." + metric + ": can't be checked: " + reason);
            }
        });
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
    }

    static String names(Inputs inputs) {
        return String.join(
                ", ", inputs.reports().stream().map(report -> report.path()).toList());
    }

    static ScoringPlan scoringPlan(JudgedPlan judged, MetricSelection selection, RunFolder folder, SparkSession spark) {
        return new ScoringPlan(
                judged.run(),
                selection.metrics().stream().map(Metric::id).toList(),
                judged.standsIn() ? judged.asked().judge().kind() : null,
                folder.written().toString(),
                folder.work().toString(),
                configuration(spark));
    }

    /** Hadoop's configuration, as tasks get it. */
    static Broadcast<SerializableConfiguration> configuration(SparkSession spark) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        return context.broadcast(new SerializableConfiguration(context.hadoopConfiguration()));
    }
}
