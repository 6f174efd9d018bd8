package io.ctxeval.run;

import io.ctxeval.calibrate.Calibration;
import io.ctxeval.calibrate.CalibrationSettings;
import io.ctxeval.calibrate.CalibrationStudy;
import io.ctxeval.calibrate.HumanLabels;
import io.ctxeval.calibrate.JudgedRow;
import io.ctxeval.calibrate.LabelledRow;
import io.ctxeval.calibrate.Stability;
import io.ctxeval.dataset.InputRefused;
import io.ctxeval.plan.CalibrationRequest;
import io.ctxeval.plan.Nearest;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.score.ContextSufficiency;
import io.ctxeval.score.ContextWaste;
import io.ctxeval.score.Counted;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.table.Storage;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;

/** Puts a published run beside human labels. Writes nothing and calls nobody. */
public final class CalibrationRun {
    private static final List<String> JUDGED = List.of(ContextSufficiency.ID, ContextWaste.ID);

    /** Repeats are looked at on so many rows, by a seeded digest. */
    private static final int MOST_REPEATED = 10_000;

    private static final int MOST_PROBLEMS = 5;

    private final CalibrationRequest request;
    private final PrintWriter err;

    /**
     * A calibration that was asked for.
     *
     * @param err for notes
     */
    public CalibrationRun(CalibrationRequest request, PrintWriter err) {
        this.request = request;
        this.err = err;
    }

    /**
     * Calibrates.
     *
     * @throws PlanRefused if what is asked for can't be had of the run
     * @throws InputRefused if the labels can't be read, or aren't about the run
     */
    public Calibration execute() throws PlanRefused {
        try (RunSpark spark = RunSpark.open("calibrate", false)) {
            Storage storage = new Storage(spark.session().sparkContext().hadoopConfiguration());
            StoredRun run = StoredRun.open(storage, spark.session(), request.run(), request.by(), null);
            PlainTable table = PlainTable.open(
                    storage, spark.session(), request.labels(), "is no table of labels (.csv, .jsonl or .parquet)");
            LabelFile file = new LabelFile(request.labels(), table, request.by());
            file.notes().forEach(note -> err.println("note: " + note));
            List<HumanLabels> labels = file.rows();
            String scoreOf = scoreOf(run, labels);
            StoredVerdicts verdicts =
                    new StoredVerdicts(spark.session(), run.folder(), run.plan().rows(), request.by(), scoreOf);
            List<LabelledRow> rows = joined(labels, verdicts);
            Calibration calibration =
                    calibration(run, labels, rows, verdicts, scoreOf, stability(storage, spark.session(), run));
            err.flush();
            return calibration;
        }
    }

    /** The metric that the label score is about; null without such a label. */
    private @Nullable String scoreOf(StoredRun run, List<HumanLabels> labels) throws PlanRefused {
        Map<String, MetricRule> rules = run.rules();
        String asked = request.scoreOf();
        if (asked != null && !rules.containsKey(asked)) {
            throw new PlanRefused(List.of(
                    "--score-of: " + asked + "; the run has " + rules.keySet() + Nearest.hint(asked, rules.keySet())));
        }
        if (labels.stream().allMatch(row -> row.score() == null)) {
            return null;
        }
        List<String> judged = JUDGED.stream().filter(rules::containsKey).toList();
        if (asked == null && judged.size() != 1) {
            throw new PlanRefused(List.of("--score-of: is missing; which metric is the label score about? The run has "
                    + (judged.isEmpty() ? rules.keySet() : judged)));
        }
        String metric = asked == null ? judged.get(0) : asked;
        MetricRule rule = Objects.requireNonNull(rules.get(metric));
        LabelFile.refuseProblems(labels.stream()
                .filter(row -> row.score() != null
                        && !(row.score() >= rule.scale().least()
                                && row.score() <= rule.scale().most()))
                .map(row -> row.place() + ", score: " + row.score() + "; must be on the scale of " + metric + ", "
                        + rule.scale().least() + " to " + rule.scale().most())
                .toList());
        return metric;
    }

    private List<LabelledRow> joined(List<HumanLabels> labels, StoredVerdicts verdicts) throws PlanRefused {
        Set<String> ids = labels.stream().map(HumanLabels::sampleId).collect(Collectors.toSet());
        Map<String, List<JudgedRow>> rowsById = new HashMap<>();
        for (JudgedRow row : verdicts.rows(ids)) {
            rowsById.computeIfAbsent(row.sampleId(), id -> new ArrayList<>()).add(row);
        }
        List<LabelledRow> rows = new ArrayList<>();
        List<String> ambiguous = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        IdentityHashMap<JudgedRow, String> labelled = new IdentityHashMap<>();
        for (HumanLabels label : labels) {
            List<JudgedRow> found = rowsById.getOrDefault(label.sampleId(), List.of()).stream()
                    .filter(row -> label.version() == null || label.version().equals(row.version()))
                    .toList();
            if (found.size() > 1) {
                ambiguous.add(ambiguity(label, found));
            } else if (found.size() == 1) {
                String earlier = labelled.putIfAbsent(found.get(0), label.place());
                if (earlier != null) {
                    problems.add(label.place() + ", sample_id: " + label.sampleId() + " has labels already, in "
                            + earlier + ", with and without its " + request.by());
                }
                problems.addAll(label.problems(found.get(0)));
                rows.add(new LabelledRow(label, found.get(0)));
            }
        }
        if (!ambiguous.isEmpty()) {
            throw new PlanRefused(ambiguous.subList(0, Math.min(MOST_PROBLEMS, ambiguous.size())));
        }
        LabelFile.refuseProblems(problems);
        if (rows.isEmpty()) {
            throw new InputRefused(
                    request.labels() + ": none of its " + Counted.of(labels.size(), "labelled sample") + " is in "
                            + request.run()
                            + " (the first is " + labels.get(0).sampleId()
                            + "); scores/ there has the ids, and sample_id_derived where the inputs gave none: name"
                            + " their column with fields.sample_id when evaluating",
                    null);
        }
        return rows;
    }

    private String ambiguity(HumanLabels label, List<JudgedRow> found) {
        Set<String> versions =
                found.stream().map(row -> String.valueOf(row.version())).collect(Collectors.toCollection(TreeSet::new));
        String what = label.place() + ", sample_id: the run has " + found.size() + " rows of " + label.sampleId();
        return versions.size() == found.size()
                ? what + " (" + request.by() + ": " + String.join(", ", versions) + "); say which in a column "
                        + request.by() + " of the labels"
                : what + ", which the labels can't tell apart";
    }

    private Calibration calibration(
            StoredRun run,
            List<HumanLabels> labels,
            List<LabelledRow> rows,
            StoredVerdicts verdicts,
            @Nullable String scoreOf,
            List<Stability> stability) {
        CalibrationSettings settings = CalibrationSettings.of(request.seed(), request.targetPrecision());
        CalibrationStudy study = new CalibrationStudy(settings, rows);
        Set<String> versions = labels.stream()
                .map(HumanLabels::version)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
        MetricRule sufficiency = ruleOf(run, ContextSufficiency.ID, labels, HumanLabels::sufficient, "sufficient");
        MetricRule aspects = ruleOf(run, ContextSufficiency.ID, labels, HumanLabels::aspects, "aspects");
        MetricRule used = ruleOf(run, ContextWaste.ID, labels, HumanLabels::used, "used");
        MetricRule groups = ruleOf(run, ContextWaste.ID, labels, HumanLabels::redundantGroups, "redundant_groups");
        MetricRule pairs = ruleOf(run, ContextWaste.ID, labels, HumanLabels::contradictoryPairs, "contradictory_pairs");
        MetricRule score = scoreOf == null ? null : run.rules().get(scoreOf);
        return new Calibration(
                run.report().manifest().runId(),
                run.report().manifest().judge().model(),
                settings,
                labels.size(),
                labels.size() - rows.size(),
                List.copyOf(versions),
                Stream.of(
                                sufficiency == null
                                        ? null
                                        : study.sufficient(sufficiency, verdicts.passes(sufficiency, versions)),
                                used == null ? null : study.used(used),
                                groups == null ? null : study.redundant(groups),
                                pairs == null ? null : study.contradictory(pairs))
                        .flatMap(Stream::ofNullable)
                        .toList(),
                aspects == null ? null : study.aspects(aspects),
                score == null ? null : study.score(score, verdicts.mean(score.metric(), versions)),
                stability);
    }

    /** The rule of the metric that a label is about; null where nobody gave the label or the run lacks the metric. */
    private @Nullable MetricRule ruleOf(
            StoredRun run,
            String metric,
            List<HumanLabels> labels,
            Function<HumanLabels, @Nullable Object> label,
            String name) {
        if (labels.stream().allMatch(row -> label.apply(row) == null)) {
            return null;
        }
        MetricRule rule = run.rules().get(metric);
        if (rule == null) {
            err.println("note: the label " + name + " is left out: the run has no " + metric);
        }
        return rule;
    }

    private List<Stability> stability(Storage storage, SparkSession spark, StoredRun run) throws PlanRefused {
        if (request.repeats().isEmpty()) {
            return List.of();
        }
        List<StoredRun> runs = new ArrayList<>(List.of(run));
        for (String folder : request.repeats()) {
            runs.add(StoredRun.open(storage, spark, folder, request.by(), null));
        }
        requireIdsOnce(spark, runs);
        List<Stability> stability = new ArrayList<>();
        for (String metric : JUDGED) {
            MetricRule rule = run.rules().get(metric);
            if (rule != null && runs.stream().allMatch(each -> each.rules().containsKey(metric))) {
                stability.add(Stability.of(rule, runs.size(), repeatedScores(spark, runs, metric)));
            }
        }
        if (stability.stream().allMatch(metric -> metric.rows() == 0)) {
            throw new PlanRefused(List.of("--repeat: " + String.join(", ", request.repeats())
                    + "; no row has a score in "
                    + (runs.size() == 2 ? "both this run" : "each of these runs") + " and " + request.run()
                    + " (the same sample_id and " + request.by() + ", and a judged metric that both have): a repeat is"
                    + " a run that judged the same rows again"));
        }
        return stability;
    }

    /** Rows of one id can't be told apart: each would be paired with each. */
    private void requireIdsOnce(SparkSession spark, List<StoredRun> runs) throws PlanRefused {
        List<String> problems = new ArrayList<>();
        for (StoredRun run : runs) {
            new StoredVerdicts(spark, run.folder(), run.plan().rows(), request.by(), null)
                    .repeatedId()
                    .ifPresent(id -> problems.add("--repeat: " + run.folder() + " has " + id
                            + "; rows of one sample_id can't be told apart from run to run: give each its own"));
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
    }

    private List<double[]> repeatedScores(SparkSession spark, List<StoredRun> runs, String metric) {
        Dataset<Row> joined = null;
        for (int i = 0; i < runs.size(); i++) {
            StoredRun run = runs.get(i);
            Dataset<Row> scores = new StoredVerdicts(
                            spark, run.folder(), run.plan().rows(), request.by(), null)
                    .keyedScores(metric)
                    .withColumnRenamed("score", "score_" + i);
            joined = joined == null ? scores : joined.join(scores, new String[] {"id", "version"});
        }
        return Objects.requireNonNull(joined)
                .orderBy(functions.expr("xxhash64(id, version, " + request.seed() + "L)"))
                .limit(MOST_REPEATED)
                .collectAsList()
                .stream()
                .map(row -> scores(row, runs.size()))
                .toList();
    }

    private static double[] scores(Row row, int runs) {
        double[] scores = new double[runs];
        for (int i = 0; i < runs; i++) {
            scores[i] = row.getDouble(2 + i);
        }
        return scores;
    }
}
