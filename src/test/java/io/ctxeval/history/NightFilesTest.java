package io.ctxeval.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.score.Scale;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NightFilesTest {
    @TempDir
    Path state;

    private NightFiles files;

    @BeforeEach
    void open() {
        files = new NightFiles(Storage.ofClassPath(), state.toString(), "job", NightFilesTest::scale);
    }

    private static Optional<Scale> scale(String metric) {
        return metric.equals(Nights.METRIC) ? Optional.of(Scale.PERCENT) : Optional.empty();
    }

    private static NightEntry parsed(String json) throws IOException {
        return NightEntry.parse(json, NightFilesTest::scale);
    }

    @Test
    void whatIsPutIsReadAndNothingIsThereBefore() throws IOException {
        NightEntry first = Nights.night(1, 78.25);
        NightEntry second = Nights.night(
                2, 1.0 / 3, 1, new JudgeIdentity("openai", "m", Map.of("m-1", 3L), Map.of("w", "1 ab")), "openai", "1");

        assertThat(files.read().entries()).isEmpty();
        files.put(first);
        files.put(second);

        assertThat(files.read().entries()).containsExactlyInAnyOrder(first, second);
        assertThat(files.runIds()).containsExactlyInAnyOrder("run-1", "run-2");
    }

    @Test
    void aRunHasOneEntryAndNothingElseIsLeftBeside() throws IOException {
        files.put(Nights.night(1, 78));
        files.put(Nights.night(1, 79));

        assertThat(files.read().entries()).containsExactly(Nights.night(1, 79));
        assertThat(state.resolve("history/job")).isDirectoryContaining("glob:**run-1.json");
        try (var all = Files.list(state.resolve("history/job"))) {
            assertThat(all).hasSize(1);
        }
    }

    /** As with a fixed run id and an output by date. */
    @Test
    void nightsOfOneRunIdKeepTheirEntriesAndAreRunAgainEachForItself() throws IOException {
        NightEntry first = renamed(Nights.night(1, 78));
        NightEntry second = renamed(Nights.night(2, 79));

        files.put(first);
        files.put(second);
        files.put(renamed(Nights.night(2, 80)));
        files.put(renamed(Nights.night(1, 77)));

        assertThat(files.read().entries())
                .containsExactlyInAnyOrder(renamed(Nights.night(1, 77)), renamed(Nights.night(2, 80)));
    }

    private static NightEntry renamed(NightEntry entry) throws IOException {
        return parsed(entry.toJson().replace(entry.runId(), "nightly"));
    }

    @Test
    void damagedAndForeignFilesAreNamedAndPassedOver() throws IOException {
        NightEntry sound = Nights.night(1, 78);
        files.put(sound);
        Path folder = state.resolve("history/job");
        String json = sound.toJson();
        Files.writeString(folder.resolve("cut.json"), json.substring(0, json.length() / 2));
        Files.writeString(folder.resolve("empty.json"), "");
        Files.writeString(folder.resolve("null.json"), "null");
        Files.writeString(folder.resolve("bare.json"), "{\"format\": 1}");
        Files.writeString(folder.resolve("later.json"), json.replace("\"format\" : 1", "\"format\" : 2"));
        Files.writeString(
                folder.resolve("other.json"),
                json.replace("\"job\" : \"job\"", "\"job\" : \"weekly\"").replace("run-1", "other"));
        Files.writeString(folder.resolve("late.json"), json.replace("T00:00:00Z", "T25:00:00Z"));
        Files.writeString(folder.resolve("notes.txt"), "mine");
        Files.writeString(folder.resolve(".run-2.json.0.tmp"), "half");
        Files.createDirectories(folder.resolve("folder.json"));

        NightFiles.Reading reading = files.read();

        assertThat(reading.entries()).containsExactly(sound);
        assertThat(reading.warnings())
                .anySatisfy(warning -> assertThat(warning)
                        .contains("bare.json is passed over: the field job is missing or is not a text;"))
                .anySatisfy(warning -> assertThat(warning)
                        .contains("late.json is passed over: the field at is missing or is not a time such as 2026-"))
                .anySatisfy(warning -> assertThat(warning).contains("cut.json is passed over: is no whole JSON, line "))
                .anySatisfy(warning ->
                        assertThat(warning).contains("later.json is passed over: has format 2; this version reads 1"))
                .hasSize(8)
                .allSatisfy(
                        warning -> assertThat(warning).startsWith("history: ").contains(" is passed over: "));
    }

    /** Each would count as a night like any other. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"mean\" : 78.0 | \"mean\" : \"NaN\" | figures[0].mean is \"NaN\", not a number from 0.0 to 100.0",
                "\"mean\" : 78.0 | \"mean\" : 1e300 | figures[0].mean is 1.0E300, not a number from 0.0 to 100.0",
                "\"mean\" : 78.0 | \"mean\" : -1 | figures[0].mean is -1, not",
                "\"mean\" : 78.0 | \"mean\" : null | figures[0].mean is missing or is not a number",
                "\"ok\" : 10 | \"ok\" : 11 | figures[0].ok is missing or is not a whole number from 0 to rows, 10",
                "\"ok\" : 10 | \"ok\" : 0 | figures[0].mean is missing or is not null, as no row has a score",
                "\"rows\" : 10 | \"rows\" : -1 | figures[0].rows is missing or is not a whole number from 0",
                "\"rows\" : 10 | \"rows\" : \"10\" | figures[0].rows",
                "\"coverage\" : 1.0 | \"coverage\" : 1.5 | figures[0].coverage is 1.5, not a number from 0 to 1",
                "\"exit_code\" : 0 | \"exit_code\" : -7 | exit_code is missing or is not a whole number from 0 to 5",
                "\"run_id\" : \"run-1\" | \"run_id\" : \"run-9\" | run_id is run-9, not run-1 as the file's name says",
                "\"judge\" : null | \"judge\" : 7 | figures[0].judge is 7, not a text"
            })
    void anEntryWithAFigureThatNoRunFoundIsNamedByFileAndFieldAndIsNoBaseline(String sound, String wrong, String said)
            throws IOException {
        NightEntry second = Nights.night(2, 79);
        files.put(Nights.night(1, 78));
        files.put(second);
        Path file = state.resolve("history/job/run-1.json");
        String json = Files.readString(file);
        Files.writeString(file, json.replace(sound, wrong));

        NightFiles.Reading reading = files.read();

        assertThat(json).contains(sound);
        assertThat(reading.entries()).containsExactly(second);
        assertThat(reading.warnings())
                .singleElement()
                .asString()
                .contains("run-1.json is passed over: the field " + said);
    }

    @Test
    void aMeanOfAMetricThatIsNotKnownMustBeANumberAtLeast() throws IOException {
        String json = Nights.night(1, 78).toJson().replace("\"metric\" : \"m\"", "\"metric\" : \"other\"");

        assertThat(parsed(json.replace("78.0", "-4000.5")).figures()).hasSize(1);
        assertThatThrownBy(() -> parsed(json.replace("78.0", "1e999")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("mean");
    }

    /** As with a fixed run id, no date, and an output of its own for each run. */
    @Test
    void undatedRunsOfOneIdAreNightsOfTheirOwn() throws IOException {
        NightEntry first = undated(1, 78);
        NightEntry second = undated(2, 79);

        assertThat(files.put(first)).isEmpty();
        assertThat(files.has(second)).isFalse();
        assertThat(files.put(second)).isEmpty();
        assertThat(files.put(second)).isEmpty();

        assertThat(files.has(second)).isTrue();
        assertThat(files.read().warnings()).isEmpty();
        assertThat(NightSeries.of(files.read().entries()).nights()).containsExactly(first, second);
        assertThat(NightSeries.of(files.read().entries()).before(second.at()).nights())
                .containsExactly(first);
    }

    private static NightEntry undated(int day, double mean) throws IOException {
        NightEntry entry = Nights.night(day, mean);
        return parsed(entry.toJson()
                .replace("\"night\" : \"" + entry.night(), "\"night\" : \"nightly")
                .replace("\"date\" : \"" + entry.date() + "\"", "\"date\" : null")
                .replace(entry.runId(), "nightly"));
    }

    @Test
    void aRunThatTakesThePlaceOfAnotherOfItsNightSaysSo() throws IOException {
        NightEntry first = Nights.night(1, 78);
        files.put(first);

        NightEntry again = parsed(first.toJson()
                .replace(
                        "\"started_at\" : \"" + first.startedAt(),
                        "\"started_at\" : \"" + first.startedAt().plusSeconds(1)));

        assertThat(files.put(again))
                .hasValueSatisfying(said -> assertThat(said)
                        .contains("the run run-1 of 2026-11-01 takes the place of one of the same id and night")
                        .contains("started at " + first.startedAt()));
        assertThat(files.read().entries()).containsExactly(again);
    }

    @Test
    void anEntryOfAVersionThatDidNotSayWhetherANightRegressedIsReadAsOneThatDidNot() throws IOException {
        NightEntry good = Nights.night(1, 78);
        NightEntry warned = Nights.warned(2, 40);

        String old = good.toJson().replaceFirst("\\s*\"regressed\" : false,", "");

        assertThat(old).doesNotContain("regressed");
        assertThat(parsed(old)).isEqualTo(good);
        assertThat(parsed(old).isGood()).isTrue();
        assertThat(warned.toJson()).contains("\"exit_code\" : 0", "\"regressed\" : true");
        assertThat(parsed(warned.toJson())).isEqualTo(warned);
        assertThat(warned.isGood()).isFalse();
    }

    @Test
    void twoRunsOfOneJobAtOnceLeaveBothEntriesWhole() throws Exception {
        ExecutorService two = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> writers = List.of(two.submit(() -> putAll(0)), two.submit(() -> putAll(1)));
            while (!writers.stream().allMatch(Future::isDone)) {
                assertThat(files.read().warnings()).isEmpty();
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        } finally {
            two.shutdownNow();
        }

        assertThat(files.read().entries()).hasSize(40);
        assertThat(files.read().warnings()).isEmpty();
    }

    /** The nights of one run; both runs also write the first night's entry again and again. */
    private @Nullable Void putAll(int odd) throws IOException {
        for (int day = 1; day <= 40; day++) {
            files.put(Nights.night(day % 2 == odd ? day : 1, 78));
        }
        return null;
    }

    @Test
    void anEntryThatCannotBeWrittenIsNotHalfThere() throws IOException {
        Files.createDirectories(state.resolve("history"));
        Files.writeString(state.resolve("history/job"), "in the way");

        assertThatThrownBy(() -> files.put(Nights.night(1, 78))).isInstanceOf(IOException.class);

        Files.delete(state.resolve("history/job"));
        assertThat(files.read().entries()).isEmpty();
    }

    @Test
    void theLastRunOfANightCountsWhateverItsName() {
        NightEntry first = Nights.night(1, 78);
        NightEntry again = new NightEntry(
                1,
                "job",
                "a",
                first.night(),
                first.date(),
                first.at(),
                first.startedAt(),
                first.finishedAt().plusSeconds(1),
                1,
                "fail",
                false,
                first.judge(),
                List.of());

        assertThat(NightSeries.of(List.of(again, first)).nights()).containsExactly(again);
        assertThat(NightSeries.of(List.of(first, again)).nights()).containsExactly(again);
    }
}
