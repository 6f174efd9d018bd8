package io.ctxeval.run;

import io.ctxeval.compare.ComparisonRules;
import io.ctxeval.compare.Trait;
import io.ctxeval.dataset.InputRefused;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanReader;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.PlanRequest;
import io.ctxeval.report.RunManifest;
import io.ctxeval.report.RunReport;
import io.ctxeval.score.Metric;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A published run as a side of a comparison.
 *
 * @param folder of the run
 * @param plan its configuration
 * @param by the column that tells its versions apart
 * @param version the one to take; null: it has one only
 * @param contents what its table of scores holds
 */
record StoredRun(
        String folder,
        RunReport report,
        EvaluationPlan plan,
        String by,
        @Nullable String version,
        StoredScores.Contents contents)
        implements ComparedSide {
    private static final int MOST_TOLD = 5;

    /**
     * Opens a run.
     *
     * @throws PlanRefused if there is none
     * @throws InputRefused if its scores aren't all there: it would be compared as if it were whole
     */
    static StoredRun open(Storage storage, SparkSession spark, String folder, String by, @Nullable String version)
            throws PlanRefused {
        if (RowTables.clashOf(MetricCatalog.standard(ScoringOptions.DEFAULTS).all(), by)
                .isPresent()) {
            throw new PlanRefused(
                    List.of(
                            "--by: " + by
                                    + "; is a column that scores/ always has: name one that tells versions apart, such as retriever_version"));
        }
        RunReport report;
        EvaluationPlan plan;
        String config = new Path(folder, "config.yaml").toString();
        try {
            report = RunReport.read(storage, folder);
            String yaml = new String(storage.read(new Path(config)), StandardCharsets.UTF_8);
            plan = PlanReader.of(MetricCatalog.standard(ScoringOptions.DEFAULTS))
                    .read(new PlanRequest(null, List.of(), new PlanRequest.Base(config, yaml)))
                    .plan();
        } catch (PlanRefused damaged) {
            throw PlanRefused.ofRun(config, damaged);
        } catch (IOException | IllegalArgumentException e) {
            throw new PlanRefused(List.of(folder + ": is not a published run: " + e.getMessage()));
        }
        return new StoredRun(folder, report, plan, by, version, contents(spark, folder, plan, report, by));
    }

    private static StoredScores.Contents contents(
            SparkSession spark, String folder, EvaluationPlan plan, RunReport report, String by) {
        StoredScores.Contents contents;
        try {
            contents = new StoredScores(folder, plan.rows()).contents(spark, by);
        } catch (Exception e) { // Spark's AnalysisException is checked, and thrown undeclared
            throw new InputRefused(folder + ": its scores can't be read: " + RootCause.words(e), e);
        }
        Long written = report.manifest().tableRows().get(RowTables.SCORES);
        if (written != null && contents.rows() != written) {
            throw new InputRefused(
                    folder + ": scores has " + contents.rows() + " rows, and run.json says " + written
                            + ": a file is missing",
                    null);
        }
        return contents;
    }

    /** The columns of scores/ that runs don't all have: what may tell versions apart. */
    List<String> groupColumns(SparkSession spark) {
        List<Metric> metrics = MetricCatalog.standard(plan.scoring()).all();
        return StoredTable.columns(spark, folder, plan.rows(), RowTables.SCORES).stream()
                .filter(column -> RowTables.clashOf(metrics, column).isEmpty())
                .toList();
    }

    StoredScores scores() {
        return new StoredScores(folder, plan.rows());
    }

    @Override
    public String name() {
        return report.manifest().runId() + (version == null ? "" : " " + version);
    }

    @Override
    public Map<String, MetricRule> rules() {
        Map<String, MetricRule> rules = new LinkedHashMap<>();
        for (ScoreSummary summary : report.summaries()) {
            if (summary.group().isWhole()) {
                rules.put(summary.rule().metric(), summary.rule());
            }
        }
        return rules;
    }

    @Override
    public Map<Trait, String> traits(String metric) {
        RunManifest run = report.manifest();
        Map<Trait, String> traits = new EnumMap<>(Trait.class);
        for (RunManifest.Metric made : run.metrics()) {
            if (made.id().equals(metric)) {
                traits.put(Trait.METRIC_VERSION, made.version());
                String judge = made.judge();
                if (judge != null) {
                    String model = run.judge().model();
                    traits.put(Trait.JUDGE_MODEL, model == null ? judge : judge + " " + model);
                    traits.put(Trait.PROMPT_VERSION, prompts(run));
                }
            }
        }
        if (metric.equals("ctx_waste")) {
            traits.put(Trait.WEIGHTING, plan.scoring().tokenWeighting() ? "token" : "chunk");
        }
        if (metric.equals("ctx_suff")) {
            traits.put(Trait.SUFF_MODE, plan.scoring().singleCall() ? "single_call" : "two_step");
        }
        return traits;
    }

    private static String prompts(RunManifest run) {
        String prompts = run.versions().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("prompt "))
                .map(entry -> entry.getKey().substring("prompt ".length()) + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return prompts.isEmpty() ? "none" : prompts;
    }

    @Override
    public List<String> dimensions() {
        return report.manifest().dimensions().stream()
                .filter(column -> !column.equals(by))
                .toList();
    }

    @Override
    public boolean clustered() {
        return contents.clustered();
    }

    @Override
    public Dataset<Row> rows(SparkSession spark, ComparisonRules rules, int number) throws PlanRefused {
        List<String> versions = contents.versions();
        if (version != null && !versions.contains(version)) {
            throw new PlanRefused(List.of(folder + ": no row has the " + by + " " + version + told(versions)));
        }
        if (version == null && versions.size() > 1) {
            throw new PlanRefused(List.of(folder + ": has rows of several versions" + told(versions)
                    + ": choose one with --base-version or --candidate-version"));
        }
        return version == null
                ? scores().rows(spark, rules, null, List.of(), number)
                : scores().rows(spark, rules, by, List.of(version), number);
    }

    private String told(List<String> versions) {
        if (versions.isEmpty()) {
            return "";
        }
        String some = String.join(", ", versions.subList(0, Math.min(MOST_TOLD, versions.size())));
        return " (" + by + ": " + some + (versions.size() > MOST_TOLD ? " and more" : "") + ")";
    }
}
