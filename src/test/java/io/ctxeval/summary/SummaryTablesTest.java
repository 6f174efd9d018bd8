package io.ctxeval.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.plan.Threshold;
import io.ctxeval.score.Scale;
import io.ctxeval.score.Score;
import io.ctxeval.score.Status;
import io.ctxeval.table.Column;
import io.ctxeval.table.CsvRows;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTablesTest {
    private static final List<String> VERSION = List.of("retriever_version");
    private static final List<MetricRule> RULES = List.of(
            new MetricRule("ctx_waste", Scale.PERCENT, "lexical", 80.0),
            new MetricRule("ctx_tokens", Scale.COUNT_LOWER, null, null),
            new MetricRule("overall", Scale.TEN, null, 8.0));
    private static final Map<String, Threshold> THRESHOLDS = Map.of(
            "ctx_waste", new Threshold("ctx_waste", Threshold.Rule.PASS_RATE, 0.5, 80.0, null, 0.95),
            "overall", new Threshold("overall", Threshold.Rule.MEAN, 8, null, null, 0.95));

    private final Storage storage = new Storage(new Configuration(false));

    @TempDir
    java.nio.file.Path folder;

    @Test
    void theColumnsOfTheSummaryAreFixed() {
        assertThat(SummaryTable.schema(VERSION).columns().stream().map(Column::name))
                .containsExactly(
                        "group",
                        "retriever_version",
                        "metric",
                        "judge",
                        "scale_least",
                        "scale_most",
                        "higher_is_better",
                        "n_rows",
                        "n_ok",
                        "n_not_applicable",
                        "n_not_sampled",
                        "n_invalid_input",
                        "n_judge_unparseable",
                        "n_judge_truncated",
                        "n_judge_invalid",
                        "n_judge_refused",
                        "n_judge_unavailable",
                        "n_context_too_long",
                        "n_budget_exceeded",
                        "coverage",
                        "mean",
                        "sd",
                        "se",
                        "min",
                        "p10",
                        "p25",
                        "p50",
                        "p75",
                        "p90",
                        "max",
                        "row_threshold",
                        "n_passed",
                        "pass_rate",
                        "pass_rate_low",
                        "pass_rate_high",
                        "pass_rate_strict");
    }

    @Test
    void theColumnsOfTheThresholdsAreFixed() {
        assertThat(ThresholdTable.schema(List.of()).columns().stream().map(Column::name))
                .containsExactly(
                        "group",
                        "metric",
                        "judge",
                        "level",
                        "rule",
                        "higher_is_better",
                        "threshold",
                        "figure",
                        "n_rows",
                        "n_ok",
                        "coverage",
                        "min_coverage",
                        "verdict",
                        "reason");
    }

    @Test
    void aDimensionCalledLikeAColumnKeepsBoth() {
        assertThat(SummaryTable.schema(List.of("metric")).columns().stream().map(Column::name))
                .startsWith("group", "metric_group", "metric");
    }

    @Test
    void bothTablesReadBackAsTheyWere() throws IOException {
        List<ScoreSummary> summaries = run(7, 1).summaries(VERSION);
        List<GateResult> gates = new Gate(THRESHOLDS, group -> false).check(summaries, VERSION);
        SummaryTable.of(summaries, VERSION).write(storage, path("back"));
        ThresholdTable.of(gates, VERSION).write(storage, path("back"));
        assertThat(SummaryTable.read(CsvRows.read(storage, path("back/summary.csv"))))
                .isEqualTo(summaries);
        assertThat(ThresholdTable.read(CsvRows.read(storage, path("back/thresholds.csv"))))
                .isEqualTo(gates);
    }

    @Test
    void aSummaryWithoutRowsReadsBackToo() throws IOException {
        List<ScoreSummary> summaries = new RunState(RULES, VERSION).summaries(VERSION);
        SummaryTable.of(summaries, VERSION).write(storage, path("empty"));
        assertThat(SummaryTable.read(CsvRows.read(storage, path("empty/summary.csv"))))
                .isEqualTo(summaries);
    }

    @Test
    void onePartitionAndManyGiveTheSameBytes() throws IOException {
        List<ScoreSummary> one = run(11, 1).summaries(VERSION);
        for (int parts : new int[] {2, 7, 200}) {
            List<ScoreSummary> many = run(11, parts).summaries(VERSION);
            SummaryTable.of(one, VERSION).write(storage, path("one" + parts));
            SummaryTable.of(many, VERSION).write(storage, path("many" + parts));
            for (String file : List.of("summary.csv", "summary.parquet")) {
                assertThat(storage.read(path("many" + parts + "/" + file)))
                        .as("%s of %d parts", file, parts)
                        .isEqualTo(storage.read(path("one" + parts + "/" + file)));
            }
        }
    }

    /** The same 3,000 rows, spread over so many states and merged in an order that depends on their number. */
    private static RunState run(long seed, int parts) {
        SplittableRandom rows = new SplittableRandom(seed);
        List<RunState> states = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            states.add(new RunState(RULES, VERSION));
        }
        for (int i = 0; i < 3000; i++) {
            Map<String, String> dimensions = new HashMap<>();
            if (i % 3 > 0) {
                dimensions.put("retriever_version", "v" + i % 3);
            }
            Score waste = i % 10 == 0
                    ? new Score.Unscored(Status.JUDGE_INVALID, "ids")
                    : new Score.Scored(rows.nextInt(1_000_001) / 1e4);
            states.get(i * 31 % parts)
                    .add(
                            dimensions,
                            List.of(
                                    waste,
                                    new Score.Scored(rows.nextInt(5000)),
                                    new Score.Scored(rows.nextDouble() * 10)));
        }
        Collections.shuffle(states, new Random(parts));
        states.subList(1, parts).forEach(states.get(0)::merge);
        return states.get(0);
    }

    private Path path(String name) {
        return new Path(folder.resolve(name).toUri());
    }
}
