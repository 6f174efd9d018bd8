package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user gets to read, and the exit code, for input that can't be used as asked. Never a stack trace. */
class BadInputIT {
    private static final String GOOD =
            "{\"sample_id\":\"a\",\"input\":\"where?\",\"output\":\"in Paris\",\"context\":[\"in Paris\"]}";

    /** Bytes of the header that each member begins with. */
    private static final int BZIP2_BLOCK_MARK = 4;

    @TempDir
    Path folder;

    @Test
    void refusesAnInputThatIsNotThere() throws Exception {
        CommandRun run = evaluate(folder.resolve("nothing.jsonl"));

        assertRefused(run, 4, "nothing.jsonl");
    }

    @Test
    void refusesAnEmptyInput() throws Exception {
        CommandRun run = evaluate(write("empty.jsonl", ""));

        assertRefused(run, 4, "empty.jsonl");
        assertThat(run.err()).contains("no rows");
    }

    @Test
    void refusesATornGzipAndNamesIt() throws Exception {
        byte[] whole = gzip((GOOD + "\n").repeat(2000));
        Path torn = folder.resolve("torn.jsonl.gz");
        Files.write(torn, Arrays.copyOf(whole, whole.length / 2));

        CommandRun run = evaluate(torn);

        assertRefused(run, 4, "torn.jsonl.gz");
    }

    @Test
    void usesWhatCanBeReadOfATornGzipWhereAskedTo() throws Exception {
        byte[] whole = gzip((GOOD + "\n").repeat(2000));
        Files.write(folder.resolve("torn.jsonl.gz"), Arrays.copyOf(whole, whole.length / 2));
        write("whole.jsonl", GOOD + "\n");
        Path config =
                write("config.yaml", "inputs:\n  - path: " + folder.resolve("*.jsonl*") + "\n    damaged: skip\n");

        CommandRun run = evaluate("--config", config.toString());

        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        JsonNode input = PublishedRun.onlyIn(folder.resolve("out"))
                .manifest()
                .get("inputs")
                .get(0);
        assertThat(input.get("damaged_files").toString()).contains("torn.jsonl.gz");
        assertIdentity(input);
    }

    @Test
    void noticesADamagedBlockMarkInAnyMemberOfABzip2File() throws Exception {
        byte[] member = bzip2((GOOD + "\n").repeat(50));
        byte[] both = Arrays.copyOf(member, 2 * member.length);
        System.arraycopy(member, 0, both, member.length, member.length);
        for (int start : new int[] {0, member.length}) {
            byte[] damaged = both.clone();
            damaged[start + BZIP2_BLOCK_MARK] ^= 1;
            Path input = Files.write(folder.resolve("blocks.jsonl.bz2"), damaged);

            CommandRun run = evaluate(input);

            assertRefused(run, 4, "blocks.jsonl.bz2");
            assertThat(run.err()).contains("is damaged");
        }
        Path config = write(
                "config.yaml", "inputs:\n  - path: " + folder.resolve("blocks.jsonl.bz2") + "\n    damaged: skip\n");

        CommandRun run = evaluate("--config", config.toString());

        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        JsonNode input = PublishedRun.onlyIn(folder.resolve("out"))
                .manifest()
                .get("inputs")
                .get(0);
        assertThat(input.get("damaged_files").toString()).contains("blocks.jsonl.bz2", "Bad block header");
        assertThat(input.get("used").longValue()).isEqualTo(50);
        assertIdentity(input);
    }

    @Test
    void namesAFileThatIsPackedTwice() throws Exception {
        Path twice = Files.write(folder.resolve("twice.jsonl.gz"), gzip(gzip(GOOD + "\n")));
        assertRefused(evaluate(twice), 4, "twice.jsonl.gz");
        assertThat(evaluate(twice).err()).contains("is packed twice");
        Path packedTable = Files.write(folder.resolve("table.csv.gz"), gzip("BZhours,answer\nq,a\n"));
        assertThat(evaluate(
                                "--input",
                                packedTable.toString(),
                                "--set",
                                "fields.input=BZhours",
                                "--metrics",
                                "ctx_waste_lex")
                        .err())
                .doesNotContain("packed");
    }

    @Test
    void saysWhatBecameOfTheRowsWhereNoneIsLeft() throws Exception {
        CommandRun rejected = evaluate(write("rejected.jsonl", "{\"input\":{\"a\":1}}\n".repeat(5)));
        assertRefused(rejected, 4, "no metric can be computed");
        assertThat(rejected.err())
                .contains(
                        "rejected.jsonl line 1, field input: an object (of a) where a text is wanted",
                        "rejected: 2 more of the first 5 records of ");

        byte[] torn = gzip((GOOD + "\n").repeat(2_000));
        torn[torn.length / 2] ^= 0x40;
        Path damaged = Files.write(folder.resolve("flipped.jsonl.gz"), torn);
        CommandRun lost = evaluate("--input", damaged.toString(), "--set", "damaged=skip");
        assertRefused(lost, 4, "flipped.jsonl.gz");
        assertThat(lost.err()).contains("damaged: ", "gzip");
    }

    @Test
    void refusesToRepeatARunWithAPresetFileThatSaysSomethingElse() throws Exception {
        Path input = write(
                "own.jsonl",
                "{\"q\":\"where?\",\"r\":\"there?\",\"output\":\"in Paris\",\"context\":[\"in Paris\"]}\n");
        Path preset = write("mine.yaml", "mine: {match: [q], fields: {input: q}}\n");
        String[] again = {"--input", input.toString(), "--preset", preset.toString(), "--run-id", "one"};
        CommandRun first = evaluate(again);
        assertThat(first.exitCode()).as(first.err()).isIn(0, 1);
        CommandRun same = evaluate(again);
        assertThat(same.out()).contains("published already, nothing to do");

        write("mine.yaml", "mine: {match: [q], fields: {input: r}}\n");

        CommandRun other = evaluate(again);
        assertThat(other.exitCode()).isEqualTo(2);
        assertThat(other.err()).contains("run-id: one; is published already, with other input files or presets");
    }

    @Test
    void rejectsTheCsvRecordOfAnOddQuoteAndKeepsTheRowsBelow() throws Exception {
        Path input = write(
                "quotes.csv",
                "sample_id,input,output,context\n"
                        + "a,where?,Paris,\"in Paris,\n"
                        + "b,where?,Paris,\"in Paris, \"\"there\"\"\"\n"
                        + "c,where?,5\" pipe,\"in\nParis\"\n"
                        + "d,where?,Paris,\"in Paris\n");

        CommandRun stopped = evaluate(input);

        assertThat(stopped.exitCode()).as(stopped.err()).isEqualTo(4);
        assertThat(stopped.err()).contains("quotes.csv").contains("odd quote").doesNotContain("\tat ");

        CommandRun run = CommandRun.of(
                "evaluate",
                "--judge",
                "lexical",
                "--rows",
                "jsonl",
                "--output",
                folder.resolve("second").toString(),
                "--input",
                input.toString(),
                "--set",
                "max-rejected=1");

        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        PublishedRun published = PublishedRun.onlyIn(folder.resolve("second"));
        List<JsonNode> rejected = published.rows("rejected");
        assertThat(rejected)
                .extracting(row -> row.get("source_position").longValue())
                .containsExactly(1L, 4L);
        assertThat(rejected.get(0).get("reason").textValue())
                .startsWith("odd quote: the one that opens cell 4 on line 2 closes on line 3 before 'i'");
        assertThat(rejected.get(1).get("reason").textValue()).contains("line 6 never closes");
        assertThat(published.rows("scores")).hasSize(2);
        JsonNode tally = published.manifest().get("inputs").get(0);
        assertThat(tally.get("used").longValue()).isEqualTo(2);
        assertIdentity(tally);
    }

    @Test
    void saysWhatNulBytesMayMean() throws Exception {
        Path lines = write("nul.jsonl", GOOD + "\n" + GOOD.replace("in Paris", "in\0Paris") + "\n\0\0\0\n");

        CommandRun run = evaluate(lines);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(4);
        assertThat(run.err()).contains("a NUL byte").contains("UTF-16");
        Path wide =
                Files.write(folder.resolve("wide.csv"), "sample_id,output\na,b\n".getBytes(StandardCharsets.UTF_16LE));
        CommandRun refused = evaluate(wide);
        assertThat(refused.exitCode()).isEqualTo(4);
        assertThat(refused.err())
                .contains("wide.csv: is damaged: line 1: the header holds NUL")
                .contains("options.encoding");
    }

    @Test
    void skipsFilesInAnotherEncodingAndNamesThemAsDamaged() throws Exception {
        Files.createDirectories(folder.resolve("in"));
        write("in/good.jsonl", GOOD + "\n");
        Files.write(folder.resolve("in/wide.jsonl"), ("\uFEFF" + GOOD + "\n").getBytes(StandardCharsets.UTF_16LE));
        Files.write(folder.resolve("in/wide.csv"), "sample_id,output\na,b\n".getBytes(StandardCharsets.UTF_16BE));

        CommandRun refused = evaluate(folder.resolve("in"));
        assertRefused(refused, 4, "wide.jsonl: is damaged: it is JSON in UTF-16");
        CommandRun run = evaluate("--input", folder.resolve("in").toString(), "--set", "damaged=skip");

        assertThat(refused.err()).contains("wide.csv: is damaged: line 1: the header holds NUL", "damaged: skip");
        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        JsonNode input = PublishedRun.onlyIn(folder.resolve("out"))
                .manifest()
                .get("inputs")
                .get(0);
        assertThat(input.get("used").longValue()).isEqualTo(1);
        assertThat(input.get("damaged_files"))
                .hasSize(2)
                .anyMatch(file -> file.textValue().contains("wide.jsonl: it is JSON in UTF-16"))
                .anyMatch(file -> file.textValue().contains("wide.csv: line 1"));
        assertIdentity(input);
        assertThat(run.out())
                .contains("damaged, used up to there")
                .contains("wide.jsonl")
                .contains("wide.csv");
    }

    @Test
    void keepsBrokenLinesAsRejectionsAndStopsAboveTheShareAllowed() throws Exception {
        Path input = write(
                "lines.jsonl", GOOD + "\n{\"cut\": \n" + GOOD.replace("\"in Paris\",", "{\"no\":\"text\"},") + "\n");

        CommandRun run = evaluate(input);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(4);
        assertThat(run.err())
                .contains("lines.jsonl")
                .doesNotContain("max-rejected")
                .doesNotContain("\tat ");
        assertThat(run.out()).containsOnlyOnce("max-rejected");
        PublishedRun published = PublishedRun.onlyIn(folder.resolve("out"));
        List<JsonNode> rejected = published.rows("rejected");
        assertThat(rejected).hasSize(2);
        assertThat(rejected.get(0).get("source_position").longValue()).isEqualTo(GOOD.length() + 1);
        assertThat(rejected.get(1).get("field").textValue()).isEqualTo("output");
        assertIdentity(published.manifest().get("inputs").get(0));
    }

    @Test
    void keepsRaggedCsvRecordsAsRejections() throws Exception {
        Path input = write(
                "ragged.csv",
                "sample_id,input,output,context\na,where?,Paris,in Paris\nb,where?\nc,where?,Paris,in Paris,surplus\n");

        CommandRun run = evaluate("--input", input.toString(), "--set", "max-rejected=1");

        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        PublishedRun published = PublishedRun.onlyIn(folder.resolve("out"));
        assertThat(published.rows("rejected")).hasSize(2);
        assertThat(published.rows("scores")).hasSize(1);
        assertIdentity(published.manifest().get("inputs").get(0));
    }

    @Test
    void refusesAColumnThatNoHeaderHasAndListsThoseThatAreThere() throws Exception {
        Path input = write("columns.csv", "question,reply\nq,a\n");

        CommandRun run = evaluate(
                "--input", input.toString(), "--set", "fields.output=answer", "--set", "fields.input=question");

        assertRefused(run, 2, "answer");
        assertThat(run.err()).contains("question").contains("reply");
    }

    @Test
    void refusesANamedMetricWhoseFieldNoRowFills() throws Exception {
        Path input = write("rows.jsonl", GOOD + "\n");

        CommandRun run = evaluate("--input", input.toString(), "--metrics", "handoff");

        assertRefused(run, 2, "handoff");
        assertThat(run.err()).contains("trace_events");
    }

    @Test
    void refusesAnUnknownOptionAndAnUnknownKeyWithTheNearest() throws Exception {
        assertRefused(evaluate("--inptu", "x"), 2, "--input");
        Path input = write("rows.jsonl", GOOD + "\n");
        assertRefused(evaluate("--input", input.toString(), "--set", "max-rejectd=1"), 2, "max-rejected");
    }

    @Test
    void refusesAnOutputFolderThatCannotBeWritten() throws Exception {
        Path input = write("rows.jsonl", GOOD + "\n");
        Path file = write("a-file", "");

        CommandRun run = CommandRun.of(
                "evaluate",
                "--judge",
                "lexical",
                "--input",
                input.toString(),
                "--output",
                file.resolve("below").toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("a-file").doesNotContain("\tat ");
    }

    @Test
    void refusesAGroupColumnThatHasTheNameOfAnother() throws Exception {
        Path input = write("rows.jsonl", GOOD.replace("}", ",\"source_file\":\"x\"}") + "\n");

        assertRefused(evaluate("--input", input.toString(), "--group-by", "source_file"), 2, "source_file");
    }

    @Test
    void refusesAThresholdOfAMetricThatNoRowAllows() throws Exception {
        Path input = write("rows.jsonl", GOOD + "\n");

        assertRefused(evaluate("--input", input.toString(), "--threshold", "budget=9"), 2, "thresholds.budget");
    }

    @Test
    void refusesAGroupColumnThatNoInputHasAndNamesTheNearest() throws Exception {
        Path rows = write("rows.jsonl", GOOD.replace("}", ",\"topic\":null}") + "\n");
        Path table = write("table.csv", "input,output,context,lang\nwhere?,in Paris,in Paris,en\n");

        for (String key : List.of("group-by=topics", "group-by=retriever_version,topics")) {
            CommandRun run = evaluate("--input", rows.toString(), "--input", table.toString(), "--set", key);
            assertRefused(run, 2, "group-by: topics; no record");
            assertThat(run.err())
                    .contains(
                            "rows.jsonl",
                            "table.csv",
                            "did you mean topic?",
                            "context, topic, lang",
                            "fields.topics=PATH")
                    .doesNotContain("retriever_version;");
        }
    }

    @Test
    void refusesAColumnOfStrataThatNoInputHas() throws Exception {
        Path rows = write("rows.jsonl", GOOD.replace("}", ",\"topic\":\"a\"}") + "\n");

        CommandRun run = evaluate(
                "--input",
                rows.toString(),
                "--judge",
                "openai",
                "--model",
                "m",
                "--judge-url",
                "http://127.0.0.1:9/v1",
                "--set",
                "judge.sample.rate=0.5",
                "--set",
                "judge.sample.by=topik");

        assertRefused(run, 2, "judge.sample.by: topik; no record");
        assertThat(run.err()).contains("did you mean topic?");
    }

    @Test
    void groupsByAColumnThatOneInputHasOrThatIsMapped() throws Exception {
        Path rows = write("rows.jsonl", GOOD + "\n");
        Path table = write("table.csv", "input,output,context,lang\nwhere?,in Paris,in Paris,\n");

        CommandRun one = evaluate("--input", rows.toString(), "--input", table.toString(), "--group-by", "lang");
        CommandRun mapped =
                evaluate("--input", rows.toString(), "--group-by", "nosuch", "--set", "fields.nosuch=meta.nosuch");

        assertThat(one.exitCode()).as(one.err()).isIn(0, 1);
        assertThat(mapped.exitCode()).as(mapped.err()).isIn(0, 1);
        assertThat(mapped.out()).contains("no row has a value of nosuch");
    }

    @Test
    void leavesNothingBehindAndTakesAnyFolderName() throws Exception {
        byte[] whole = gzip((GOOD + "\n").repeat(20_000));
        Path torn = Files.write(folder.resolve("torn.jsonl.gz"), Arrays.copyOf(whole, whole.length - 20));
        Path input = write("rows.jsonl", GOOD + "\n");
        Path output = folder.resolve("o[b]{a,b} %20*");

        CommandRun refused = CommandRun.of(
                "evaluate", "--judge", "lexical", "--input", torn.toString(), "--output", output.toString());
        CommandRun run = CommandRun.of(
                "evaluate", "--judge", "lexical", "--input", input.toString(), "--output", output.toString());

        assertThat(refused.exitCode()).as(refused.err()).isEqualTo(4);
        assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        try (Stream<Path> left = Files.list(output.resolve("runs"))) {
            assertThat(left).hasSize(1);
        }
    }

    @Test
    void refusesARunIdWhoseFolderIsThereWithoutARun() throws Exception {
        Path input = write("rows.jsonl", GOOD + "\n");
        Files.createDirectories(folder.resolve("out/runs/night"));

        CommandRun run = evaluate("--input", input.toString(), "--run-id", "night");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains("run-id");
    }

    @Test
    void refusesAnInputThatTakesInItsOutput() throws Exception {
        write("rows.jsonl", GOOD + "\n");

        assertRefused(evaluate(folder), 2, "takes in what the run itself writes");
        assertRefused(evaluate(folder.resolve("*")), 2, "takes in what the run itself writes");
        assertThat(evaluate(folder.resolve("*.jsonl")).exitCode()).isIn(0, 1);
    }

    @Test
    void refusesAnOutputOnAFileSystemThatIsNotThere() throws Exception {
        Path input = write("rows.jsonl", GOOD + "\n");

        CommandRun run = CommandRun.of(
                "evaluate", "--judge", "lexical", "--input", input.toString(), "--output", "nosuchfs://x/out");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains("output: nosuchfs://x/out").doesNotContain("\tat ");
    }

    @Test
    void namesTheDamagedManifestOfARunAskedForAgain() throws Exception {
        Path input = write("rows.jsonl", GOOD + "\n");
        assertThat(evaluate("--input", input.toString(), "--run-id", "night").exitCode())
                .isIn(0, 1);
        Path manifest = folder.resolve("out/runs/night/run.json");
        Files.writeString(manifest, Files.readString(manifest).substring(0, 200));

        CommandRun run = evaluate("--input", input.toString(), "--run-id", "night");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err())
                .contains("run-id: night")
                .contains("night/run.json")
                .doesNotContain("\tat ");
    }

    @Test
    void saysThatAMappedFieldLooksMisspelt() throws Exception {
        Path input = write("rows.jsonl", GOOD + "\n");

        CommandRun run = evaluate("--input", input.toString(), "--set", "fields.ouput=output");

        assertThat(run.out().replaceAll("\\s+", " ")).contains("did you mean output?"); // lines are broken anywhere
        assertThat(PublishedRun.onlyIn(folder.resolve("out"))
                        .manifest()
                        .get("warnings")
                        .toString())
                .contains("fields.ouput");
    }

    @Test
    void refusesAParquetFileThatIsNone() throws Exception {
        Path input = write("fake.parquet", "not parquet at all");

        assertRefused(evaluate(input), 4, "fake.parquet");
    }

    private void assertRefused(CommandRun run, int exitCode, String named) throws Exception {
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.err()).contains(named).doesNotContain("\tat ");
        Path runs = folder.resolve("out").resolve("runs");
        if (Files.exists(runs)) {
            assertThat(PublishedRun.visible(runs)).isEmpty();
        }
    }

    private static void assertIdentity(JsonNode input) {
        assertThat(input.get("records").longValue())
                .isEqualTo(input.get("used").longValue()
                        + input.get("filtered").longValue()
                        + input.get("rejected").longValue());
    }

    private CommandRun evaluate(Path input) {
        return evaluate("--input", input.toString());
    }

    private CommandRun evaluate(String... arguments) {
        List<String> all = new ArrayList<>(List.of("evaluate", "--rows", "jsonl", "--output"));
        all.add(folder.resolve("out").toString());
        all.addAll(List.of(arguments));
        if (!all.contains("--judge")) {
            all.addAll(List.of("--judge", "lexical"));
        }
        return CommandRun.of(all.toArray(String[]::new));
    }

    private Path write(String name, String content) throws Exception {
        return Files.writeString(folder.resolve(name), content);
    }

    private static byte[] gzip(byte[] bytes) throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static byte[] gzip(String text) throws Exception {
        return gzip(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bzip2(String text) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (BZip2CompressorOutputStream out = new BZip2CompressorOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
