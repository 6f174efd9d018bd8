package io.ctxeval.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.table.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NightFilesTest {
    @TempDir
    Path state;

    private NightFiles files;

    @BeforeEach
    void open() {
        files = new NightFiles(Storage.ofClassPath(), state.toString(), "job");
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
        return NightEntry.parse(entry.toJson().replace(entry.runId(), "nightly"));
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
        Files.writeString(folder.resolve("other.json"), json.replace("\"job\" : \"job\"", "\"job\" : \"weekly\""));
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

    @Test
    void anEntryOfAVersionThatDidNotSayWhetherANightRegressedIsReadAsOneThatDidNot() throws IOException {
        NightEntry good = Nights.night(1, 78);
        NightEntry warned = Nights.warned(2, 40);

        String old = good.toJson().replaceFirst("\\s*\"regressed\" : false,", "");

        assertThat(old).doesNotContain("regressed");
        assertThat(NightEntry.parse(old)).isEqualTo(good);
        assertThat(NightEntry.parse(old).isGood()).isTrue();
        assertThat(warned.toJson()).contains("\"exit_code\" : 0", "\"regressed\" : true");
        assertThat(NightEntry.parse(warned.toJson())).isEqualTo(warned);
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
