package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The traps of formats.md 3.3 (JSON), one a row. */
class JsonTrapsIT {
    private static final String PRETTY = "{\n  \"question\": \"%s\",\n  \"contexts\": [\n    \"c\"\n  ]\n}";

    @TempDir
    Path folder;

    static Stream<Trap> containers() {
        return Stream.of(
                lines("several objects on one line")
                        .row(
                                "{\"question\":\"q1\"}{\"question\":\"q2\"} {\"question\":\"q3\"}",
                                q("q1"),
                                q("q2"),
                                q("q3"))
                        .row("{\"question\":\"q4\"}", q("q4")),
                Trap.of("pretty objects one after another")
                        .in("a.json")
                        .row(PRETTY.formatted("q1"), "q1 -> null | [c] | null")
                        .row(PRETTY.formatted("q2"), "q2 -> null | [c] | null"),
                Trap.of("pretty objects one after another, named .jsonl")
                        .in("a.jsonl")
                        .row(PRETTY.formatted("q1"), "q1 -> null | [c] | null")
                        .row(PRETTY.formatted("q2"), "q2 -> null | [c] | null"),
                Trap.of("a pretty array")
                        .in("a.json")
                        .above("\n [\n")
                        .between(",\n")
                        .below("\n]\n")
                        .row(PRETTY.formatted("q1"), "q1 -> null | [c] | null")
                        .row(PRETTY.formatted("q2"), "q2 -> null | [c] | null"),
                Trap.of("an array on one line")
                        .in("a.json")
                        .above("[")
                        .between(",")
                        .below("]")
                        .row("{\"question\":\"q1\"}", q("q1"))
                        .row("{\"question\":\"q2\"}", q("q2")),
                Trap.of("rows inside an object")
                        .mapping(rows("results", "input", "it.query", "output", "it.response"))
                        .in("a.json")
                        .above("{\"results\":[")
                        .between(",")
                        .below("]}")
                        .row("{\"query\":\"q1\",\"response\":\"a1\"}", "q1 -> a1 | null | null")
                        .row("{\"query\":\"q2\"}", q("q2")),
                Trap.of("an object of parallel arrays")
                        .mapping(rows("zip(q, a)", "input", "it.q", "output", "it.a"))
                        .inThisOrder()
                        .in("a.json")
                        .row(
                                "{\"q\":[\"q1\",\"q2\"],\"a\":[\"a1\",null]}",
                                "q1 -> a1 | null | null",
                                "q2 -> null | null | null"));
    }

    static Stream<Trap> values() {
        return Stream.of(
                lines("keys that differ in case between rows, or stand in one row")
                        .row("{\"question\":\"q1\",\"answer\":\"a1\"}", "q1 -> a1 | null | null")
                        .row("{\"Question\":\"q2\",\"ANSWER\":\"a2\"}", "q2 -> a2 | null | null")
                        .row("{\"question\":\"q3\",\"Question\":\"Q3\"}", "rejected Question: …"),
                lines("a key that stands twice")
                        .row("{\"question\":\"q1\",\"answer\":\"a\",\"answer\":\"b\"}", "rejected answer: …")
                        .row("{\"question\":\"q2\",\"unmapped\":1,\"unmapped\":2}", q("q2"))
                        .row(
                                "{\"question\":\"q3\",\"contexts\":[{\"text\":\"first\",\"text\":\"last\"}]}",
                                "q3 -> null | [last] | null"),
                lines("blank lines and broken ones")
                        .row("{\"question\":\"q1\"}", q("q1"))
                        .row(" \t\r")
                        .row("{\"question\":\"q2\"", "rejected not JSON at byte …")
                        .row("")
                        .row("{\"question\":\"q3\",}", "rejected not JSON at byte …")
                        .row("{\"question\":\"q4\"}", q("q4")),
                lines("lines that are no object")
                        .row("\"a text\"", "rejected found a text, expected an object")
                        .row("17", "rejected found a number, expected an object")
                        .row("[\"a\",\"b\"]", "rejected found a list, expected an object")
                        .row("null", "rejected found null, expected an object")
                        .row("{\"question\":\"q\"}", q("q"))
                        .row("true", "rejected found a boolean, expected an object"),
                lines("NaN and infinities")
                        .row("{\"question\":\"q1\",\"answer\":NaN,\"contexts\":NaN}", q("q1"))
                        .row("{\"question\":\"q2\",\"answer\":-Infinity,\"contexts\":Infinity}", q("q2"))
                        .row("{\"question\":\"q3\",\"answer\":\"NaN\"}", "q3 -> NaN | null | null"),
                lines("several types in one column")
                        .row("{\"question\":\"q1\",\"contexts\":[\"c\"]}", "q1 -> null | [c] | null")
                        .row("{\"question\":\"q2\",\"contexts\":\"c\"}", "q2 -> null | [c] | null")
                        .row(
                                "{\"question\":\"q3\",\"contexts\":{\"z\":1.0,\"a\":2}}",
                                "q3 -> null | [{\"z\":1.0,\"a\":2}] | null")
                        .row("{\"question\":\"q4\",\"contexts\":7.50}", "q4 -> null | …")
                        .row("{\"question\":4,\"answer\":true}", "4 -> true | null | null")
                        .row("{\"question\":\"q5\",\"answer\":[\"a\"]}", "rejected output: …"),
                lines("a text that looks like JSON against JSON")
                        .row("{\"question\":\"q1\",\"answer\":\"{\\\"a\\\":1}\"}", "q1 -> {\"a\":1} | null | null")
                        .row("{\"question\":\"q2\",\"answer\":{\"a\":1}}", "rejected output: …")
                        .row("{\"question\":\"q3\",\"contexts\":\"[\\\"c\\\"]\"}", "q3 -> null | [[\"c\"]] | null"),
                lines("numbers keep their characters")
                        .row(
                                "{\"question\":1.0,\"answer\":12345678901234567890}",
                                "1.0 -> 12345678901234567890 | null | null")
                        .row("{\"question\":1e400,\"answer\":-0}", "1e400 -> -0 | null | null")
                        .row("{\"question\":\"007\",\"answer\":\"2024-01-02\"}", "007 -> 2024-01-02 | null | null"),
                lines("half a surrogate pair, and NUL")
                        .row("{\"question\":\"\\ud83d\",\"answer\":\"a1\"}", "\uD83D -> a1 | null | null")
                        .row("{\"question\":\"q\\u0000\"}", q("q\0")),
                lines("U+2028, U+2029 and U+0085 in a text")
                        .row("{\"question\":\"a\u2028b\u2029c\u0085d\"}", q("a\u2028b\u2029c\u0085d"))
                        .row("{\"question\":\"q2\"}", q("q2")),
                lines("Python's dictionaries")
                        .row("{\"question\":\"q1\"}", q("q1"))
                        .row("{'question': 'q', 'answer': None}", "rejected not JSON at byte 1 of the record: …"),
                Trap.of("lines in Latin-1")
                        .in("a.jsonl")
                        .encoded(Charset.forName("windows-1252"))
                        .row("{\"question\":\"q1\"}", q("q1"))
                        .row("{\"question\":\"caf\u00E9\"}", "rejected not JSON at byte …")
                        .row("{\"question\":\"q2\"}", q("q2")),
                Trap.of("a byte order mark")
                        .inThisOrder()
                        .in("a.jsonl")
                        .above("\uFEFF")
                        .row("{\"question\":\"q1\"}", q("q1"))
                        .row("{\"question\":\"q2\"}", q("q2")),
                events("lines whose order is a number")
                        .row("{\"run\":\"r1\",\"n\":1,\"c\":\"first\"}", "q -> null | [first, second, tenth] | null")
                        .row("{\"run\":\"r1\",\"n\":10,\"c\":\"tenth\"}", "filtered")
                        .row("{\"run\":\"r1\",\"n\":2,\"c\":\"second\"}", "filtered"),
                events("lines whose order is their place: times tie")
                        .inThisOrder()
                        .row(
                                "{\"run\":\"r1\",\"n\":\"2024-01-01\",\"c\":\"first\"}",
                                "q -> null | [first, second, third] | null")
                        .row("{\"run\":\"r1\",\"n\":\"2024-01-01\",\"c\":\"second\"}", "filtered")
                        .row("{\"run\":\"r1\",\"n\":\"2024-01-01\",\"c\":\"third\"}", "filtered"));
    }

    @ParameterizedTest
    @MethodSource({"containers", "values"})
    void isRead(Trap trap) throws IOException, PlanRefused {
        trap.read(folder);
    }

    @Test
    void textsOfAnyLengthAndDepthAreRead() throws IOException, PlanRefused {
        String deep = "[".repeat(1_500) + "\"c\"" + "]".repeat(1_500);
        lines("more than 1,000 levels")
                .row("{\"question\":\"q1\",\"other\":" + deep + "}", q("q1"))
                .row("{\"question\":\"q2\",\"contexts\":" + deep + "}", "q2 -> null | …")
                .row("{\"question\":\"q3\"}", q("q3"))
                .read(Files.createDirectories(folder.resolve("deep")));
        String text = "x".repeat(20_000_001);
        Path file = Files.writeString(
                folder.resolve("long.jsonl"), "{\"question\":\"" + text + "\"}\n{\"question\":\"q2\"}\n");
        for (int partitions : new int[] {1, 3}) {
            // lengths: what a test holds of such texts is held several times over
            assertThat(InputsFixture.open(file.toString())
                            .outcomes(partitions)
                            .map(outcome -> InputsFixture.line(outcome).length())
                            .collect())
                    .containsExactly(
                            "long.jsonl@0  -> null | null | null".length() + text.length(),
                            "long.jsonl@20000017 q2 -> null | null | null".length());
        }
    }

    @Test
    void packedFilesAreReadUnderAnyNameThatDoesntSayOtherwise() throws IOException, PlanRefused {
        byte[] first = "{\"question\":\"q1\"}\n".getBytes(StandardCharsets.UTF_8);
        byte[] second = "{\"question\":\"q2\"}\n".getBytes(StandardCharsets.UTF_8);
        for (String name : List.of("a.jsonl", "a.jsonl.gz")) {
            write(name, gzip(first), gzip(second));
            assertBoth(name);
        }
        for (String name : List.of("b.jsonl", "b.jsonl.bz2")) {
            write(name, bzip2(first), bzip2(second));
            assertBoth(name);
        }
        for (String name : List.of("c.jsonl", "c.jsonl.zst")) {
            write(name, Zstd.compress(first), Zstd.compress(second));
            assertBoth(name);
        }
    }

    private void assertBoth(String name) throws PlanRefused {
        for (int partitions : new int[] {1, 5}) {
            assertThat(InputsFixture.outcomes(InputsFixture.open(folder + "/" + name), partitions))
                    .containsExactly(name + "@0 q1 -> null | null | null", name + "@18 q2 -> null | null | null");
        }
    }

    @Test
    void otherCompressionsStopTheRunByName() throws IOException {
        write("a.jsonl.xz", new byte[] {(byte) 0xFD, '7', 'z', 'X', 'Z', 0});
        write("b.jsonl", new byte[] {(byte) 0xFD, '7', 'z', 'X', 'Z', 0});
        write("c.zip", new byte[] {'P', 'K', 3, 4, 0, 0});
        write("d.jsonl.br", new byte[] {1, 2, 3, 4});
        for (String name : List.of("a.jsonl.xz", "b.jsonl", "c.zip", "d.jsonl.br")) {
            assertThatThrownBy(() -> InputsFixture.open(folder + "/" + name))
                    .isInstanceOf(InputRefused.class)
                    .hasMessageContaining(name + ": is packed with ")
                    .hasMessageContaining("gzip, zstd or bzip2");
        }
    }

    @Test
    void utf16StopsTheRunWithTheWayOut() throws IOException {
        for (Charset charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            for (String mark : List.of("", "\uFEFF")) {
                write("a.jsonl", (mark + "{\"question\":\"q\"}\n").getBytes(charset));
                assertThatThrownBy(() -> InputsFixture.open(folder + "/a.jsonl"))
                        .isInstanceOf(InputRefused.class)
                        .hasMessageContaining("a.jsonl: is damaged: it is JSON in UTF-16")
                        .hasMessageContaining("iconv");
            }
        }
    }

    private static Trap lines(String name) {
        return Trap.of(name)
                .fields("input", "question", "output", "answer", "context", "chunks(contexts)")
                .in("a.jsonl");
    }

    /** A run is a sample; its chunks are those of its lines. */
    private static Trap events(String name) {
        var fields = InputsFixture.fields("order", "n");
        fields.put("input", new MappingSpec.FieldSpec.Taken(List.of("q"), MappingSpec.Take.FIRST, null));
        fields.put("context", new MappingSpec.FieldSpec.Taken(List.of("chunks(c)"), MappingSpec.Take.ALL, null));
        return Trap.of(name)
                .mapping(new MappingSpec(null, null, List.of(), null, List.of(), "run", fields))
                .shuffled()
                .in("a.jsonl")
                .row("{\"run\":\"r1\",\"n\":\"\",\"q\":\"q\"}", "filtered");
    }

    private static MappingSpec rows(String rows, String... fields) {
        return new MappingSpec(null, null, List.of(rows), null, List.of(), null, InputsFixture.fields(fields));
    }

    private static String q(String text) {
        return text + " -> null | null | null";
    }

    private void write(String name, byte[]... parts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.write(part);
        }
        Files.write(folder.resolve(name), bytes.toByteArray());
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static byte[] bzip2(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new BZip2CompressorOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }
}
