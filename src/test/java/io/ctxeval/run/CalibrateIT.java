package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import io.ctxeval.SparkForTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs whose verdicts are given with the rows, beside labels that were planted to differ from them in known places. Of row i of 80 the
 * judge grades four aspects, of which i mod 5 are covered; a human calls three and four sufficient, except in every tenth row.
 */
class CalibrateIT {
    private static final int ROWS = 80;

    @TempDir
    static Path folder;

    private static String run;

    @BeforeAll
    static void evaluateOnce() throws IOException {
        SparkForTests.session();
        run = evaluate("parquet");
    }

    private static String rows() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            List<String> statuses = new ArrayList<>();
            for (int aspect = 0; aspect < 4; aspect++) {
                statuses.add(aspect < i % 5 ? "\"covered\"" : "\"missing\"");
            }
            String pairs = i % 2 == 0 ? "[[0,1]]" : "[]";
            lines.add("{\"sample_id\":\"s" + i + "\",\"retriever_version\":\"v1\",\"input\":\"Who and when " + i
                    + "?\",\"output\":\"It was so in " + i + ".\",\"context\":[\"one " + i + "\",\"two " + i
                    + "\",\"one " + i
                    + "\"],\"ctx_waste_judgement\":"
                    + (i == 7
                            ? "{\"used\":[true]}"
                            : "{\"used\":[true,false,true],\"redundant_groups\":[],\"contradictory_pairs\":" + pairs
                                    + "}")
                    + ",\"ctx_suff_judgement\":[" + String.join(",", statuses) + "]}");
        }
        Path file = folder.resolve("rows.jsonl");
        Files.write(file, lines);
        return file.toString();
    }

    private static boolean sufficient(int i) {
        return i % 5 >= 3 != (i % 10 == 3);
    }

    private static List<String> labels() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            lines.add("{\"sample_id\":\"s" + i + "\",\"sufficient\":" + sufficient(i) + ",\"used\":[true,"
                    + (i % 4 == 0) + ",null],\"contradictory_pairs\":" + (i % 4 == 0 ? "[[1,2]]" : "[]")
                    + ",\"redundant_groups\":[[0,2]]}");
        }
        return lines;
    }

    private static String file(String name, List<String> lines) throws IOException {
        Path file = folder.resolve(name);
        Files.write(file, lines);
        return file.toString();
    }

    private static String evaluate(String id, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "evaluate",
                "--input",
                rows(),
                "--judge",
                "given",
                "--metrics",
                "ctx_waste,ctx_suff",
                "--output",
                folder.toString(),
                "--run-id",
                id));
        arguments.addAll(List.of(more));
        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        return folder.resolve("runs").resolve(id).toString();
    }

    private static CommandRun calibrate(String run, String labels, String... more) {
        List<String> arguments = new ArrayList<>(List.of("calibrate", "--run", run, "--labels", labels));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    @Test
    void findsWhatWasPlanted() throws Exception {
        CommandRun calibrated = calibrate(run, file("labels.jsonl", labels()), "--json");

        assertThat(calibrated.exitCode()).as(calibrated.err()).isZero();
        JsonNode results = PublishedRun.read(calibrated.out()).get("results");
        JsonNode sufficient = results.get("sufficient");
        // at 80 only four of four pass: i mod 5 = 4; the humans' yes: 4 always, 3 unless i mod 10 = 3
        assertThat(counts(sufficient)).containsExactly(16, 0, 8, 56);
        assertThat(sufficient.get("auroc").asDouble()).isCloseTo(auroc(), within(1e-12));
        assertThat(sufficient.get("auroc_low").asDouble()).isLessThan(auroc());
        JsonNode threshold = sufficient.get("threshold");
        assertThat(threshold.get("threshold").asDouble()).isIn(75.0, 100.0);
        assertThat(threshold.get("calibration").get("n").asInt()
                        + threshold.get("held_out").get("n").asInt())
                .isEqualTo(ROWS);
        // all rows are labelled: the estimate is the humans' own share
        assertThat(sufficient.get("human_rate").get("estimate").asDouble()).isCloseTo(24.0 / ROWS, within(1e-9));
        assertThat(sufficient.get("human_rate").get("exact").asBoolean()).isTrue();
        assertThat(sufficient.get("human_rate").get("low").isNull()).isTrue();
        JsonNode used = results.get("used");
        assertThat(used.get("unscored").get("judge_invalid").asInt()).isEqualTo(1);
        assertThat(used.get("failed_share").asDouble()).isEqualTo(1.0 / ROWS);
        assertThat(counts(used)).containsExactly(ROWS - 1, 0, 20, ROWS - 1 - 20);
        // chunk 2 is a copy of 0, so [1,2] means the pair that the judge calls [0,1]
        assertThat(counts(results.get("contradictory_pairs"))).containsExactly(20, 20, 0, ROWS - 1 - 40);
        assertThat(counts(results.get("redundant_groups")))
                .as("copies are no pair")
                .containsExactly(0, 0, 0, ROWS - 1);
        assertThat(results.get("redundant_groups").get("kappa").isNull()).isTrue();
    }

    private static List<Integer> counts(JsonNode figures) {
        return List.of(
                figures.get("tp").asInt(),
                figures.get("fp").asInt(),
                figures.get("fn").asInt(),
                figures.get("tn").asInt());
    }

    private static double auroc() {
        double won = 0;
        int pairs = 0;
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < ROWS; j++) {
                if (sufficient(i) && !sufficient(j)) {
                    won += i % 5 > j % 5 ? 1 : i % 5 == j % 5 ? 0.5 : 0;
                    pairs++;
                }
            }
        }
        return won / pairs;
    }

    @Test
    void neitherTheFormatOfRowsNorThatOfLabelsMatters() throws Exception {
        String jsonLines = file("labels.jsonl", labels());
        List<String> csv = new ArrayList<>(List.of("sample_id,sufficient,used,contradictory_pairs,redundant_groups"));
        for (int i = ROWS - 1; i >= 0; i--) {
            csv.add(String.format(
                    Locale.ROOT,
                    "s%d,%s,\"[1,%d,null]\",\"%s\",\"[[0,2]]\"",
                    i,
                    sufficient(i),
                    i % 4 == 0 ? 1 : 0,
                    i % 4 == 0 ? "[[1,2]]" : "[]"));
        }
        String parquet = folder.resolve("labels.parquet").toString();
        SparkSession spark = SparkForTests.session();
        spark.read()
                .schema("sample_id string, sufficient boolean, used array<boolean>,"
                        + " contradictory_pairs array<array<int>>, redundant_groups array<array<int>>")
                .json(jsonLines)
                .write()
                .parquet(parquet);

        JsonNode expected = results(run, jsonLines);

        assertThat(results(evaluate("jsonl", "--rows", "jsonl"), file("labels.csv", csv)))
                .isEqualTo(expected);
        assertThat(results(evaluate("csv", "--rows", "csv"), parquet)).isEqualTo(expected);
    }

    private static JsonNode results(String run, String labels) throws IOException {
        CommandRun calibrated = calibrate(run, labels, "--json");
        assertThat(calibrated.exitCode()).as(calibrated.err()).isZero();
        return PublishedRun.read(calibrated.out()).get("results");
    }

    @Test
    void aReaderIsToldTheSame() throws Exception {
        CommandRun calibrated = calibrate(
                run, file("labels.jsonl", labels()), "--target-precision", "0.9", "--repeat", evaluate("again"));

        assertThat(calibrated.exitCode()).as(calibrated.err()).isZero();
        assertThat(calibrated.out())
                .contains("80 labelled rows", "seed 20261130", "sufficient", "given", "the other half")
                .contains("the highest recall at precision 0.900")
                .contains(
                        "used: 79 of 80 labelled rows compared; counted apart, neither right nor wrong: judge_invalid 1")
                .contains("ctx_suff judged 2 times, 80 rows: pass flips on 0.0 %");
    }

    @Test
    void repeatsWhoseIdsAreNotTheirOwnAreRefused() throws Exception {
        String again = evaluate("twice");
        Path scores = Path.of(again, "scores");
        List<Path> parts;
        try (Stream<Path> files = Files.list(scores)) {
            parts = files.filter(file -> file.toString().endsWith(".parquet")).toList();
        }
        for (Path part : parts) {
            Files.copy(part, scores.resolve("copy-" + part.getFileName()));
        }
        Path manifest = Path.of(again, "run.json");
        Files.writeString(
                manifest, Files.readString(manifest).replaceFirst("\"scores\" : " + ROWS, "\"scores\" : " + 2 * ROWS));

        CommandRun refused = calibrate(run, file("labels.jsonl", labels()), "--repeat", again);

        assertThat(refused.exitCode()).as(refused.out() + refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("--repeat: " + again + " has 2 rows of s0", "can't be told apart");
    }

    @Test
    void aRepeatOfOtherRowsIsRefused() throws Exception {
        Path other = folder.resolve("other-rows.jsonl");
        Files.writeString(other, Files.readString(Path.of(rows())).replace("\"sample_id\":\"s", "\"sample_id\":\"t"));
        CommandRun evaluated = CommandRun.of(
                "evaluate",
                "--input",
                other.toString(),
                "--judge",
                "given",
                "--metrics",
                "ctx_waste,ctx_suff",
                "--output",
                folder.toString(),
                "--run-id",
                "unrelated");
        assertThat(evaluated.exitCode()).as(evaluated.err()).isIn(0, 1);
        String unrelated = folder.resolve("runs").resolve("unrelated").toString();

        CommandRun refused = calibrate(run, file("labels.jsonl", labels()), "--repeat", unrelated);

        assertThat(refused.exitCode()).as(refused.out()).isEqualTo(2);
        assertThat(refused.err())
                .contains("--repeat: " + unrelated + "; no row has a score in both this run and " + run);
    }

    @Test
    void aJudgeWorseThanChanceIsSaidAndGetsNoThreshold() throws Exception {
        List<String> reversed = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            reversed.add("{\"sample_id\":\"s" + i + "\",\"sufficient\":" + (i % 5 < 3) + "}");
        }

        CommandRun calibrated = calibrate(run, file("reversed.jsonl", reversed));

        assertThat(calibrated.exitCode()).as(calibrated.out()).isEqualTo(4);
        assertThat(calibrated.out())
                .contains("no threshold for sufficient: the judge is worse than chance", "AUROC 0.000");
    }

    @Test
    void tooFewLabelsGiveFiguresButNoThreshold() throws Exception {
        CommandRun calibrated = calibrate(run, file("labels.jsonl", labels().subList(0, 49)));

        assertThat(calibrated.exitCode()).isEqualTo(4);
        assertThat(calibrated.err())
                .contains("refused: sufficient: a threshold needs at least 50 rows with a label and a score");
        assertThat(calibrated.out()).contains("kappa");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"sample_id\":\"s1\",\"used\":[true]}|4|line 1, used: has 1 value; sample s1 has 3 chunks",
                "{\"sample_id\":\"s1\",\"contradictory_pairs\":[[0,3]]}|4|names chunk 3; sample s1 has the chunks 0 to 2",
                "{\"sample_id\":\"x\",\"sufficient\":true}|4|none of its 1 labelled sample is in",
                "{\"sample_id\":\"s1\",\"score\":50}|2|--score-of: is missing; which metric is the label score about?",
                "{\"sample_id\":\"s1\",\"sufficient\":\"perhaps\"}|4|line 1, sufficient: perhaps; must be true or false",
                "[1]|4|line 1: is no JSON object",
                "{\"sample_id\":\"s7\",\"used\":[true]}|4|the run has no verdict for any labelled row"
            })
    void labelsThatDontFitAreRefusedWithTheirPlace(String line, int exitCode, String message) throws Exception {
        CommandRun calibrated = calibrate(run, file("bad.jsonl", List.of(line)));

        assertThat(calibrated.exitCode()).as(calibrated.err()).isEqualTo(exitCode);
        assertThat(calibrated.err()).contains(message).doesNotContain("Exception");
    }

    @Test
    void aRowThatIsLabelledWithAndWithoutItsVersionIsRefused() throws Exception {
        List<String> twice = List.of(
                "{\"sample_id\":\"s0\",\"sufficient\":true}",
                "{\"sample_id\":\"s0\",\"retriever_version\":\"v1\",\"sufficient\":false}");

        CommandRun calibrated = calibrate(run, file("twice.jsonl", twice));

        assertThat(calibrated.exitCode()).as(calibrated.err()).isEqualTo(4);
        assertThat(calibrated.err()).contains("line 2, sample_id: s0 has labels already, in ", "with and without");
    }

    @Test
    void whatIsAskedWronglyIsSaidAtOnce() throws Exception {
        String labels = file("labels.jsonl", labels());

        assertThat(calibrate(run, labels, "--target-precision", "1.5", "--by", "sample_id")
                        .err())
                .contains("--target-precision: 1.5; must be above 0, at most 1", "--by: sample_id");
        CommandRun nowhere = calibrate(folder.resolve("nowhere").toString(), labels);
        assertThat(nowhere.exitCode()).isEqualTo(2);
        assertThat(nowhere.err()).contains("is not a published run");
        CommandRun noLabels = calibrate(run, folder.resolve("none.csv").toString());
        assertThat(noLabels.exitCode()).isEqualTo(4);
        assertThat(noLabels.err()).contains("nothing is there");
        assertThat(calibrate(run, labels, "--score-of", "ctx_sufi").err()).contains("did you mean ctx_suff?");
        assertThat(CommandRun.of("calibrate", "--run", run).exitCode()).isEqualTo(2);
    }

    @Test
    void scoresAreComparedWithTheMetricThatIsNamed() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            lines.add("s" + i + "," + (25 * (i % 5) * 0.9));
        }
        lines.add(0, "sample_id,score");

        CommandRun calibrated = calibrate(run, file("scores.csv", lines), "--score-of", "ctx_suff", "--json");

        JsonNode score = PublishedRun.read(calibrated.out()).get("results").get("score");
        assertThat(score.get("spearman").asDouble()).isCloseTo(1, within(1e-12));
        assertThat(score.get("absolute_difference").asDouble()).isCloseTo(5, within(1e-9));
        // 80 rows of mean 50, humans 5 lower
        assertThat(score.get("human_mean").get("judged_mean").asDouble()).isCloseTo(50, within(1e-9));
        assertThat(score.get("human_mean").get("estimate").asDouble()).isCloseTo(45, within(1e-9));
    }

    @Test
    void versionsOfOneSampleAreToldApartByTheLabels() throws Exception {
        List<String> rows = new ArrayList<>(Files.readAllLines(Path.of(rows())));
        rows.addAll(rows.stream()
                .map(line -> line.replace("\"v1\"", "\"v2\"").replace("\"covered\"", "\"missing\""))
                .toList());
        String input = file("versions.jsonl", rows);
        CommandRun evaluated = CommandRun.of(
                "evaluate",
                "--input",
                input,
                "--judge",
                "given",
                "--metrics",
                "ctx_suff",
                "--output",
                folder.toString(),
                "--run-id",
                "versions");
        assertThat(evaluated.exitCode()).as(evaluated.err()).isIn(0, 1);
        String both = folder.resolve("runs").resolve("versions").toString();
        List<String> told = labels().stream()
                .map(line -> line.replaceFirst("\"sufficient\"", "\"retriever_version\":\"v2\",\"sufficient\""))
                .toList();

        CommandRun ambiguous = calibrate(both, file("labels.jsonl", labels()));
        CommandRun clear = calibrate(both, file("told.jsonl", told), "--json");

        assertThat(ambiguous.exitCode()).isEqualTo(2);
        assertThat(ambiguous.err())
                .contains(
                        "the run has 2 rows of s0 (retriever_version: v1, v2); say which in a column retriever_version");
        assertThat(clear.exitCode()).as("v2 says the same of every row").isEqualTo(4);
        assertThat(clear.err())
                .contains(
                        "refused: sufficient: the judge is no better than chance at telling true from false: AUROC 0.500");
        CommandRun read = calibrate(both, file("told.jsonl", told));
        assertThat(read.out())
                .contains("share of sufficient that humans find in all 80 rows of the labelled version v2: ");
        assertThat(PublishedRun.read(clear.out()).get("versions")).hasToString("[\"v2\"]");
        assertThat(clear.err()).contains("the label used is left out: the run has no ctx_waste");
        JsonNode sufficient = PublishedRun.read(clear.out()).get("results").get("sufficient");
        assertThat(counts(sufficient)).as("v2 covers nothing").containsExactly(0, 0, 24, 56);
        assertThat(sufficient.get("human_rate").get("judged").asInt()).isEqualTo(ROWS);
    }
}
