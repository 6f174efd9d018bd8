package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The traps of formats.md 3.5 (folders), one a row. */
class FolderTrapsIT {
    @TempDir
    Path folder;

    static Stream<Trap> folders() {
        return Stream.of(
                Trap.of("versions that look like numbers")
                        .in("retriever_version=02/a.jsonl")
                        .row("{\"question\":\"q\"}", "q -> null | null | null {retriever_version=02}")
                        .in("retriever_version=1.1/a.jsonl")
                        .row("{\"question\":\"q\"}", "q -> null | null | null {retriever_version=1.1}")
                        .in("retriever_version=1.10/a.csv")
                        .above("question\n")
                        .row("q1", "q1 -> null | null | null {retriever_version=1.10}")
                        .row("q2", "q2 -> null | null | null {retriever_version=1.10}"),
                Trap.of("a file beside partition folders")
                        .in("a.jsonl")
                        .row("{\"question\":\"q1\"}", "q1 -> null | null | null")
                        .row("{\"question\":\"q2\"}", "q2 -> null | null | null")
                        .in("retriever_version=v1/a.jsonl")
                        .row("{\"question\":\"q1\"}", "q1 -> null | null | null {retriever_version=v1}"),
                Trap.of("a partition with the name of a column")
                        .in("retriever_version=new/a.csv")
                        .above("question,retriever_version\n")
                        .row("q1,old", "q1 -> null | null | null {retriever_version=new}")
                        .row("q2,old", "q2 -> null | null | null {retriever_version=new}"),
                Trap.of("escaped names and the default partition")
                        .in("retriever_version=__HIVE_DEFAULT_PARTITION__/a.jsonl")
                        .row("{\"question\":\"q0\"}", "q0 -> null | null | null")
                        .in("retriever_version=a%2Fb%3Dc %C3%A9/a.jsonl")
                        .row("{\"question\":\"q1\"}", "q1 -> null | null | null {retriever_version=a/b=c é}")
                        .in("retriever_version=a%zz/a.jsonl")
                        .row("{\"question\":\"q1\"}", "q1 -> null | null | null {retriever_version=a%zz}"),
                Trap.of("plain folders below, with partitions below them")
                        .in("project/day 1/a.jsonl")
                        .row("{\"question\":\"q1\"}", "q1 -> null | null | null")
                        .in("project/retriever_version=v1/deep/a.jsonl")
                        .row("{\"question\":\"q2\"}", "q2 -> null | null | null {retriever_version=v1}"),
                Trap.of("colons in names")
                        .in("run:1/top_k:2__chunk_size:64.csv")
                        .above("question\n")
                        .row("q1", "q1 -> null | null | null")
                        .in("run:1/top_k:2__chunk_size:64.jsonl")
                        .row("{\"question\":\"q1\"}", "q1 -> null | null | null")
                        .row("{\"question\":\"q2\"}", "q2 -> null | null | null"),
                Trap.of("a version that only the name has")
                        .mapping(new MappingSpec(null, null, List.of(), null, List.of(), null, versionOfName()))
                        .in("answers-v1.jsonl")
                        .row("{\"question\":\"q1\"}", "q1 -> null | null | null {retriever_version=v1}")
                        .in("answers-v2.csv")
                        .above("question\n")
                        .row("q1", "q1 -> null | null | null {retriever_version=v2}"));
    }

    private static Map<String, FieldSpec> versionOfName() {
        Map<String, FieldSpec> fields = new LinkedHashMap<>(InputsFixture.fields("input", "question"));
        fields.put("retriever_version", new FieldSpec.Sql("regexp_extract(file_name, '-(v[0-9]+)[.]', 1)"));
        return fields;
    }

    @ParameterizedTest
    @MethodSource("folders")
    void isRead(Trap trap) throws IOException, PlanRefused {
        trap.read(folder);
    }

    @Test
    void aPartitionThatHidesAColumnIsReported() throws IOException, PlanRefused {
        write("retriever_version=new/a.csv", "question,retriever_version\nq,old\n");
        assertThat(InputsFixture.open(folder.toString()).reports().get(0).warnings())
                .anyMatch(warning -> warning.contains("hides the files' column `retriever_version`"));
    }

    @Test
    void hiddenNamesArePassedOverAndCounted() throws IOException, PlanRefused {
        write("a.jsonl", "{\"question\":\"q\"}\n");
        write("_SUCCESS", "");
        write("_metadata.jsonl", "{\"question\":\"no\"}\n");
        write(".a.jsonl.crc", "crc");
        write("_temporary/b.jsonl", "{\"question\":\"no\"}\n");
        Inputs inputs = InputsFixture.open(folder.toString());
        assertThat(InputsFixture.outcomes(inputs, 3)).containsExactly("a.jsonl@0 q -> null | null | null");
        assertThat(inputs.reports().get(0).hidden()).isEqualTo(4);
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
