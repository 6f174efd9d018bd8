package io.ctxeval.run;

import io.ctxeval.compare.Comparison;
import io.ctxeval.compare.ComparisonRules;
import io.ctxeval.compare.ComparisonSettings;
import io.ctxeval.compare.ComparisonState;
import io.ctxeval.compare.Refusal;
import io.ctxeval.compare.RowCounts;
import io.ctxeval.compare.Side;
import io.ctxeval.dataset.InputRefused;
import io.ctxeval.plan.ComparisonRequest;
import io.ctxeval.plan.Nearest;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.report.RunReport;
import io.ctxeval.score.Counted;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Compares what was scored before: versions of a run, two runs, or two plain tables of scores. Writes nothing. */
public final class ComparisonRun {
    private final ComparisonRequest request;
    private final PrintWriter err;

    /** @param err for notes */
    public ComparisonRun(ComparisonRequest request, PrintWriter err) {
        this.request = request;
        this.err = err;
    }

    /**
     * Compares.
     *
     * @return one comparison for each candidate
     * @throws PlanRefused if what is asked for can't be had of the sides
     * @throws io.ctxeval.dataset.InputRefused if a plain table isn't one
     */
    public List<Comparison> execute() throws PlanRefused, IOException {
        try (RunSpark spark = RunSpark.open("compare", false)) {
            Storage storage = new Storage(spark.session().sparkContext().hadoopConfiguration());
            String run = request.run();
            return run == null ? sides(storage, spark.session()) : versions(storage, run, spark.session());
        }
    }

    private List<Comparison> versions(Storage storage, String folder, SparkSession spark) throws PlanRefused {
        StoredRun run = StoredRun.open(storage, spark, folder, request.by(), null);
        List<String> versions = run.contents().versions();
        requireColumn(run, spark);
        for (String asked : Stream.of(request.base(), request.candidate())
                .filter(Objects::nonNull)
                .toList()) {
            if (!versions.contains(asked)) {
                throw new PlanRefused(List.of(folder + ": no row has the " + request.by() + " " + asked + "; there are "
                        + versions + Nearest.hint(asked, versions)));
            }
        }
        if (versions.size() < 2) {
            throw new PlanRefused(List.of(folder + ": has " + Counted.of(versions.size(), "value") + " of "
                    + request.by() + "; a comparison needs two (--by names another column that its scores/ has)"));
        }
        List<String> compared = chosen(versions);
        if (compared.size() > VersionComparison.MOST_VERSIONS) {
            throw new PlanRefused(
                    List.of(folder + ": " + request.by() + " has " + versions.size() + " values, and at most "
                            + VersionComparison.MOST_VERSIONS + " are compared at once; name one with --candidate"));
        }
        ComparisonRules rules = rules(run, run);
        List<ComparisonState> states =
                paired(folder, run.scores().rows(spark, rules, request.by(), compared, 0), rules, compared.size());
        List<Comparison> comparisons = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            comparisons.add(outcome(states.get(i), compared.get(0), compared.get(i + 1), List.of()));
        }
        return comparisons;
    }

    private void requireColumn(StoredRun run, SparkSession spark) throws PlanRefused {
        if (!run.contents().versions().isEmpty()) {
            return;
        }
        List<String> columns = run.groupColumns(spark);
        if (!columns.contains(request.by())) {
            throw new PlanRefused(List.of("--by: " + request.by() + "; scores/ of " + run.folder()
                    + " has no such column; "
                    + (columns.isEmpty()
                            ? "it has none that could tell versions apart: name one with --group-by when evaluating"
                            : "there are " + String.join(", ", columns) + Nearest.hint(request.by(), columns))));
        }
    }

    private static List<ComparisonState> paired(String where, Dataset<Row> rows, ComparisonRules rules, int versions) {
        try {
            return PairingStage.run(rows, rules, versions);
        } catch (Exception e) { // SparkException is checked, and thrown through Scala undeclared
            throw new InputRefused(where + ": its scores can't be read: " + RootCause.words(e), e);
        }
    }

    /** The base, then the candidates. */
    private List<String> chosen(List<String> versions) {
        String candidate = request.candidate();
        String base = request.base() == null
                ? versions.stream()
                        .filter(version -> !version.equals(candidate))
                        .findFirst()
                        .orElseThrow()
                : request.base();
        List<String> chosen = new ArrayList<>(candidate == null ? versions : List.of(candidate));
        chosen.remove(base);
        chosen.add(0, base);
        return chosen;
    }

    private List<Comparison> sides(Storage storage, SparkSession spark) throws PlanRefused, IOException {
        ComparedSide base = side(storage, spark, Objects.requireNonNull(request.base()), request.baseVersion());
        ComparedSide candidate =
                side(storage, spark, Objects.requireNonNull(request.candidate()), request.candidateVersion());
        ComparisonRules rules = rules(base, candidate);
        List<Refusal> differences = new ArrayList<>();
        for (MetricRule rule : rules.metrics()) {
            differences.addAll(Refusal.of(rule.metric(), base.traits(rule.metric()), candidate.traits(rule.metric())));
        }
        Dataset<Row> rows = base.rows(spark, rules, 0).unionAll(candidate.rows(spark, rules, 1));
        ComparisonState state =
                paired(base.name() + " or " + candidate.name(), rows, rules, 2).get(0);
        String names = base.name().equals(candidate.name()) ? " (candidate)" : "";
        return List.of(outcome(state, base.name(), candidate.name() + names, differences));
    }

    private ComparedSide side(Storage storage, SparkSession spark, String place, @Nullable String version)
            throws PlanRefused, IOException {
        boolean run;
        try {
            run = storage.exists(new Path(new Path(place), RunReport.MANIFEST));
        } catch (IllegalArgumentException e) {
            throw new PlanRefused(List.of(place + ": is no path: " + e.getMessage()));
        }
        if (run) {
            return StoredRun.open(storage, spark, place, request.by(), version);
        }
        if (version != null) {
            throw new PlanRefused(List.of(place + ": is no published run, so it has no versions to choose from"));
        }
        PlainScores table = PlainScores.open(storage, spark, place, request);
        table.notes().forEach(note -> err.println("note: " + note));
        err.flush();
        return table;
    }

    private ComparisonRules rules(ComparedSide base, ComparedSide candidate) throws PlanRefused {
        List<String> problems = new ArrayList<>();
        requireRead(base, candidate);
        requireRead(candidate, base);
        requireMetrics("--scale", request.scales().keySet(), base, candidate, problems);
        requireMetrics("--threshold", request.thresholds().keySet(), base, candidate, problems);
        List<MetricRule> shared = shared(base, candidate, problems);
        for (String metric : request.metrics()) {
            if (shared.stream().noneMatch(rule -> rule.metric().equals(metric))) {
                problems.add("--metrics: " + metric + "; base and candidate don't both have it"
                        + Nearest.hint(metric, base.rules().keySet()));
            }
        }
        if (shared.isEmpty() && problems.isEmpty()) {
            problems.add("base and candidate have no metric in common: "
                    + base.rules().keySet() + " and " + candidate.rules().keySet());
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
        noteUnshared(base, candidate);
        List<String> dimensions = base.dimensions().equals(candidate.dimensions()) ? base.dimensions() : List.of();
        boolean clustered = base.clustered() && candidate.clustered();
        return new ComparisonRules(shared, dimensions, clustered, VersionComparison.SEED);
    }

    private List<MetricRule> shared(ComparedSide base, ComparedSide candidate, List<String> problems) {
        List<MetricRule> shared = new ArrayList<>();
        for (MetricRule rule : base.rules().values()) {
            MetricRule other = candidate.rules().get(rule.metric());
            boolean wanted = request.metrics().isEmpty() || request.metrics().contains(rule.metric());
            if (other != null && wanted) {
                Double threshold = request.thresholds().get(rule.metric());
                if (!rule.scale().equals(other.scale())) {
                    problems.add(rule.metric() + ": base and candidate have it on different scales");
                } else if (threshold != null
                        && !(threshold >= rule.scale().least()
                                && threshold <= rule.scale().most())) {
                    problems.add("--threshold: " + rule.metric() + "=" + threshold + "; is not on the scale "
                            + rule.scale().least() + ".." + rule.scale().most());
                } else {
                    shared.add(withThreshold(rule));
                }
            }
        }
        return shared;
    }

    /** A metric of one side that the other can't be read of may have fallen: it isn't passed over. */
    private static void requireRead(ComparedSide side, ComparedSide other) {
        List<String> problems = new ArrayList<>();
        side.unread().forEach((column, why) -> {
            if (other.rules().containsKey(column)) {
                problems.add(why);
            }
        });
        if (!problems.isEmpty()) {
            throw new InputRefused(problems);
        }
    }

    private static void requireMetrics(
            String option, Set<String> names, ComparedSide base, ComparedSide candidate, List<String> problems) {
        for (String name : names) {
            if (!base.rules().containsKey(name) && !candidate.rules().containsKey(name)) {
                problems.add(option + ": " + name + "; neither side has such a metric"
                        + Nearest.hint(name, base.rules().keySet()));
            }
        }
    }

    private void noteUnshared(ComparedSide base, ComparedSide candidate) {
        if (request.metrics().isEmpty()) {
            noteOnly("base", base, candidate);
            noteOnly("candidate", candidate, base);
        }
    }

    private void noteOnly(String name, ComparedSide side, ComparedSide other) {
        List<String> only = side.rules().keySet().stream()
                .filter(metric -> !other.rules().containsKey(metric))
                .toList();
        if (!only.isEmpty()) {
            err.println("note: only the " + name + " has " + String.join(", ", only));
            err.flush();
        }
    }

    private MetricRule withThreshold(MetricRule rule) {
        Double threshold = request.thresholds().get(rule.metric());
        return threshold == null ? rule : new MetricRule(rule.metric(), rule.scale(), rule.judge(), threshold);
    }

    private Comparison outcome(ComparisonState state, String base, String candidate, List<Refusal> differences)
            throws PlanRefused {
        ComparisonSettings settings = new ComparisonSettings(
                request.margin(),
                ComparisonSettings.UNGATED.alpha(),
                request.base() != null,
                request.coverage(),
                Set.of());
        List<String> dimensions = state.rules().dimensions();
        List<List<String>> groupings = dimensions.isEmpty() ? List.of() : List.of(dimensions);
        Comparison comparison = state.outcome(base, candidate, settings, differences, request.override(), groupings);
        if (!comparison.metrics().isEmpty()
                && comparison.metrics().get(0).rows().both() == 0) {
            RowCounts rows = comparison.metrics().get(0).rows();
            throw new PlanRefused(List.of(candidate + " and " + base + " share no sample_id (" + rows.of(Side.CANDIDATE)
                    + " and " + rows.of(Side.BASE)
                    + " rows); ids are compared as they are written, blanks and Unicode form included"));
        }
        return comparison;
    }
}
