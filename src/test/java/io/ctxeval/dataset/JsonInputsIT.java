package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.score.Field;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonInputsIT {
    private static final String THREE = """
            {"question":"q1","answer":"a1","contexts":["c1","c2"]}
            {"question":"q2","answer":"a2","contexts":[]}

            {"question":"q3","answer":null}
            """;
    private static final List<String> THREE_READ = List.of(
            "f.jsonl@0 q1 -> a1 | [c1, c2] | null",
            "f.jsonl@55 q2 -> a2 | [] | null",
            "f.jsonl@102 q3 -> null | null | null");

    @TempDir
    Path folder;

    @Test
    void readsLinesWithTheirOffsets() throws IOException, PlanRefused {
        Inputs inputs = InputsFixture.open(write("f.jsonl", THREE));
        assertThat(InputsFixture.outcomes(inputs, 1)).isEqualTo(THREE_READ);
        assertThat(InputsFixture.preview(inputs)).isEqualTo(THREE_READ);
        InputReport report = inputs.reports().get(0);
        assertThat(report.preset()).isEqualTo("ragas-v0");
        assertThat(report.previewed()).isEqualTo(3);
        assertThat(report.nulls()).containsEntry(Field.OUTPUT, 1).containsEntry(Field.CONTEXT, 1);
        assertThat(report.filled()).containsExactlyInAnyOrder(Field.INPUT, Field.OUTPUT, Field.CONTEXT);
    }

    @Test
    void givesTheSameRecordsWhereverTheFileIsCut() throws IOException, PlanRefused {
        String text = THREE + "{broken\r\n{\"question\":\"é\"}{\"question\":\"on one line\"}\n";
        Inputs inputs = InputsFixture.open(write("f.jsonl", text));
        List<String> whole = InputsFixture.preview(inputs);
        assertThat(whole).hasSize(6);
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        for (int partitions : new int[] {1, 2, 7, 50, bytes}) {
            assertThat(InputsFixture.outcomes(inputs, partitions))
                    .as("%d partitions", partitions)
                    .isEqualTo(whole);
        }
        assertThat(inputs.outcomes(7).getNumPartitions()).isEqualTo(7);
    }

    @Test
    void readsCompressedFilesUnderAnyName() throws IOException, PlanRefused {
        byte[] text = THREE.getBytes(StandardCharsets.UTF_8);
        byte[] half = "{\"question\":\"q1\",\"answer\":\"a1\",\"contexts\":[\"c1\",\"c2\"]}\n"
                .getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        members.write(gzip(half));
        members.write(gzip(Arrays.copyOfRange(text, half.length, text.length)));
        Files.write(folder.resolve("f.jsonl"), members.toByteArray());
        assertThat(InputsFixture.outcomes(folder + "/f.jsonl")).isEqualTo(THREE_READ);
        Files.write(folder.resolve("f.jsonl"), Zstd.compress(text));
        assertThat(InputsFixture.outcomes(folder + "/f.jsonl")).isEqualTo(THREE_READ);
        Files.write(folder.resolve("f.jsonl"), bzip2(text));
        assertThat(InputsFixture.outcomes(folder + "/f.jsonl")).isEqualTo(THREE_READ);
    }

    @Test
    void refusesCompressionsThatArentRead() throws IOException {
        Files.write(folder.resolve("a.jsonl.xz"), new byte[] {(byte) 0xFD, '7', 'z', 'X', 'Z', 0, 0, 0});
        Files.write(folder.resolve("b.json.zip"), new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0});
        Files.write(folder.resolve("c.jsonl.br"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        assertThatThrownBy(() -> InputsFixture.open(folder.toString()))
                .isInstanceOfSatisfying(
                        InputRefused.class,
                        refused -> assertThat(refused.problems())
                                .satisfiesExactly(
                                        first -> assertThat(first).contains("a.jsonl.xz: is packed with xz"),
                                        second -> assertThat(second).contains("b.json.zip: is packed with zip"),
                                        third -> assertThat(third).contains("c.jsonl.br: is packed with brotli")));
    }

    @Test
    void refusesATornFileByName() throws IOException {
        byte[] torn = tornGzip();
        Files.write(folder.resolve("torn.jsonl.gz"), torn);
        assertThatThrownBy(() -> InputsFixture.open(folder.toString()))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("torn.jsonl.gz: is damaged");
    }

    @Test
    void namesATornFileThatOnlyTheJobFinds() throws IOException, PlanRefused {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < Inputs.PREVIEW_RECORDS; i++) {
            many.append("{\"question\":\"q").append(i).append("\"}\n");
        }
        write("a.jsonl", many.toString());
        Files.write(folder.resolve("torn.jsonl.gz"), tornGzip());
        Inputs inputs = InputsFixture.open(folder.toString());
        assertThatThrownBy(() -> inputs.outcomes().count())
                .satisfies(failure -> assertThat(InputRefused.behind(failure))
                        .hasValueSatisfying(refused -> assertThat(refused).hasMessageContaining("torn.jsonl.gz")));
    }

    @Test
    void keepsWhatStandsBeforeATearWhereDamagedFilesAreSkipped() throws IOException, PlanRefused {
        Files.write(folder.resolve("torn.jsonl.gz"), tornGzip());
        write("z.jsonl", "{\"question\":\"after\"}\n");
        Inputs inputs = InputsFixture.open(InputsFixture.skipping(folder.toString()));
        List<String> outcomes = InputsFixture.outcomes(inputs, 2);
        assertThat(outcomes.get(0)).startsWith("torn.jsonl.gz@0 q0 -> ");
        assertThat(outcomes.stream().filter(line -> line.contains(" damaged ")))
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("torn.jsonl.gz@"));
        assertThat(outcomes.get(outcomes.size() - 1)).startsWith("z.jsonl@0 after");
    }

    @Test
    void readsDocumentsThatSpanLines() throws IOException, PlanRefused {
        assertThat(InputsFixture.outcomes(
                        write("a.json", "{\n \"question\": \"q1\"\n}\n{\n \"question\": \"q2\"\n}\n")))
                .containsExactly("a.json@0 q1 -> null | null | null", "a.json@22 q2 -> null | null | null");
        assertThat(InputsFixture.outcomes(
                        write("b.json", "[\n {\"question\": \"q1\"},\n 7,\n {\"question\": \"q2\"}\n]")))
                .containsExactly(
                        "b.json@3 q1 -> null | null | null",
                        "b.json@24 rejected found a number, expected an object",
                        "b.json@28 q2 -> null | null | null");
    }

    @Test
    void takesADocumentThatBreaksOffForDamaged() throws IOException {
        String path = write("a.json", "[\n {\"question\": \"q1\"},\n {\"quest");
        assertThatThrownBy(() -> InputsFixture.open(path))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("a.json: is damaged")
                .hasMessageContaining("ends inside a value that begins at byte 24");
    }

    @Test
    void rejectsWhatIsNoRecordAndSaysWhere() throws IOException, PlanRefused {
        String path = write("f.jsonl", """
                {"question":"q"}
                not json
                ["a", "list"]
                {"question":"x"} trailing
                {'question': 'python'}
                """);
        assertThat(InputsFixture.outcomes(path))
                .containsExactly(
                        "f.jsonl@0 q -> null | null | null",
                        "f.jsonl@17 rejected not JSON at byte 1 of the record: found 'o', expected null",
                        "f.jsonl@26 rejected found a list, expected an object",
                        "f.jsonl@40 x -> null | null | null",
                        "f.jsonl@57 rejected not JSON at byte 2 of the record: found 'a', expected true",
                        "f.jsonl@66 rejected not JSON at byte 1 of the record: found ''', expected a key in double quotes");
    }

    @Test
    void saysWhatNulBytesMayMean() throws IOException, PlanRefused {
        String nul =
                "found a NUL byte (0x00; the file may be UTF-16, which must become UTF-8, no text at all, or torn)";
        assertThat(InputsFixture.outcomes(write("f.jsonl", "{\"question\":\"q\"}\n{\"question\":\"\0\"}\n\0\0")))
                .containsExactly(
                        "f.jsonl@0 q -> null | null | null",
                        "f.jsonl@17 rejected not JSON at byte 13 of the record: " + nul
                                + ", expected control characters of a string as escapes such as \\u0000",
                        "f.jsonl@34 rejected not JSON at byte 0 of the record: " + nul + ", expected a value");
    }

    @Test
    void rejectsBytesThatAreNoUtf8AndCutsExcerpts() throws IOException, PlanRefused {
        byte[] latin = ("{\"question\":\"caf\u00E9 " + "x".repeat(500) + "\"}\n").getBytes(StandardCharsets.ISO_8859_1);
        Files.write(folder.resolve("f.jsonl"), latin);
        Inputs inputs = InputsFixture.open(folder + "/f.jsonl");
        assertThat(inputs.outcomes().collect()).singleElement().isInstanceOfSatisfying(Rejection.class, rejection -> {
            assertThat(rejection.reason()).contains("valid UTF-8");
            assertThat(rejection.line()).isEqualTo(1);
            assertThat(rejection.excerpt()).startsWith("{\"question\":\"caf").hasSize(Rejection.EXCERPT_CHARACTERS);
        });
    }

    @Test
    void tellsTheLineOfARejectionInTheMiddleOfAFile() throws IOException, PlanRefused {
        String path = write("f.jsonl", "{\"question\":\"q\"}\n".repeat(50) + "oops\n");
        Inputs inputs = InputsFixture.open(path);
        List<Rejection> rejections = inputs.outcomes(7)
                .filter(outcome -> outcome instanceof Rejection)
                .map(outcome -> (Rejection) outcome)
                .collect();
        assertThat(inputs.withLines(rejections))
                .singleElement()
                .satisfies(rejection -> assertThat(rejection.line()).isEqualTo(51));
    }

    @Test
    void takesKeysThatDifferInCaseForOneColumn() throws IOException, PlanRefused {
        String path = write("f.jsonl", """
                {"question":"q1","answer":"a1"}
                {"Question":"q2","Answer":"a2"}
                {"question":"q3","Question":"q3"}
                """);
        List<String> outcomes = InputsFixture.outcomes(path);
        assertThat(outcomes.subList(0, 2))
                .containsExactly("f.jsonl@0 q1 -> a1 | null | null", "f.jsonl@32 q2 -> a2 | null | null");
        assertThat(outcomes.get(2)).contains("rejected Question: ");
    }

    @Test
    void rejectsAMappedKeyThatStandsTwiceAndLeavesOthersAlone() throws IOException, PlanRefused {
        String path = write("f.jsonl", """
                {"question":"q1","answer":"a1","answer":"a2"}
                {"question":"q2","other":1,"other":2}
                """);
        List<String> outcomes = InputsFixture.outcomes(path);
        assertThat(outcomes.get(0)).contains("rejected answer");
        assertThat(outcomes.get(1)).isEqualTo("f.jsonl@46 q2 -> null | null | null");
    }

    @Test
    void readsNanAsNullAndKeepsTextsThatLookLikeJson() throws IOException, PlanRefused {
        String path = write("f.jsonl", """
                {"question":NaN,"answer":"{\\"a\\":1}"}
                {"question":1.50,"answer":"2","contexts":-Infinity}
                """);
        assertThat(InputsFixture.outcomes(path))
                .containsExactly("f.jsonl@0 null -> {\"a\":1} | null | null", "f.jsonl@38 1.50 -> 2 | null | null");
    }

    @Test
    void passesAByteOrderMarkAndRefusesUtf16() throws IOException, PlanRefused {
        assertThat(InputsFixture.outcomes(write("a.jsonl", "\uFEFF{\"question\":\"q1\"}\n{\"question\":\"q2\"}\n")))
                .containsExactly("a.jsonl@3 q1 -> null | null | null", "a.jsonl@21 q2 -> null | null | null");
        assertThat(InputsFixture.outcomes(write("b.json", "\uFEFF[{\"question\":\"q1\"}]")))
                .containsExactly("b.json@4 q1 -> null | null | null");
        Files.write(folder.resolve("c.jsonl"), "\uFEFF{\"question\":\"q1\"}\n".getBytes(StandardCharsets.UTF_16LE));
        Files.write(folder.resolve("d.jsonl"), "{\"question\":\"q1\"}\n".getBytes(StandardCharsets.UTF_16LE));
        for (String name : List.of("c.jsonl", "d.jsonl")) {
            assertThatThrownBy(() -> InputsFixture.open(folder + "/" + name))
                    .isInstanceOf(InputRefused.class)
                    .hasMessageContaining(name + ": is damaged: it is JSON in UTF-16")
                    .hasMessageContaining("iconv");
        }
    }

    @Test
    void keepsTheBytesOfATrace() throws IOException, PlanRefused {
        String events = "[{\"z\":1.0,\"a\":1e3, \"data\":{\"b\":[],\"b\":-0}}]";
        String path = write("f.jsonl", "{\"sample_id\":\"s\",\"trace_events\":" + events + "}\n");
        assertThat(InputsFixture.outcomes(path)).containsExactly("f.jsonl@0 - " + events);
        assertThat(InputsFixture.open(path).reports().get(0).filled()).containsExactly(Field.TRACE_EVENTS);
    }

    @Test
    void readsAStringOfMoreThanTwentyMillionCharacters() throws IOException, PlanRefused {
        String path = write("f.jsonl", "{\"question\":\"" + "x".repeat(20_000_100) + "\"}\n");
        assertThat(InputsFixture.outcomes(path))
                .singleElement()
                .satisfies(
                        line -> assertThat(line).hasSizeGreaterThan(20_000_100).startsWith("f.jsonl@0 xxx"));
    }

    @Test
    void refusesAFormatThatSparkDoesNotKnow() throws IOException {
        String path = write("f.jsonl", THREE);
        assertThatThrownBy(() -> InputsFixture.open(InputsFixture.spec(path, "jsonlines", java.util.Map.of())))
                .isInstanceOf(PlanRefused.class)
                .hasMessageContaining("inputs[0].format: jsonlines: is none of jsonl, json, csv, tsv, parquet");
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static byte[] tornGzip() throws IOException {
        StringBuilder text = new StringBuilder();
        java.util.SplittableRandom random = new java.util.SplittableRandom(1);
        for (int i = 0; i < 300; i++) {
            text.append("{\"question\":\"q")
                    .append(i)
                    .append("\",\"noise\":")
                    .append(random.nextLong())
                    .append("}\n");
        }
        byte[] whole = gzip(text.toString().getBytes(StandardCharsets.UTF_8));
        return Arrays.copyOf(whole, whole.length / 2);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static byte[] bzip2(byte[] bytes) throws IOException {
        BZip2Codec codec = new BZip2Codec();
        codec.setConf(new Configuration());
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = codec.createOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }
}
