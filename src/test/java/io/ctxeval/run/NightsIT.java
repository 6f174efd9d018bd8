package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nights of a job, one after the other, on logs in folders by day. */
class NightsIT {
    private static final int ROWS = 10;
    private static final int CHUNKS = 10;

    @TempDir
    Path folder;

    /** Logs of a day whose mean of {@code ctx_waste} is the figure: so many of a hundred chunks were used. */
    private void logs(String day, int figure) throws IOException {
        Path file = folder.resolve("logs/date=" + day + "/rows.jsonl");
        Files.createDirectories(file.getParent());
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            int used = figure / ROWS + (row < figure % ROWS ? 1 : 0);
            String chunks = IntStream.range(0, CHUNKS)
                    .mapToObj(chunk -> "\"text " + chunk + "\"")
                    .collect(Collectors.joining(","));
            String judged = IntStream.range(0, CHUNKS)
                    .mapToObj(chunk -> String.valueOf(chunk < used))
                    .collect(Collectors.joining(","));
            lines.add(String.format(
                    Locale.ROOT,
                    "{\"sample_id\":\"s%d\",\"input\":\"q\",\"output\":\"text 1\",\"context\":[%s],"
                            + "\"ctx_waste_judgement\":{\"used\":[%s],\"redundant_groups\":[],\"contradictory_pairs\":[]}}",
                    row,
                    chunks,
                    judged));
        }
        Files.write(file, lines);
    }

    /** A run of a day; options that are given take the place of those that are the same every night. */
    private CommandRun night(String runId, String day, String... more) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("--input", folder.resolve("logs").toString());
        options.put("--output", folder.resolve("out").toString());
        options.put("--job", "nightly");
        options.put("--metrics", "ctx_waste");
        options.put("--judge", "given");
        options.put("--threshold", "ctx_waste=50");
        options.put("--date", day);
        options.put("--run-id", runId);
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        List<String> arguments = new ArrayList<>(List.of("evaluate"));
        options.forEach((option, value) -> arguments.addAll(List.of(option, value)));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private String text(String runId, String file) throws IOException {
        return Files.readString(folder.resolve("out/runs").resolve(runId).resolve(file));
    }

    private List<String> change(String runId) throws IOException {
        return text(runId, "thresholds.csv")
                .lines()
                .filter(line -> line.contains(",change,"))
                .toList();
    }

    private Path entry(String runId) {
        return folder.resolve("out/state/history/nightly/" + runId + ".json");
    }

    @Test
    void aRegressionIsCaughtAndAFailedNightIsNeverTheBaseline() throws Exception {
        int[] figures = {78, 79, 77, 78};
        for (int i = 0; i < figures.length; i++) {
            String day = "2026-11-0" + (i + 1);
            logs(day, figures[i]);
            CommandRun good = night("n" + (i + 1), day);
            assertThat(good.exitCode()).as(good.out() + good.err()).isZero();
        }
        assertThat(change("n3")).isEmpty();
        assertThat(change("n4")).singleElement().asString().contains("pass", "of the last 3 good runs");

        logs("2026-11-05", 40);
        CommandRun failed = night("n5", "2026-11-05");
        logs("2026-11-06", 78);
        CommandRun after = night("n6", "2026-11-06");
        logs("2026-11-07", 70);
        CommandRun regressed = night("n7", "2026-11-07");

        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(after.exitCode()).as(after.out()).isZero();
        assertThat(regressed.exitCode()).as(regressed.out()).isEqualTo(1);
        assertThat(regressed.out())
                .contains(
                        "fail: ctx_waste in all: mean 70.00 is below 76.00: median 78.00 of the last 5 good runs less");
        assertThat(change("n7")).singleElement().asString().contains("fail", "less 2.00 (2 points)");
        assertThat(text("n7", "junit.xml"))
                .contains("ctx_waste: no worse than in the runs before")
                .contains("<failure message=\"mean 70.00 is below 76.00");
        assertThat(text("n7", "report.md"))
                .contains("## Nights", "| 2026-11-05 | n5 | fail (1) | 40.00 |", "| **2026-11-07** | n7 | fail (1) |");

        aNightIsAcceptedByScoringItAgain();
        theNightThatIsRunAgainReplacesItself();
        theSameHistoryGivesTheSameThresholds();
        aRunThatWasKilledBeforeItsEntryGetsItFromTheNext();
        anotherJudgeIsNamedAndBeginsAnew();
    }

    private void aNightIsAcceptedByScoringItAgain() throws IOException {
        CommandRun accepted = CommandRun.of(
                "rescore",
                folder.resolve("out/runs/n7").toString(),
                "--run-id",
                "n7-accepted",
                "--set",
                "history.gate=off");

        assertThat(accepted.exitCode()).as(accepted.out() + accepted.err()).isZero();
        assertThat(change("n7-accepted")).isEmpty();
        assertThat(Files.readString(entry("n7-accepted")))
                .contains("\"night\" : \"2026-11-07\"", "\"exit_code\" : 0", "\"regressed\" : false");
    }

    private void theNightThatIsRunAgainReplacesItself() throws IOException {
        logs("2026-11-07", 80);
        CommandRun again = night("n7-again", "2026-11-07");
        logs("2026-11-08", 78);
        CommandRun next = night("n8", "2026-11-08");

        assertThat(again.exitCode()).as(again.out()).isZero();
        assertThat(change("n7-again")).singleElement().asString().contains("of the last 5 good runs");
        assertThat(next.exitCode()).as(next.out()).isZero();
        assertThat(change("n8")).singleElement().asString().contains("of the last 6 good runs");
        assertThat(text("n8", "report.md")).contains("n7-again").doesNotContain("| n7 |");
        assertThat(entry("n7")).exists();
    }

    private void theSameHistoryGivesTheSameThresholds() throws IOException {
        Path copy = Files.createDirectories(folder.resolve("copy/history/nightly"));
        for (Path file : files(folder.resolve("out/state/history/nightly"))) {
            if (!file.endsWith("n8.json")) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        night(
                "n8-elsewhere",
                "2026-11-08",
                "--output",
                folder.resolve("other").toString(),
                "--set",
                "state=" + folder.resolve("copy"));

        for (String table : List.of("thresholds.csv", "thresholds.parquet", "summary.csv")) {
            assertThat(Files.readAllBytes(
                            folder.resolve("other/runs/n8-elsewhere").resolve(table)))
                    .as(table)
                    .isEqualTo(Files.readAllBytes(folder.resolve("out/runs/n8").resolve(table)));
        }
    }

    private void aRunThatWasKilledBeforeItsEntryGetsItFromTheNext() throws IOException {
        String entry = Files.readString(entry("n8"));
        Files.delete(entry("n8"));

        CommandRun repeated = night("n8", "2026-11-08");

        assertThat(repeated.out()).contains("published already");
        assertThat(Files.readString(entry("n8"))).isEqualTo(entry);

        Files.delete(entry("n8"));
        logs("2026-11-09", 78);
        night("n9", "2026-11-09");

        assertThat(Files.readString(entry("n8"))).isEqualTo(entry);
        assertThat(change("n9")).singleElement().asString().contains("of the last 7 good runs");
    }

    private void anotherJudgeIsNamedAndBeginsAnew() throws IOException {
        logs("2026-11-10", 60);
        CommandRun lexical = night("n10", "2026-11-10", "--judge", "lexical");

        String said = "the judge differs from that of the last run (2026-11-09): it is lexical, before given";
        assertThat(lexical.out().replaceAll("\\s+", " ")).contains(said);
        assertThat(text("n10", "report.md")).contains(said);
        assertThat(change("n10")).singleElement().asString().contains("warn", said);
    }

    /** Logs of a day of whose ten chunks the lexical judge finds so many used; those of {@link #logs} are all alike to it. */
    private void wording(String day, int used) throws IOException {
        Path file = folder.resolve("logs/date=" + day + "/rows.jsonl");
        Files.createDirectories(file.getParent());
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            List<String> chunks = new ArrayList<>();
            for (int chunk = 0; chunk < CHUNKS; chunk++) {
                int n = 100 * row + chunk;
                chunks.add("the river " + n + " carries stone " + (n + 7) + " past mill " + (n + 31) + " into lake "
                        + (n + 53) + " at noon");
            }
            lines.add(String.format(
                    Locale.ROOT,
                    "{\"sample_id\":\"s%d\",\"input\":\"q\",\"output\":\"%s.\",\"context\":[%s]}",
                    row,
                    String.join(". ", chunks.subList(0, used)),
                    chunks.stream().map(chunk -> "\"" + chunk + ".\"").collect(Collectors.joining(","))));
        }
        Files.write(file, lines);
    }

    @Test
    void underABuiltInJudgeARegressedNightWarnsAndIsNoBaseline() throws Exception {
        int[] used = {8, 8, 8, 4, 4, 4, 4, 4};
        List<String> changes = new ArrayList<>();
        for (int i = 0; i < used.length; i++) {
            String day = "2026-11-0" + (i + 1);
            wording(day, used[i]);
            CommandRun night = night("l" + (i + 1), day, "--judge", "lexical", "--threshold", "ctx_waste=1");
            assertThat(night.exitCode()).as(night.out() + night.err()).isZero();
            changes.addAll(change("l" + (i + 1)));
        }

        assertThat(changes)
                .as("four nights at the new level are more than half of seven, and yet the limit stands")
                .hasSize(5)
                .allSatisfy(row -> assertThat(row).contains(",warn,").contains("of the last 3 good runs"));
        assertThat(Files.readString(entry("l4"))).contains("\"exit_code\" : 0", "\"regressed\" : true");
        assertThat(text("l8", "report.md")).contains("| 2026-11-04 | l4 | warn, changed |");

        CommandRun accepted = CommandRun.of(
                "rescore",
                folder.resolve("out/runs/l8").toString(),
                "--run-id",
                "l8-accepted",
                "--set",
                "history.gate=off");

        assertThat(accepted.exitCode()).as(accepted.out() + accepted.err()).isZero();
        assertThat(Files.readString(entry("l8-accepted"))).contains("\"regressed\" : false");
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void onlyTheFoldersOfTheDaysAskedForAreRead() throws Exception {
        logs("2026-11-01", 80);
        logs("2026-11-03", 60);
        Path other = folder.resolve("logs/date=2026-11-04/rows.jsonl");
        Files.createDirectories(other.getParent());
        Files.writeString(other, "not JSON at all");
        Files.writeString(folder.resolve("logs/beside.jsonl"), "not JSON either");

        CommandRun range = night("range", "2026-11-01..2026-11-03");

        assertThat(range.exitCode()).as(range.out() + range.err()).isZero();
        JsonNode manifest = new PublishedRun(folder.resolve("out/runs/range")).manifest();
        assertThat(manifest.at("/inputs/0/records").asInt()).isEqualTo(2 * ROWS);
        assertThat(manifest.at("/inputs/0/files").asInt()).isEqualTo(2);
        assertThat(manifest.at("/history/night").textValue()).isEqualTo("2026-11-01..2026-11-03");
        assertThat(manifest.get("warnings").toString())
                .contains("nothing is there for 2026-11-02")
                .contains("1 file lies in no folder of a certain day and is left out");
        assertThat(text("range", "summary.csv")).contains(",70.0,");

        CommandRun missing = night("missing", "2026-12-01..2026-12-05");

        assertThat(missing.exitCode()).isEqualTo(4);
        assertThat(missing.err())
                .contains("nothing is there for 2026-12-01..2026-12-05: its folders by day lie between 2026-11-01 and");

        CommandRun rescored = CommandRun.of(
                "rescore",
                folder.resolve("out/runs/range").toString(),
                "--run-id",
                "stricter",
                "--threshold",
                "ctx_waste=75");

        assertThat(rescored.exitCode()).as(rescored.out() + rescored.err()).isEqualTo(1);
        assertThat(new PublishedRun(folder.resolve("out/runs/stricter"))
                        .manifest()
                        .at("/history/night")
                        .textValue())
                .isEqualTo("2026-11-01..2026-11-03");
    }

    @Test
    void aRangeInAPathReadsTheDaysThatAreThereAndNamesTheOthers() throws Exception {
        logs("2026-11-01", 80);
        logs("2026-11-03", 60);
        String input = folder.resolve("logs/date={date}/*.jsonl").toString();

        CommandRun range = night("range", "2026-11-01..2026-11-04", "--input", input);

        assertThat(range.exitCode()).as(range.out() + range.err()).isZero();
        JsonNode manifest = new PublishedRun(folder.resolve("out/runs/range")).manifest();
        assertThat(manifest.get("inputs")).hasSize(2);
        assertThat(manifest.at("/inputs/1/path").textValue()).endsWith("/date=2026-11-03/*.jsonl");
        assertThat(manifest.get("warnings").toString()).contains("nothing is there for 2026-11-02, 2026-11-04 (");
        assertThat(text("range", "config.yaml")).contains("2026-11-03/*.jsonl").doesNotContain("2026-11-02/*.jsonl");

        CommandRun missing = night("missing", "2026-12-01..2026-12-05", "--input", input);

        assertThat(missing.exitCode()).isEqualTo(4);
        assertThat(missing.err()).contains("nothing is there for any day of 2026-12-01..2026-12-05, such as ");
    }

    @Test
    void aDateThatSelectsNothingIsRefused() throws Exception {
        logs("2026-11-01", 80);
        Path flat = Files.createDirectories(folder.resolve("flat"));
        Files.copy(folder.resolve("logs/date=2026-11-01/rows.jsonl"), flat.resolve("rows.jsonl"));

        CommandRun nothing = night("nothing", "2026-11-01", "--input", flat.toString());
        CommandRun named = night("named-2026-11-01", "2026-11-01", "--input", flat.toString());

        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.err()).contains("date: 2026-11-01; selects nothing: no input path");
        assertThat(named.exitCode()).as(named.err()).isZero();
    }
}
