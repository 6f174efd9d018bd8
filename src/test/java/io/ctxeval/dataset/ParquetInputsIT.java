package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.SparkForTests;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetInputsIT {
    @TempDir
    Path folder;

    @Test
    void readsListsTextsAndNumbersWithRowIndexes() throws IOException, PlanRefused {
        spark(
                "select 'q1' as question, 1.50 as answer, array('c1', null, 'c3') as contexts"
                        + " union all select 'q2', null, array() union all select 'q3', 2.00, null",
                "a.parquet");
        Inputs inputs = InputsFixture.open(folder + "/a.parquet");
        List<String> expected = List.of(
                "a.parquet@0 q1 -> 1.50 | [c1, , c3] | null",
                "a.parquet@1 q2 -> null | [] | null",
                "a.parquet@2 q3 -> 2.00 | null | null");
        assertThat(InputsFixture.outcomes(inputs, 1)).isEqualTo(expected);
        assertThat(InputsFixture.preview(inputs)).isEqualTo(expected);
    }

    @Test
    void givesTheSameRowsWhereverRowGroupsAreDealt() throws IOException, PlanRefused {
        MessageType schema = MessageTypeParser.parseMessageType("message m { required binary question (STRING); }");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(
                        new LocalOutputFile(folder.resolve("a.parquet")))
                .withType(schema)
                .withRowGroupSize(1024L)
                .withPageSize(256)
                .build()) {
            for (int i = 0; i < 2_000; i++) {
                writer.write(new SimpleGroupFactory(schema).newGroup().append("question", "question number " + i));
            }
        }
        Inputs inputs = InputsFixture.open(folder + "/a.parquet");
        List<String> whole = InputsFixture.preview(inputs);
        assertThat(whole).hasSize(2_000);
        assertThat(whole.get(1_234)).startsWith("a.parquet@1234 question number 1234 ");
        for (int partitions : new int[] {1, 2, 7, 50}) {
            assertThat(InputsFixture.outcomes(inputs, partitions))
                    .as("%d partitions", partitions)
                    .isEqualTo(whole);
        }
    }

    @Test
    void readsFilesOfDifferentSchemasEachByItsOwn() throws IOException, PlanRefused {
        spark("select 'q1' as question, 'a1' as answer, array('c1') as contexts", "a.parquet");
        spark("select '[\"text\"]' as contexts, 'q2' as question, 7 as answer", "b.parquet");
        spark("select cast(null as int) as contexts, 'q3' as Question, 8L as answer", "c.parquet");
        assertThat(InputsFixture.outcomes(folder.toString()))
                .containsExactly(
                        "a.parquet@0 q1 -> a1 | [c1] | null",
                        "b.parquet@0 q2 -> 7 | [[\"text\"]] | null",
                        "c.parquet@0 q3 -> 8 | null | null");
    }

    @Test
    void readsPastColumnsThatSparkRefuses() throws IOException, PlanRefused {
        MessageType schema = MessageTypeParser.parseMessageType("""
                message m {
                  optional binary question;
                  optional int64 answer (INTEGER(64,false));
                  optional int64 at (TIMESTAMP(NANOS,true));
                  optional fixed_len_byte_array(16) uid (UUID);
                  optional int64 of_day (TIME(NANOS,true));
                  optional binary contexts (JSON);
                }
                """);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(
                        new LocalOutputFile(folder.resolve("a.parquet")))
                .withType(schema)
                .build()) {
            writer.write(new SimpleGroupFactory(schema)
                    .newGroup()
                    .append("question", "bytes without a mark: é")
                    .append("answer", -1L)
                    .append("at", 1_700_000_000_123_456_789L)
                    .append("uid", Binary.fromConstantByteArray(new byte[16]))
                    .append("of_day", 1L));
        }
        assertThat(InputsFixture.outcomes(folder.toString()))
                .containsExactly("a.parquet@0 bytes without a mark: é -> 18446744073709551615 | null | null");
    }

    @Test
    void writesTimesDecimalsAndIdsAsText() throws IOException, PlanRefused {
        MessageType schema = MessageTypeParser.parseMessageType("""
                message m {
                  required int64 question (TIMESTAMP(NANOS,true));
                  required int32 answer (DATE);
                  required group contexts (LIST) { repeated group list { optional int64 element (TIMESTAMP(MILLIS,false)); } }
                  required fixed_len_byte_array(16) ground_truth (UUID);
                }
                """);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(
                        new LocalOutputFile(folder.resolve("a.parquet")))
                .withType(schema)
                .build()) {
            Group group = new SimpleGroupFactory(schema)
                    .newGroup()
                    .append("question", 1_700_000_000_123_456_789L)
                    .append("answer", 19_723)
                    .append("ground_truth", Binary.fromConstantByteArray(new byte[] {
                        0, 17, 34, 51, 68, 85, 102, 119, -120, -103, -86, -69, -52, -35, -18, -1
                    }));
            Group list = group.addGroup("contexts");
            list.addGroup("list").append("element", 1_700_000_000_123L);
            list.addGroup("list");
            writer.write(group);
        }
        assertThat(InputsFixture.outcomes(folder.toString()))
                .containsExactly("a.parquet@0 2023-11-14T22:13:20.123456Z -> 2024-01-01 | [2023-11-14T22:13:20.123, ]"
                        + " | [00112233-4455-6677-8899-aabbccddeeff]");
    }

    @Test
    void refusesEmptyAndCutFilesByNameOrSkipsThem() throws IOException, PlanRefused {
        spark("select 'q1' as question", "a.parquet");
        byte[] whole = Files.readAllBytes(folder.resolve("a.parquet"));
        Files.write(folder.resolve("b.parquet"), Arrays.copyOf(whole, whole.length - 20));
        Files.write(folder.resolve("c.parquet"), new byte[0]);
        Files.writeString(folder.resolve("d.parquet"), "{\"question\":\"q\"}\n");
        assertThatThrownBy(() -> InputsFixture.open(folder.toString()))
                .isInstanceOfSatisfying(
                        InputRefused.class,
                        refused -> assertThat(refused.problems())
                                .satisfiesExactly(
                                        first -> assertThat(first).contains("b.parquet: is damaged"),
                                        second -> assertThat(second).contains("c.parquet: is damaged: is empty"),
                                        third -> assertThat(third)
                                                .contains("d.parquet: is damaged: is no Parquet file")));
        Inputs inputs = InputsFixture.open(InputsFixture.skipping(folder.toString()));
        assertThat(InputsFixture.outcomes(inputs, 2).stream().map(line -> line.substring(0, 20)))
                .containsExactly(
                        "a.parquet@0 q1 -> nu", "b.parquet@0 damaged ", "c.parquet@0 damaged ", "d.parquet@0 damaged ");
        assertThat(inputs.reports().get(0).damaged()).hasSize(3);
    }

    @Test
    void keepsRowsBeforeABrokenPage() throws IOException, PlanRefused {
        MessageType schema = MessageTypeParser.parseMessageType("message m { required binary question (STRING); }");
        Path file = folder.resolve("a.parquet");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(schema)
                .withDictionaryEncoding(false)
                .withRowGroupSize(1024L)
                .withPageSize(256)
                .build()) {
            for (int i = 0; i < 2_000; i++) {
                writer.write(new SimpleGroupFactory(schema).newGroup().append("question", "question number " + i));
            }
        }
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 200, (byte) 0xFF);
        Files.write(file, bytes);
        assertThatThrownBy(() -> InputsFixture.open(file.toString()).outcomes(1).count())
                .satisfies(failure -> assertThat(InputRefused.behind(failure)).isPresent());
        List<String> outcomes = InputsFixture.outcomes(InputsFixture.open(InputsFixture.skipping(file.toString())), 1);
        assertThat(outcomes.get(0)).startsWith("a.parquet@0 question number 0 ");
        assertThat(outcomes.size()).isBetween(100, 1_999);
        assertThat(outcomes.get(outcomes.size() - 1)).contains(" damaged ");
    }

    @Test
    void refusesColumnsThatDifferOnlyInCase() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType(
                "message m { required binary answer (STRING); required binary Answer (STRING); }");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(
                        new LocalOutputFile(folder.resolve("a.parquet")))
                .withType(schema)
                .build()) {
            writer.write(new SimpleGroupFactory(schema)
                    .newGroup()
                    .append("answer", "a")
                    .append("Answer", "b"));
        }
        assertThatThrownBy(() -> InputsFixture.open(folder.toString()))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("both a column `answer` and a column `Answer`");
    }

    @Test
    void opensFilesWithoutRows() throws IOException, PlanRefused {
        spark("select 'q1' as question where false", "a.parquet");
        Inputs inputs = InputsFixture.open(folder + "/a.parquet");
        assertThat(InputsFixture.outcomes(inputs, 2)).isEmpty();
        assertThat(inputs.reports().get(0).warnings()).anyMatch(warning -> warning.contains("has no rows"));
    }

    @Test
    void readsPartitionFoldersAsText() throws IOException, PlanRefused {
        spark("select 'q1' as question, 'old' as retriever_version", "retriever_version=1.10/a.parquet");
        spark("select 'q1' as question, 'old' as retriever_version", "retriever_version=1.1/a.parquet");
        spark("select 'q1' as question, 'own' as retriever_version", "a.parquet");
        Files.writeString(folder.resolve("notes.txt"), "x");
        Inputs inputs = InputsFixture.open(folder.toString());
        assertThat(InputsFixture.outcomes(inputs, 1))
                .containsExactly(
                        "a.parquet@0 q1 -> null | null | null {retriever_version=own}",
                        "a.parquet@0 q1 -> null | null | null {retriever_version=1.1}",
                        "a.parquet@0 q1 -> null | null | null {retriever_version=1.10}");
        InputReport report = inputs.reports().get(0);
        assertThat(report.strays())
                .singleElement()
                .satisfies(stray -> assertThat(stray).endsWith("notes.txt"));
        assertThat(report.warnings())
                .anyMatch(warning -> warning.contains("hides the files' column `retriever_version`"));
    }

    @Test
    void readsOtherSparkSourcesByName() throws IOException, PlanRefused {
        SparkForTests.session()
                .sql("select 'q1' as question, array(named_struct('text', 'c1', 'n', 1), null) as contexts,"
                        + " map('k', 1.5D) as answer_map, binary('a1') as answer, double('NaN') as ground_truth")
                .coalesce(1)
                .write()
                .orc(folder.resolve("orc").toString());
        Inputs inputs =
                InputsFixture.open(InputsFixture.spec(folder.resolve("orc").toString(), "orc", Map.of()));
        assertThat(InputsFixture.outcomes(inputs, 1)).containsExactly("orc@0 q1 -> a1 | [c1, ] | null");
        assertThat(InputsFixture.preview(inputs)).containsExactly("orc@0 q1 -> a1 | [c1, ] | null");
    }

    @Test
    void saysThatAJarIsMissing() {
        assertThatThrownBy(() -> InputsFixture.open(InputsFixture.spec(folder.toString(), "avro", Map.of())))
                .isInstanceOf(PlanRefused.class)
                .hasMessageContaining("inputs[0].format: avro");
    }

    /** Writes one file. */
    private void spark(String query, String name) throws IOException {
        Path part = folder.resolve("_part");
        SparkForTests.session().sql(query).coalesce(1).write().parquet(part.toString());
        Path target = folder.resolve(name);
        Files.createDirectories(target.getParent());
        try (Stream<Path> files = Files.list(part)) {
            Files.move(
                    files.filter(file -> file.toString().endsWith(".parquet"))
                            .findFirst()
                            .orElseThrow(),
                    target);
        }
        FileUtil.fullyDelete(part.toFile());
    }
}
