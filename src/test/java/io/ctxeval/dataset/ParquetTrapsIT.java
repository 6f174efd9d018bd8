package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The traps of formats.md 3.4 (Parquet), one a row. */
class ParquetTrapsIT {
    private static final String QUESTION = "optional binary question (STRING);";
    private static final String ANSWER = "optional binary answer (STRING);";
    private static final String LIST =
            "optional group contexts (LIST) { repeated group list { optional binary element (STRING); } }";
    private static final String INSTANT = "2023-11-14T22:13:20.123456Z";
    private static final long NANOS = 1_700_000_000_123_456_789L;

    @TempDir
    Path folder;

    static Stream<Trap> columns() {
        return Stream.of(
                Trap.of("nanoseconds, UUID and TIME in columns that nothing reads")
                        .in(new ParquetTrapFile(
                                        "a.parquet",
                                        QUESTION + "optional int64 at (TIMESTAMP(NANOS,true));"
                                                + "optional fixed_len_byte_array(16) uid (UUID);"
                                                + "optional int64 of_day (TIME(NANOS,true));"
                                                + "optional int32 of_day_too (TIME(MILLIS,false));")
                                .row(row("question", "q1", "at", NANOS, "of_day", 1L, "uid", uuid(1)), q("q1"))
                                .row(row("question", "q2"), q("q2"))
                                .row(row("question", "q3"), q("q3"))),
                Trap.of("nanoseconds, UUID and TIME in columns that are read: cut to microseconds")
                        .fields("input", "at", "output", "uid", "reference", "of_day")
                        .in(new ParquetTrapFile(
                                        "a.parquet",
                                        "optional int64 at (TIMESTAMP(NANOS,true));"
                                                + "optional fixed_len_byte_array(16) uid (UUID);"
                                                + "optional int64 of_day (TIME(NANOS,true));")
                                .row(
                                        row("at", NANOS, "uid", uuid(7), "of_day", 3_600_000_001_999L),
                                        INSTANT + " -> 00000000-0000-0000-0000-000000000007 | null"
                                                + " | [01:00:00.000001]")
                                .row(row("at", -1L), "1969-12-31T23:59:59.999999Z -> null | null | null")),
                codec(CompressionCodecName.LZ4_RAW),
                codec(CompressionCodecName.ZSTD),
                codec(CompressionCodecName.GZIP),
                codec(CompressionCodecName.SNAPPY),
                codec(CompressionCodecName.UNCOMPRESSED),
                Trap.of("pages of the second version, with and without a dictionary")
                        .in(questions("a.parquet").inSecondVersion())
                        .in(questions("b.parquet").written(builder -> builder.withDictionaryEncoding(false))),
                Trap.of("large lists and texts of Arrow: its own schema text is passed over")
                        .in(new ParquetTrapFile(
                                        "a.parquet",
                                        QUESTION
                                                + "optional group contexts (LIST) { repeated group list { optional binary item (STRING); } }")
                                .written(
                                        builder -> builder.withExtraMetaData(Map.of("ARROW:schema", "/////large_list")))
                                .row(list("q1", "list", "item", "c1", "c2"), "q1 -> null | [c1, c2] | null")
                                .row(row("question", "q2"), q("q2"))),
                Trap.of("lists of two levels, and repeated fields without a mark")
                        .in(new ParquetTrapFile(
                                        "a.parquet",
                                        QUESTION
                                                + "optional group contexts (LIST) { repeated binary array (STRING); }"
                                                + "repeated binary ground_truths (STRING);")
                                .row(
                                        group -> {
                                            group.append("question", "q1");
                                            group.addGroup("contexts")
                                                    .append("array", "c1")
                                                    .append("array", "c2");
                                            group.append("ground_truths", "r1").append("ground_truths", "r2");
                                        },
                                        "q1 -> null | [c1, c2] | [r1, r2]")
                                .row(
                                        group -> {
                                            group.append("question", "q2");
                                            group.addGroup("contexts");
                                        },
                                        "q2 -> null | [] | []")),
                Trap.of("a list in one file, a text in another, null integers in a third")
                        .in(new ParquetTrapFile("a.parquet", QUESTION + LIST)
                                .row(list("q1", "list", "element", "c1", "c2"), "q1 -> null | [c1, c2] | null")
                                .row(row("question", "q2"), q("q2")))
                        .in(new ParquetTrapFile("b.parquet", "optional binary contexts (STRING);" + QUESTION)
                                .row(row("question", "q3", "contexts", "a text"), "q3 -> null | [a text] | null"))
                        .in(new ParquetTrapFile("c.parquet", QUESTION + "optional int32 contexts;")
                                .row(row("question", "q4"), q("q4"))
                                .row(row("question", "q5"), q("q5"))),
                Trap.of("int in one file, bigint and text in others")
                        .in(new ParquetTrapFile("a.parquet", QUESTION + "optional int32 answer;")
                                .row(row("question", "q1", "answer", 7), "q1 -> 7 | null | null"))
                        .in(new ParquetTrapFile("b.parquet", QUESTION + "optional int64 answer;")
                                .row(row("question", "q2", "answer", 1L << 40), "q2 -> 1099511627776 | null | null"))
                        .in(new ParquetTrapFile("c.parquet", QUESTION + ANSWER)
                                .row(row("question", "q3", "answer", "007"), "q3 -> 007 | null | null")),
                Trap.of("names that differ in case between files")
                        .in(new ParquetTrapFile("a.parquet", QUESTION + ANSWER)
                                .row(row("question", "q1", "answer", "a1"), "q1 -> a1 | null | null"))
                        .in(new ParquetTrapFile(
                                        "b.parquet",
                                        "optional binary Question (STRING); optional binary ANSWER (STRING);")
                                .row(row("Question", "q2", "ANSWER", "a2"), "q2 -> a2 | null | null")),
                Trap.of("dots in names")
                        .fields("input", "attributes.input.value", "output", "attributes.message.content")
                        .in(new ParquetTrapFile(
                                        "a.parquet",
                                        "optional binary attributes.input.value (STRING);"
                                                + "optional group attributes { optional binary message.content (STRING); }")
                                .row(
                                        group -> {
                                            group.append("attributes.input.value", "q1");
                                            group.addGroup("attributes").append("message.content", "a1");
                                        },
                                        "q1 -> a1 | null | null")
                                .row(row("attributes.input.value", "q2"), q("q2"))),
                Trap.of("bytes without the mark of a text")
                        .in(new ParquetTrapFile(
                                        "a.parquet",
                                        "optional binary question; optional group contexts (LIST) { repeated group list { optional binary element; } }")
                                .row(
                                        list("é\uD83D\uDE00", "list", "element", "ü"),
                                        "é\uD83D\uDE00 -> null | [ü] | null")),
                Trap.of("the index of pandas")
                        .in(new ParquetTrapFile("a.parquet", QUESTION + "optional int64 __index_level_0__;")
                                .row(row("question", "q1", "__index_level_0__", 5L), q("q1"))
                                .row(row("question", "q2", "__index_level_0__", 6L), q("q2"))),
                Trap.of("tokens that are unsigned or decimal")
                        .mapping(events())
                        .shuffled()
                        .in(new ParquetTrapFile(
                                        "a.parquet",
                                        "optional binary t (STRING); optional binary who (STRING);"
                                                + "optional int64 n (INTEGER(64,false)); optional int32 d (DECIMAL(9,1));")
                                .row(
                                        row("t", "t1", "who", "w", "n", 187L, "d", 30),
                                        "- [{\"event_type\": \"other\", \"agent_name\": \"w\", \"data\": {},"
                                                + " \"prompt_tokens\": 187, \"completion_tokens\": 3}]")));
    }

    private static Trap codec(CompressionCodecName codec) {
        return Trap.of("packed with " + codec).in(questions("a.parquet").packed(codec));
    }

    private static ParquetTrapFile questions(String fileName) {
        ParquetTrapFile file = new ParquetTrapFile(fileName, QUESTION + ANSWER);
        for (int i = 0; i < 9; i++) {
            file.row(row("question", "q" + i, "answer", "same"), "q" + i + " -> same | null | null");
        }
        return file;
    }

    private static MappingSpec events() {
        return new MappingSpec(
                null,
                "events",
                List.of(),
                null,
                List.of(),
                null,
                InputsFixture.fields("trace", "t", "agent", "who", "input_tokens", "n", "output_tokens", "d"));
    }

    @ParameterizedTest
    @MethodSource("columns")
    void isRead(Trap trap) throws IOException, PlanRefused {
        trap.read(folder);
    }

    @Test
    void compressionsWithoutACodecStopTheRunWithFileAndName() throws IOException {
        for (CompressionCodec codec : List.of(CompressionCodec.BROTLI, CompressionCodec.LZO)) {
            Files.deleteIfExists(folder.resolve("a.parquet"));
            questions("a.parquet").packed(CompressionCodecName.UNCOMPRESSED).write(folder, false);
            ParquetTrapFile.claim(folder.resolve("a.parquet"), codec);
            assertThatThrownBy(() ->
                            InputsFixture.open(folder.toString()).outcomes(1).count())
                    .satisfies(failure -> assertThat(InputRefused.behind(failure))
                            .hasValueSatisfying(refused -> assertThat(refused)
                                    .hasMessageContaining("a.parquet")
                                    .hasMessageMatching("(?is).*" + codec + ".*")));
        }
    }

    @Test
    void blocksOfOldArrowLz4AreDamageByName() throws IOException {
        questions("a.parquet").packed(CompressionCodecName.LZ4_RAW).write(folder, false);
        ParquetTrapFile.claim(folder.resolve("a.parquet"), CompressionCodec.LZ4);
        assertThatThrownBy(
                        () -> InputsFixture.open(folder.toString()).outcomes(1).count())
                .satisfies(failure -> assertThat(InputRefused.behind(failure))
                        .hasValueSatisfying(
                                refused -> assertThat(refused).hasMessageContaining("a.parquet: is damaged")));
    }

    @Test
    void columnsOfOneNameStopTheRun() throws IOException {
        new ParquetTrapFile("a.parquet", ANSWER + "optional binary Answer (STRING);")
                .row(row("answer", "a", "Answer", "b"))
                .write(folder, false);
        assertThatThrownBy(() -> InputsFixture.open(folder.toString()))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("a.parquet: has both a column `answer` and a column `Answer`");
    }

    @Test
    void emptyAndCutFilesAreNamedAndSkippedOnlyWhenAsked() throws IOException, PlanRefused {
        questions("a.parquet").write(folder, false);
        byte[] whole = Files.readAllBytes(folder.resolve("a.parquet"));
        Files.write(folder.resolve("b.parquet"), new byte[0]);
        for (int length : new int[] {1, 3, 4, 8, 11, whole.length / 2, whole.length - 1}) {
            Files.write(folder.resolve("c.parquet"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> InputsFixture.open(folder.toString()))
                    .as("%d bytes", length)
                    .isInstanceOf(InputRefused.class)
                    .hasMessageContaining("b.parquet: is damaged: is empty")
                    .hasMessageContaining("c.parquet: is damaged: ");
            Inputs skipping = InputsFixture.open(InputsFixture.skipping(folder.toString()));
            assertThat(skipping.reports().get(0).damaged()).hasSize(2);
            assertThat(InputsFixture.outcomes(skipping, 2))
                    .as("%d bytes", length)
                    .hasSize(11)
                    .filteredOn(line -> line.contains(" damaged "))
                    .hasSize(2);
        }
    }

    @Test
    void filesWithoutRowsGiveNoneAndAWarning() throws IOException, PlanRefused {
        new ParquetTrapFile("a.parquet", QUESTION).write(folder, false);
        Inputs inputs = InputsFixture.open(folder.toString());
        assertThat(InputsFixture.outcomes(inputs, 3)).isEmpty();
        assertThat(inputs.reports().get(0).warnings()).anyMatch(warning -> warning.contains("a.parquet: has no rows"));
    }

    @Test
    void strayFilesAreLeftOutAndNamed() throws IOException, PlanRefused {
        questions("a.parquet").write(folder, false);
        Files.write(folder.resolve("read-me.txt"), "notes".getBytes(StandardCharsets.UTF_8));
        Files.write(folder.resolve("picture.png"), new byte[] {1});
        Inputs inputs = InputsFixture.open(folder.toString());
        assertThat(InputsFixture.outcomes(inputs, 2)).hasSize(9);
        assertThat(inputs.reports().get(0).strays()).hasSize(2);
    }

    private static Consumer<Group> row(Object... namesAndValues) {
        return group -> {
            for (int i = 0; i < namesAndValues.length; i += 2) {
                String name = (String) namesAndValues[i];
                Object value = namesAndValues[i + 1];
                if (value instanceof Long number) {
                    group.append(name, number);
                } else if (value instanceof Integer number) {
                    group.append(name, number);
                } else if (value instanceof Binary bytes) {
                    group.append(name, bytes);
                } else {
                    group.append(name, (String) value);
                }
            }
        };
    }

    private static Consumer<Group> list(String question, String repeated, String element, String... chunks) {
        return group -> {
            group.append("question", question);
            Group list = group.addGroup("contexts");
            for (String chunk : chunks) {
                list.addGroup(repeated).append(element, chunk);
            }
        };
    }

    private static Binary uuid(int last) {
        byte[] bytes = new byte[16];
        bytes[15] = (byte) last;
        return Binary.fromConstantByteArray(bytes);
    }

    private static String q(String text) {
        return text + " -> null | null | null";
    }
}
