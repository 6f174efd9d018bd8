package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.MappingSpec.JoinSpec;
import io.ctxeval.plan.MappingSpec.Take;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedInputsIT {
    @TempDir
    Path folder;

    @Test
    void groupsRowsOverAllFiles() throws IOException, PlanRefused {
        write("a.jsonl", "{\"run\":\"r1\",\"q\":\"q1\",\"n\":1}\n{\"run\":\"r2\",\"q\":\"q2\",\"n\":1}\nbroken\n");
        write("b.jsonl", "{\"run\":\"r1\",\"text\":\"c1\",\"n\":2}\n{\"run\":\"r1\",\"text\":\"c2\",\"n\":3}\n");
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        fields.put("input", new FieldSpec.Taken(List.of("q"), Take.FIRST, null));
        fields.put("context", new FieldSpec.Taken(List.of("chunks(text)"), Take.ALL, null));
        fields.put("order", new FieldSpec.FirstOf(List.of("n")));
        MappingSpec mapping = new MappingSpec(null, null, List.of(), null, List.of(), "run", fields);
        Inputs inputs = InputsFixture.open(InputsFixture.mapped(folder.toString(), mapping));
        for (int partitions : new int[] {1, 2, 7}) {
            assertThat(InputsFixture.outcomes(inputs, partitions))
                    .containsExactlyInAnyOrder(
                            "a.jsonl@0 q1 -> null | [c1, c2] | null",
                            "a.jsonl@28 q2 -> null | null | null",
                            "a.jsonl@56 rejected not JSON at byte 0 of the record: found 'b', expected a value",
                            "b.jsonl@0 filtered",
                            "b.jsonl@31 filtered");
        }
        assertThat(InputsFixture.preview(inputs)).hasSize(5);
    }

    @Test
    void findsTheAgentAboveACallInAnotherFile() throws IOException, PlanRefused {
        String span =
                "{\"context\":{\"trace_id\":\"t%s\",\"span_id\":\"%s\"},\"parent_id\":\"%s\",\"span_kind\":\"%s\","
                        + "\"name\":\"%s\",\"attributes\":{\"output.value\":\"a\"}}\n";
        write(
                "a.jsonl",
                span.formatted(1, "c", "b", "LLM", "gpt")
                        + span.formatted(2, "x", "", "CHAIN", "no call in this trace"));
        write("b.jsonl", span.formatted(1, "a", "", "AGENT", "writer") + span.formatted(1, "b", "a", "TOOL", "look"));
        Inputs inputs = InputsFixture.open(folder.toString());
        for (int partitions : new int[] {1, 2, 7}) {
            List<String> outcomes = InputsFixture.outcomes(inputs, partitions);
            assertThat(outcomes)
                    .hasSize(4)
                    .filteredOn(line -> line.endsWith(" filtered"))
                    .hasSize(3);
            assertThat(outcomes)
                    .contains("a.jsonl@0 - [{\"event_type\": \"llm_response\", \"agent_name\": \"writer\", "
                            + "\"data\": {\"response_content\": \"a\"}}]");
        }
    }

    @Test
    void joinsRecordsWithAnotherFile() throws IOException, PlanRefused {
        String path = write(
                "response.jsonl",
                "{\"source_id\":\"1\",\"response\":\"a1\"}\n{\"source_id\":\"9\",\"response\":\"a9\"}\n");
        String json = write(
                "source.jsonl", "{\"source_id\":1,\"question\":\"q1\"}\n{\"source_id\":\"2\",\"question\":\"q2\"}\n");
        String csv = write("source.csv", "source_id,question\n1,q1\n2,q2\n");
        for (String partner : List.of(json, csv)) {
            MappingSpec mapping = new MappingSpec(
                    null,
                    null,
                    List.of(),
                    null,
                    List.of(new JoinSpec("src", partner, "source_id", "source_id")),
                    null,
                    InputsFixture.fields("input", "src.question", "output", "response"));
            Inputs inputs = InputsFixture.open(InputsFixture.mapped(path, mapping));
            assertThat(InputsFixture.outcomes(inputs, 2))
                    .containsExactly(
                            "response.jsonl@0 q1 -> a1 | null | null", "response.jsonl@34 null -> a9 | null | null");
        }
    }

    @Test
    void evaluatesSqlOverMappedFieldsAndRejectsRowsForWhichItFails() throws IOException, PlanRefused {
        String path = write("f.jsonl", """
                {"question":"q1","answer":"12","contexts":["a","b"]}
                {"question":"q2","answer":"x","contexts":null}
                """);
        Inputs inputs = InputsFixture.open(sql(path, "cast(output as int) + size(context)"));
        List<String> outcomes = InputsFixture.outcomes(inputs, 1);
        assertThat(outcomes.get(0)).isEqualTo("f.jsonl@0 q1 -> 12 | [a, b] | null {cluster_id=14}");
        assertThat(outcomes.get(1))
                .startsWith("f.jsonl@53 rejected cluster_id: sql: cast(output as int) + size(context): ");
        Inputs file = InputsFixture.open(sql(path, "regexp_extract(file_name, '(.*)[.]jsonl', 1)"));
        assertThat(InputsFixture.outcomes(file, 1)).allMatch(line -> line.endsWith("{cluster_id=f}"));
        assertThat(InputsFixture.preview(file)).allMatch(line -> line.endsWith("{cluster_id=f}"));
    }

    @Test
    void refusesSqlBeforeTheJob() throws IOException {
        String path = write("f.jsonl", "{\"question\":\"q1\"}\n");
        for (String expression : List.of(
                "upper(nosuch)",
                "upper(",
                "max(input)",
                "rand()",
                "input as a, output as b",
                "1/0",
                "cast('x' as int)")) {
            assertThatThrownBy(() -> InputsFixture.open(sql(path, expression)))
                    .as(expression)
                    .isInstanceOf(PlanRefused.class)
                    .hasMessageContaining("inputs[0].fields.cluster_id: sql: " + expression)
                    .hasMessageNotContaining("LogicalRDD");
        }
    }

    @Test
    void filtersAndUnitesInputs() throws IOException, PlanRefused {
        String first =
                write("a.jsonl", "{\"question\":\"q1\",\"lang\":\"en\"}\n{\"question\":\"q2\",\"lang\":\"de\"}\n");
        String second = write("b.csv", "question\nq3\n");
        MappingSpec mapping = new MappingSpec(null, null, List.of(), "lang = 'en'", List.of(), null, Map.of());
        Inputs inputs = InputsFixture.open(InputsFixture.mapped(first, mapping), InputSpec.of(second));
        assertThat(InputsFixture.outcomes(inputs, 1))
                .containsExactly(
                        "a.jsonl@0 q1 -> null | null | null",
                        "a.jsonl@30 filtered",
                        "b.csv@1 q3 -> null | null | null");
        assertThat(inputs.outcomes(1).map(outcome -> outcome.origin().input()).collect())
                .containsExactly(0, 0, 1);
    }

    @Test
    void gathersWhatIsWrongWithAllInputs() {
        InputSpec format = InputsFixture.spec("x", "nosuchformat", Map.of());
        InputSpec options = InputsFixture.spec("pom.xml", "csv", Map.of("quotes", "x"));
        assertThatThrownBy(() -> InputsFixture.open(format, options))
                .isInstanceOfSatisfying(
                        PlanRefused.class,
                        refused -> assertThat(refused.problems()).hasSize(2));
        assertThatThrownBy(() -> InputsFixture.open(InputSpec.of(folder + "/a"), InputSpec.of(folder + "/b")))
                .isInstanceOfSatisfying(
                        InputRefused.class,
                        refused -> assertThat(refused.problems()).hasSize(2));
    }

    private static InputSpec sql(String path, String expression) {
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        fields.put("cluster_id", new FieldSpec.Sql(expression));
        return InputsFixture.mapped(path, new MappingSpec("ragas-v0", null, List.of(), null, List.of(), null, fields));
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }
}
