package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.history.NightEntry;
import io.ctxeval.history.NightFiles;
import io.ctxeval.history.RunHistory;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanReader;
import io.ctxeval.plan.PlanRequest;
import io.ctxeval.report.RunManifest;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.Scale;
import io.ctxeval.score.Score;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.summary.RunState;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.summary.SummaryTable;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the history when a run dies, or the history does. */
class JobHistoryTest {
    private static final Instant START = Instant.parse("2026-11-30T02:00:00Z");

    private final Storage storage = Storage.ofClassPath();
    private final RunState state = new RunState(List.of(new MetricRule("handoff", Scale.TEN, null, null)), List.of());

    @TempDir
    Path folder;

    @BeforeEach
    void score() {
        state.add(Map.of(), List.of(new Score.Scored(7.5)));
    }

    private EvaluationPlan plan(String... more) throws Exception {
        List<PlanRequest.Argument> arguments = new ArrayList<>(List.of(
                new PlanRequest.Argument("--set", "input", "a"),
                new PlanRequest.Argument("--set", "job", "nightly"),
                new PlanRequest.Argument(
                        "--set", "output", folder.resolve("out").toString())));
        for (String setting : more) {
            int sign = setting.indexOf('=');
            arguments.add(new PlanRequest.Argument("--set", setting.substring(0, sign), setting.substring(sign + 1)));
        }
        return PlanReader.of(MetricCatalog.standard(ScoringOptions.DEFAULTS))
                .read(new PlanRequest(null, arguments))
                .plan();
    }

    private RunFolder run(String id) throws IOException {
        return RunFolder.of(storage, folder.resolve("out").toString(), id);
    }

    private JobHistory history(String id, String... settings) throws Exception {
        return new JobHistory(plan(settings), storage, run(id));
    }

    private List<ScoreSummary> summaries() {
        return state.summaries(List.of());
    }

    private static RunManifest manifest(String id, String job, @Nullable RunHistory history) {
        return new RunManifest(
                RunManifest.FORMAT,
                id,
                job,
                "pass",
                0,
                List.of(),
                null,
                START,
                START.plusSeconds(60),
                Map.of(),
                Map.of("prompt waste", "w1 abc"),
                "",
                0,
                new RunManifest.Judge("none", null, null, Map.of()),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                RunManifest.Spend.NONE,
                Map.of(),
                List.of(),
                history);
    }

    /** A run that is visible, and was killed before it had an entry. */
    private void publish(String id, String job) throws IOException {
        RunFolder published = run(id);
        published.prepare();
        SummaryTable.of(summaries(), List.of()).write(storage, published.written());
        published.publish(manifest(id, job, new RunHistory(id, null, START, false, List.of()))
                .toJson()
                .getBytes(StandardCharsets.UTF_8));
    }

    private List<NightEntry> entries() throws IOException {
        return new NightFiles(storage, folder.resolve("out/state").toString(), "nightly", id -> Optional.empty())
                .read()
                .entries();
    }

    @Test
    void aRunThatWasKilledBeforeItsEntryIsLookedBackAtAllTheSame() throws Exception {
        publish("killed", "nightly");
        publish("foreign", "weekly");
        Files.createDirectories(folder.resolve("out/runs/no-run"));
        Path half = folder.resolve("out/state/history/nightly/.killed.json.0.tmp");
        Files.createDirectories(half.getParent());
        Files.writeString(half, "{\"form");

        JobHistory.Past past = history("next").past("next", START.plusSeconds(3600), null, Map.of());

        assertThat(past.warnings()).isEmpty();
        assertThat(past.before().nights()).extracting(NightEntry::runId).containsExactly("killed");
        assertThat(entries())
                .containsExactly(JobHistory.entry(
                        manifest("killed", "nightly", new RunHistory("killed", null, START, false, List.of())),
                        summaries()));
    }

    @Test
    void anEntryThatCannotBeWrittenIsAWarningAndTheNextRunMakesUpForIt() throws Exception {
        publish("run", "nightly");
        Path inTheWay = folder.resolve("out/state");
        Files.writeString(inTheWay, "a file");
        RunManifest manifest = manifest("run", "nightly", null);

        assertThat(history("run").add(manifest, summaries()))
                .singleElement()
                .asString()
                .startsWith("run run isn't in the history of job nightly yet: ")
                .endsWith("; the job's next run makes up for it");
        JobHistory.Past unread = history("next").past("next", START.plusSeconds(3600), null, Map.of());
        Files.delete(inTheWay);
        JobHistory.Past read = history("next").past("next", START.plusSeconds(3600), null, Map.of());

        assertThat(unread.before().isEmpty()).isTrue();
        assertThat(unread.warnings()).hasSize(1);
        assertThat(read.before().nights()).extracting(NightEntry::runId).containsExactly("run");
    }

    @Test
    void aPublishedRunThatCannotBeReadIsNamed() throws Exception {
        publish("broken", "nightly");
        Files.writeString(folder.resolve("out/runs/broken/summary.csv"), "group\nall\n");

        JobHistory.Past past = history("next").past("next", START.plusSeconds(3600), null, Map.of());

        assertThat(past.before().isEmpty()).isTrue();
        assertThat(past.warnings())
                .singleElement()
                .asString()
                .startsWith("history: run broken has no entry and can't be given one: ");
    }

    @Test
    void theNightIsTheDateElseTheRunThatWasScoredAgainElseTheRun() throws Exception {
        EarlierRun earlier = new EarlierRun(
                "out/runs/first",
                manifest("second", "nightly", new RunHistory("first", null, START, false, List.of())),
                EvaluationPlan.RowFormat.CSV);
        EarlierRun before =
                new EarlierRun("out/runs/old", manifest("old", "nightly", null), EvaluationPlan.RowFormat.CSV);

        assertThat(history("r", "date=2026-11-01..2026-11-07")
                        .past("r", START, null, Map.of())
                        .tonight())
                .satisfies(tonight -> {
                    assertThat(tonight.night()).isEqualTo("2026-11-01..2026-11-07");
                    assertThat(tonight.date()).isEqualTo("2026-11-07");
                    assertThat(tonight.at()).isEqualTo("2026-11-07T00:00:00Z");
                });
        assertThat(history("r").past("r", START, null, Map.of()).tonight().night())
                .isEqualTo("r");
        assertThat(history("r")
                        .past("r", START.plusSeconds(9), earlier, Map.of())
                        .tonight())
                .satisfies(tonight -> {
                    assertThat(tonight.night()).isEqualTo("first");
                    assertThat(tonight.at()).isEqualTo(START);
                });
        assertThat(history("r")
                        .past("r", START.plusSeconds(9), before, Map.of())
                        .tonight()
                        .night())
                .isEqualTo("old");
    }
}
