package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions compared, in the run that scored them and afterwards. */
class CompareIT {
    private static final int ROWS = 400;
    private static final double EXACT = 1e-9;

    @TempDir
    Path folder;

    private CommandRun evaluate(String id, String input, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "evaluate", "--input", input, "--judge", "lexical", "--output", folder.toString(), "--run-id", id));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private String run(String id) {
        return folder.resolve("runs").resolve(id).toString();
    }

    private String rows() throws IOException {
        Path file = folder.resolve("rows.jsonl");
        Files.write(file, new GeneratedRows(11).lines(ROWS));
        return file.toString();
    }

    private String text(String id, String file) throws IOException {
        return Files.readString(Path.of(run(id), file));
    }

    @Test
    void aRunComparesItsVersionsOnTheSamplesTheyShare() throws Exception {
        CommandRun evaluated = evaluate("jsonl", rows(), "--rows", "jsonl");

        assertThat(evaluated.out()).contains("v2 against v1 (");
        assertThat(text("jsonl", "report.md")).contains("## v2 against v1");
        CommandRun compared = CommandRun.of("compare", run("jsonl"), "--json");
        assertThat(compared.exitCode()).as(compared.err()).isZero();
        JsonNode figures = PublishedRun.read(compared.out()).get("metrics");
        for (String metric : List.of("ctx_waste", "ctx_tokens", "handoff", "overall")) {
            List<Double> deltas = deltas(metric);
            assertThat(deltas).as(metric).hasSizeGreaterThan(30);
            assertThat(figures.get(metric).get("n_pairs").asInt()).as(metric).isEqualTo(deltas.size());
            assertThat(figures.get(metric).get("n_pos").asLong())
                    .as(metric)
                    .isEqualTo(deltas.stream().filter(delta -> delta > EXACT).count());
        }
        double mean = deltas("ctx_waste").stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        // scores are compared in steps of a hundredth of a point
        assertThat(figures.get("ctx_waste").get("mean").asDouble()).isCloseTo(mean, within(0.01));
    }

    /** Candidate minus base, found again from the rows by hand. */
    private List<Double> deltas(String metric) throws IOException {
        Map<String, Double> base = new HashMap<>();
        Map<String, Double> candidate = new HashMap<>();
        for (JsonNode row : new PublishedRun(Path.of(run("jsonl"))).rows("scores")) {
            if (row.get(metric + "_status").textValue().equals("ok")) {
                Map<String, Double> side =
                        row.get("retriever_version").textValue().equals("v1") ? base : candidate;
                side.put(row.get("sample_id").textValue(), row.get(metric).doubleValue());
            }
        }
        List<Double> deltas = new ArrayList<>();
        base.forEach((id, score) -> {
            Double other = candidate.get(id);
            if (other != null) {
                deltas.add(other - score);
            }
        });
        return deltas;
    }

    @Test
    void theComparisonHasTheSameBytesForAnyFormatOfRowsAndAnyPartitioning() throws Exception {
        String rows = rows();
        String[] slices = {"--group-by", "retriever_version,topic"};
        evaluate("parquet", rows, slices);
        LocalSpark.withPartitions(7, () -> evaluate("csv", rows, slices[0], slices[1], "--rows", "csv"));
        LocalSpark.withPartitions(1, () -> evaluate("jsonl", rows, slices[0], slices[1], "--rows", "jsonl"));

        String comparison = text("parquet", "comparison.csv");

        assertThat(comparison.lines().count()).isGreaterThan(20);
        assertThat(comparison).contains("topic=topic 1");
        assertThat(text("csv", "comparison.csv")).isEqualTo(comparison);
        assertThat(text("jsonl", "comparison.csv")).isEqualTo(comparison);
        String json = CommandRun.of("compare", run("parquet"), "--json").out();
        assertThat(CommandRun.of("compare", run("csv"), "--json").out()).isEqualTo(json);
        assertThat(CommandRun.of("compare", run("jsonl"), "--json").out()).isEqualTo(json);
    }

    @Test
    void aVersionThatFallsBehindTheBaseThatWasNamedFailsTheRun() throws Exception {
        String input = versions(60, "The ferry leaves at nine from the north pier every morning.");

        CommandRun ungated = evaluate("ungated", input, "--metrics", "ctx_waste");
        CommandRun gated = evaluate("gated", input, "--metrics", "ctx_waste", "--set", "compare.base=v1");
        CommandRun turned = evaluate("turned", input, "--metrics", "ctx_waste", "--set", "compare.base=v2");

        assertThat(ungated.exitCode()).as(ungated.err()).isZero();
        assertThat(gated.exitCode()).as(gated.out()).isEqualTo(1);
        assertThat(gated.out()).contains("regressed ctx_waste");
        assertThat(text("gated", "junit.xml"))
                .contains("ctx_waste: no regression")
                .contains("<failure");
        assertThat(turned.exitCode()).as(turned.out()).isZero();
        assertThat(turned.out()).contains("improved ctx_waste");
        CommandRun again = CommandRun.of("compare", run("gated"), "--base", "v1");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err()).contains("the regression gate failed: ctx_waste: the worse end of the interval");
        assertThat(CommandRun.of("compare", run("gated")).exitCode()).isZero();
        assertThat(CommandRun.of("report", run("gated")).exitCode()).isZero();
        assertThat(text("gated", "report.md")).contains("the regression gate fails on");
        for (String table : List.of("thresholds.csv", "summary.csv", "comparison.csv", "ranks.csv", "worst.jsonl")) {
            Path file = Path.of(run("gated"), table);
            String whole = Files.readString(file);
            String junit = text("gated", "junit.xml");
            for (String damaged : List.of("", whole.substring(0, whole.lastIndexOf('\n', whole.length() - 2) + 1))) {
                Files.writeString(file, damaged);
                CommandRun cut = CommandRun.of("report", run("gated"));
                assertThat(cut.exitCode()).as(table).isNotZero();
                assertThat(cut.err()).contains(table).doesNotContain("Exception");
            }
            assertThat(text("gated", "junit.xml")).isEqualTo(junit);
            Files.writeString(file, whole);
        }
        Files.delete(Path.of(run("gated"), "comparison.csv"));
        CommandRun without = CommandRun.of("report", run("gated"));
        assertThat(without.exitCode()).isNotZero();
        assertThat(without.err()).contains("comparison.csv is not there");
    }

    /** Questions of which v1 retrieves what the output says and v2 a chunk of no use besides. */
    private String versions(int questions, String useless) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < questions; i++) {
            String fact = "House " + i + " was built in " + (1800 + i) + " by a mason from the valley.";
            for (int version = 1; version <= 2; version++) {
                String more = version == 2 ? ",\"" + useless + "\"" : "";
                lines.add("{\"sample_id\":\"q" + i + "\",\"retriever_version\":\"v" + version
                        + "\",\"input\":\"Who built house " + i + "?\",\"output\":\"" + fact + "\",\"context\":[\""
                        + fact + "\"" + more + "]}");
            }
        }
        Path file = folder.resolve("versions.jsonl");
        Files.write(file, lines);
        return file.toString();
    }

    @Test
    void aGateThatCannotBeToldLeavesTheRunIncomplete() throws Exception {
        CommandRun run = evaluate("absent", rows(), "--metrics", "ctx_tokens", "--set", "compare.base=v0");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        assertThat(run.out()).contains("compare.base: v0", "no row has this retriever_version");
    }

    @Test
    void thatNobodyJudgesIsSaid() throws Exception {
        String[] unjudged = {"evaluate", "--input", rows(), "--judge", "none", "--output", folder.toString()};
        CommandRun run = CommandRun.of(unjudged);
        List<String> some = new ArrayList<>(List.of(unjudged));
        some.addAll(List.of("--metrics", "ctx_tokens"));
        CommandRun named = CommandRun.of(some.toArray(String[]::new));

        assertThat(run.out().replaceAll("\\s+", " "))
                .contains(
                        "warning: judge.kind: none; nobody judges ctx_waste and ctx_suff, and no threshold holds them in this run");
        assertThat(named.out()).doesNotContain("nobody judges");
    }

    @Test
    void rowsOfAConversationAreResampledTogether() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line : new GeneratedRows(5).lines(ROWS)) {
            int sample = Integer.parseInt(line.replaceFirst("(?s).*\"sample_id\":\"s-0*(\\d+)\".*", "$1"));
            lines.add("{\"cluster_id\":\"c" + sample / 10 + "\"," + line.substring(1));
        }
        Path file = folder.resolve("clustered.jsonl");
        Files.write(file, lines);
        evaluate("one", file.toString());
        LocalSpark.withPartitions(5, () -> evaluate("five", file.toString(), "--rows", "csv"));

        JsonNode one =
                PublishedRun.read(CommandRun.of("compare", run("one"), "--json").out());

        assertThat(one.get("clustered").booleanValue()).isTrue();
        assertThat(one.get("metrics").get("ctx_waste").get("effective_clusters").asDouble())
                .isBetween(2.0, 20.0);
        assertThat(text("five", "comparison.csv")).isEqualTo(text("one", "comparison.csv"));
    }

    static Stream<JsonNode> deltasOfTheGolden() throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/golden/metrics/statistics.jsonl")).stream()
                .map(CompareIT::json)
                .filter(line -> line.get("kind").asText().equals("paired_deltas_centi"));
    }

    private static JsonNode json(String line) {
        try {
            return PublishedRun.read(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("deltasOfTheGolden")
    void plainTablesComeToTheReferencesFigures(JsonNode golden) throws Exception {
        List<Integer> deltas = new ArrayList<>();
        golden.get("d").forEach(delta -> deltas.add(delta.intValue()));
        Path base = folder.resolve("base.csv");
        Path candidate = folder.resolve("candidate.jsonl");
        Files.writeString(base, "sample_id,score\n" + lines(deltas, "s%d,%.2f\n", 0));
        Files.writeString(candidate, lines(deltas, "{\"sample_id\":\"s%d\",\"score\":%.2f}\n", 1));

        CommandRun run = CommandRun.of(
                "compare", "--base", base.toString(), "--candidate", candidate.toString(), "--json", "--margin", "100");

        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode found = PublishedRun.read(run.out()).get("metrics").get("score");
        JsonNode expected = golden.get("expect");
        assertThat(found.get("n_pairs").asInt()).isEqualTo(deltas.size());
        assertThat(found.get("n_neg").asInt()).isEqualTo(expected.get("n_neg").asInt());
        assertThat(found.get("n_pos").asInt()).isEqualTo(expected.get("n_pos").asInt());
        assertThat(100 * found.get("mean").asDouble())
                .isCloseTo(expected.get("mean").asDouble(), within(EXACT));
        for (String figure : List.of("w_plus", "p_wilcoxon_pratt_cc", "p_sign")) {
            assertThat(found.get(figure).asDouble())
                    .as(figure)
                    .isCloseTo(expected.get(figure).asDouble(), within(EXACT));
        }
    }

    private static String lines(List<Integer> deltas, String form, int times) {
        StringBuilder lines = new StringBuilder();
        IntStream.range(0, deltas.size())
                .forEach(i -> lines.append(String.format(Locale.ROOT, form, i, 50 + times * deltas.get(i) / 100.0)));
        return lines.toString();
    }

    @Test
    void scoresMadeInDifferentWaysAreComparedOnlyIfToldTo() throws Exception {
        String rows = rows();
        evaluate("chunk", rows, "--metrics", "ctx_waste");
        evaluate("token", rows, "--metrics", "ctx_waste", "--set", "ctx-waste.weighting=token");
        String[] arguments = {
            "compare",
            "--base",
            run("chunk"),
            "--base-version",
            "v1",
            "--candidate",
            run("token"),
            "--candidate-version",
            "v1"
        };

        CommandRun refused = CommandRun.of(arguments);
        List<String> told = new ArrayList<>(List.of(arguments));
        told.add("--override");
        told.add("--margin");
        told.add("100");
        CommandRun compared = CommandRun.of(told.toArray(String[]::new));

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("the weighting differs", "--override");
        assertThat(compared.exitCode()).as(compared.err()).isZero();
        assertThat(compared.err()).contains("in spite of: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sample_id,score\na,fifty\n|column score: \"fifty\" is no number",
                "sample_id,score\na,101\n|101 is not on the scale 0.0..100.0; say --scale score=LEAST:MOST",
                "id,score\na,1\n|has no column sample_id",
                "sample_id,score\n,1\n|record 1: has no sample_id",
                "sample_id,score\na,1,2\n|has 3 cells, the header 2",
                "sample_id,score\na,1\na,2\nb,3\n|share their sample_id",
                "sample_id,k,score\na,1,2\nb,3,ERROR\n|column score: \"ERROR\" is no number",
                "sample_id,score\nx,1\ny,2\n|share no sample_id (2 and 2 rows)",
                "sample_id,k,score\na,1,0x1p3\n|column score: \"0x1p3\" is no number",
                "sample_id,k,score\na,1,Infinity\n|column score: \"Infinity\" is no number",
                "sample_id,k,score\na,1,5d\n|column score: \"5d\" is no number",
                "sample_id,score\n|has no rows",
                "sample_id,score,score\na,1,1\n|contains a duplicate name"
            })
    void aTableThatIsNoneIsRefusedWithItsPlace(String line) throws Exception {
        String[] parts = line.split("\\|", 2);
        Path base = folder.resolve("bad.csv");
        Files.writeString(base, parts[0]);
        Path candidate = folder.resolve("good.csv");
        Files.writeString(candidate, "sample_id,score\na,1\nb,2\n");

        CommandRun run = CommandRun.of("compare", "--base", base.toString(), "--candidate", candidate.toString());

        assertThat(run.exitCode()).isIn(2, 4);
        assertThat(run.err()).contains(parts[1]).doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"sample_id\":\"a\",\"score\":1} {\"sample_id\":\"b\",\"score\":2}",
                "{\"sample_id\":\"a\",\"score\":1,\"score\":2}"
            })
    void aLineOfJsonThatIsNotOneObjectIsRefusedWithItsNumber(String line) throws Exception {
        Path base = folder.resolve("bad.jsonl");
        Files.writeString(base, "{\"sample_id\":\"b\",\"score\":1}\n" + line + "\n");
        Path candidate = folder.resolve("good.csv");
        Files.writeString(candidate, "sample_id,score\na,1\nb,2\n");

        CommandRun run = CommandRun.of("compare", "--base", base.toString(), "--candidate", candidate.toString());

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("line 2: is no JSON");
    }

    @Test
    void aMetricThatTheCandidateLostLeavesTheGateUntold() throws Exception {
        StringBuilder before = new StringBuilder("sample_id,q,r\n");
        StringBuilder after = new StringBuilder("sample_id,q,r\n");
        for (int row = 0; row < 40; row++) {
            before.append("s").append(row).append(",50,60\n");
            after.append("s").append(row).append(row == 0 ? ",50,60\n" : ",,60\n");
        }
        Path base = Files.writeString(folder.resolve("before.csv"), before);
        Path candidate = Files.writeString(folder.resolve("after.csv"), after);

        CommandRun run = CommandRun.of("compare", "--base", base.toString(), "--candidate", candidate.toString());
        Files.writeString(candidate, after.toString().replace("s0,50", "s0,"));
        CommandRun none = CommandRun.of("compare", "--base", base.toString(), "--candidate", candidate.toString());

        assertThat(run.exitCode()).as(run.out()).isEqualTo(3);
        assertThat(run.err())
                .contains(
                        "the regression gate can't be told: q: 1 pair of 40 rows of the base (2.5 %)",
                        "39 have a score on one side only");
        assertThat(none.exitCode()).as(none.out()).isEqualTo(3);
        assertThat(none.err()).contains("column q: no row has a number", "can't be told: q: 0 pairs of 40 rows");
        assertThat(none.out()).contains("no pair has a score on both sides in q");
    }

    @Test
    void rowsThatTheCandidateLostAndFallsOfFewPairsAreNoPass() throws Exception {
        StringBuilder before = new StringBuilder("sample_id,q\n");
        StringBuilder after = new StringBuilder("sample_id,q\n");
        StringBuilder few = new StringBuilder("sample_id,q\n");
        for (int row = 0; row < 40; row++) {
            before.append("s").append(row).append(",80\n");
            after.append(row == 0 ? "s0,80\n" : "");
            few.append(row < 12 ? "s" + row + ",13.33\n" : "");
        }
        Path base = Files.writeString(folder.resolve("before.csv"), before);
        Path lost = Files.writeString(folder.resolve("lost.csv"), after);
        Path fell = Files.writeString(folder.resolve("fell.csv"), few);
        Path twelve =
                Files.writeString(folder.resolve("twelve.csv"), few.toString().replace("13.33", "80"));

        CommandRun one = CommandRun.of("compare", "--base", base.toString(), "--candidate", lost.toString());
        CommandRun dozen = CommandRun.of("compare", "--base", twelve.toString(), "--candidate", fell.toString());

        assertThat(one.exitCode()).as(one.out()).isEqualTo(3);
        assertThat(one.err())
                .contains("q: 1 pair of 40 rows of the base (2.5 %)", "39 have no single partner in the candidate");
        assertThat(one.out()).contains("(1 pair)");
        assertThat(dozen.exitCode()).as(dozen.out()).isEqualTo(3);
        assertThat(dozen.err()).contains("q: 12 pairs; a verdict needs at least 30", "-66.67 points");
        assertThat(CommandRun.of(
                                "compare",
                                "--base",
                                twelve.toString(),
                                "--candidate",
                                fell.toString(),
                                "--margin",
                                "100")
                        .exitCode())
                .isZero();
    }

    @Test
    void aVersionThatLostRowsLeavesTheRunIncomplete() throws Exception {
        Path input = Path.of(versions(60, "The ferry leaves at nine from the north pier every morning."));
        List<String> kept = Files.readAllLines(input).stream()
                .filter(line ->
                        line.contains("\"v2\"") || Integer.parseInt(line.replaceFirst(".*\"q(\\d+)\".*", "$1")) < 40)
                .toList();
        Files.write(input, kept);

        CommandRun run =
                evaluate("lost", input.toString(), "--metrics", "ctx_waste,ctx_tokens", "--set", "compare.base=v2");
        CommandRun other = evaluate(
                "other",
                input.toString(),
                "--metrics",
                "ctx_waste",
                "--set",
                "compare.base=v2",
                "--set",
                "compare.metrics=ctx_suff");

        assertThat(run.exitCode()).as(run.out()).isEqualTo(3);
        assertThat(run.out()).contains("the regression gate can't be told: ctx_waste: 40 pairs of 60 rows of the base");
        assertThat(text("lost", "report.md")).contains("the regression gate can't be told for **ctx_waste**");
        assertThat(text("lost", "junit.xml")).contains("ctx_waste: no regression", "<error");
        assertThat(other.exitCode()).as(other.out()).isEqualTo(3);
        assertThat(other.out()).contains("compare.metrics: ctx_suff; the run doesn't compute it");
    }

    @Test
    void aTableInAnotherEncodingIsRefused() throws Exception {
        Path base = folder.resolve("latin.csv");
        Files.writeString(base, "sample_id,score\n\u00e91,1\n", StandardCharsets.ISO_8859_1);
        Path labels = folder.resolve("latin.jsonl");
        Files.writeString(labels, "{\"sample_id\":\"\u00e91\",\"score\":1}\n", StandardCharsets.ISO_8859_1);
        Path candidate = folder.resolve("good.csv");
        Files.writeString(candidate, "sample_id,score\na,1\nb,2\n");

        for (Path other : List.of(base, labels)) {
            CommandRun run = CommandRun.of("compare", "--base", other.toString(), "--candidate", candidate.toString());

            assertThat(run.exitCode()).as(run.err()).isEqualTo(4);
            assertThat(run.err()).contains(other.getFileName() + ": is not UTF-8");
        }
    }

    @Test
    void aBareNaNIsARowWithoutAScore() throws Exception {
        Path base = folder.resolve("python.jsonl");
        Files.writeString(base, "{\"sample_id\":\"a\",\"score\":NaN}\n{\"sample_id\":\"b\",\"score\":1.5}\n");

        Path candidate = Files.copy(base, folder.resolve("again.jsonl"));

        CommandRun run = CommandRun.of(
                "compare", "--base", base.toString(), "--candidate", candidate.toString(), "--margin", "100");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("(1 pair)");
    }

    @Test
    void aByteOrderMarkIsNoPartOfAName() throws Exception {
        Path base = folder.resolve("mark.csv");
        Files.writeString(base, "\uFEFFsample_id, score\na,1\nb,2\n");
        Path candidate = folder.resolve("mark.jsonl");
        Files.writeString(candidate, "\uFEFF{\"sample_id\":\"a\",\"score\":1}\n");

        CommandRun run = CommandRun.of(
                "compare", "--base", base.toString(), "--candidate", candidate.toString(), "--margin", "100");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("(1 pair)");
    }

    @Test
    void optionsThatNameNothingAndFilesThatAreNoneAreRefused() throws Exception {
        Path table = folder.resolve("table.csv");
        Files.writeString(table, "sample_id,score\na,1\nb,2\n");
        Path parquet = folder.resolve("bad.parquet");
        Files.writeString(parquet, "PAR1garbagePAR1");
        String[] sides = {
            "compare",
            "--base",
            table.toString(),
            "--candidate",
            table.resolveSibling("./table.csv").toString()
        };

        for (String[] wrong : List.of(
                new String[] {"--scale", "skore=0:1"},
                new String[] {"--threshold", "skore=1"},
                new String[] {"--threshold", "score=NaN"},
                new String[] {"--threshold", "score=-5"})) {
            CommandRun run = CommandRun.of(sides[0], sides[1], sides[2], sides[3], sides[4], wrong[0], wrong[1]);
            assertThat(run.exitCode()).as(wrong[1]).isEqualTo(2);
            assertThat(run.err()).contains(wrong[0]);
        }
        CommandRun damaged = CommandRun.of("compare", "--base", table.toString(), "--candidate", parquet.toString());
        assertThat(damaged.exitCode()).isEqualTo(4);
        assertThat(damaged.err()).contains("bad.parquet: is no Parquet table");
    }

    @Test
    void aRunOfWhichAFileIsGoneIsNotComparedAsIfItWereWhole() throws Exception {
        LocalSpark.withPartitions(3, () -> evaluate("cut", rows(), "--metrics", "ctx_tokens", "--rows", "jsonl"));
        try (Stream<Path> files = Files.list(Path.of(run("cut"), "scores"))) {
            Files.delete(files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .findFirst()
                    .orElseThrow());
        }

        CommandRun run = CommandRun.of("compare", run("cut"));

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("a file is missing");
    }

    @Test
    void aScoreThatIsNoNumberIsRefusedWithTheRunsFolder() throws Exception {
        LocalSpark.withPartitions(1, () -> evaluate("odd", rows(), "--metrics", "ctx_tokens", "--rows", "jsonl"));
        try (Stream<Path> files = Files.list(Path.of(run("odd"), "scores"))) {
            Path part = files.filter(file -> file.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(
                    part, Files.readString(part).replaceFirst("\"ctx_tokens\":[0-9.]+", "\"ctx_tokens\":\"abc\""));
        }

        CommandRun run = CommandRun.of("compare", run("odd"));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(4);
        assertThat(run.err()).contains(run("odd") + ": its scores can't be read: ");
    }

    @Test
    void whatIsAskedWronglyIsSaidAtOnce() throws Exception {
        evaluate("one", rows(), "--metrics", "ctx_tokens");

        CommandRun version = CommandRun.of("compare", run("one"), "--base", "v3");
        CommandRun column = CommandRun.of("compare", run("one"), "--by", "language");
        CommandRun metric = CommandRun.of("compare", run("one"), "--by", "ctx_tokens");
        CommandRun several =
                CommandRun.of("compare", "--base", run("one"), "--candidate", run("one"), "--base-version", "v1");
        CommandRun nothing = CommandRun.of("compare");

        assertThat(version.exitCode()).isEqualTo(2);
        assertThat(version.err()).contains("no row has the retriever_version v3", "v1, v2");
        assertThat(column.exitCode()).isEqualTo(2);
        assertThat(column.err())
                .contains("--by: language; scores/ of " + run("one") + " has no such column; there are ")
                .contains("retriever_version");
        assertThat(metric.exitCode()).isEqualTo(2);
        assertThat(metric.err()).contains("--by: ctx_tokens; is a column that scores/ always has");
        assertThat(several.exitCode()).isEqualTo(2);
        assertThat(several.err()).contains("rows of several versions (retriever_version: v1, v2)");
        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.err()).contains("needs the folder of a RUN, or both");

        Path config = Path.of(run("one"), "config.yaml");
        String whole = Files.readString(config);
        Files.writeString(config, whole.substring(0, whole.indexOf("path")) + "\"");
        CommandRun cut = CommandRun.of("compare", run("one"));
        CommandRun rescored = CommandRun.of("rescore", run("one"));

        for (CommandRun refused : List.of(cut, rescored)) {
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err())
                    .contains(config + ": was cut or changed after the run was published")
                    .contains("put it back as it was, or evaluate again")
                    .contains(config + " line ");
        }
    }
}
