package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.MappingSpec.Take;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.trace.AgentTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The traps of formats.md 3.6 (meaning) that no preset of its own answers, one a row. */
class MeaningTrapsIT {
    @TempDir
    Path folder;

    static Stream<Trap> samples() {
        return Stream.of(
                Trap.of("gold under the name of an answer")
                        .in("a.jsonl")
                        .row("{\"question\":\"q1\",\"answer\":[\"gold\",\"too\"]}", "q1 -> null | …")
                        .row("{\"question\":\"q2\",\"answer\":[\"gold\"]}", "q2 -> null | …"),
                Trap.of("an ideal context beside the one retrieved")
                        .in("a.csv")
                        .above("input,actual_output,context,retrieval_context\n")
                        .row("q1,a1,ideal,one|two", "q1 -> a1 | [one, two] | null")
                        .row("q2,a2,ideal,", "q2 -> a2 | null | null"),
                Trap.of("spans around a retriever that repeat its list")
                        .mapping(runs())
                        .shuffled()
                        .in("a.jsonl")
                        .row("{\"t\":\"t1\",\"n\":1,\"q\":\"q1\"}", "q1 -> null | [a, a, b] | null")
                        .row("{\"t\":\"t1\",\"n\":4,\"c\":[\"b\"]}", "filtered")
                        .row("{\"t\":\"t1\",\"n\":2,\"c\":[\"a\",\"a\"]}", "filtered")
                        .in("b.jsonl")
                        .row("{\"t\":\"t1\",\"n\":3,\"c\":[\"a\",\"a\"]}", "filtered")
                        .row("{\"t\":\"t2\",\"n\":1,\"q\":\"q2\",\"c\":[]}", "q2 -> null | [] | null"),
                chat("a chat: the last answer with a text, and the question before it")
                        .row(turns("user", "\"q1\"", "assistant", "\"a1\"", "user", "\"q2\""), "q1 -> a1 | null | null")
                        .row(turns("system", "\"be brief\""), "-"),
                chat("an answer that only calls tools has no text")
                        .row(
                                "{\"messages\":[{\"role\":\"user\",\"content\":\"q1\"},{\"role\":\"assistant\",\"content\":null,"
                                        + "\"tool_calls\":[{\"id\":\"1\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}]}",
                                "q1 -> null | null | null…"),
                chat("parts of a content: texts joined by line breaks, images left out")
                        .row(
                                turns(
                                        "user",
                                        "[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"image_url\",\"image_url\":{\"url\":\"u\"}},"
                                                + "{\"type\":\"text\",\"text\":\"b\"}]",
                                        "assistant",
                                        "\"a1\""),
                                "a\nb -> a1 | null | null"),
                Trap.of("content that a tracer has cut stays as it is")
                        .in("a.jsonl")
                        .row(
                                "{\"question\":\"q1\",\"answer\":\"begin ...[truncated 300 chars]... end\"}",
                                "q1 -> begin ...[truncated 300 chars]... end | null | null"));
    }

    static Stream<Trap> events() {
        return Stream.of(
                calls("spans in an order that isn't that of time", null)
                        .row(call("t1", "10:00:02", "2", "b", "1"), event("a", "1", "b", "1", "c", "1"))
                        .row(call("t1", "10:00:01", "1", "a", "1"), "filtered")
                        .row(call("t1", "10:00:03", "3", "c", "1"), "filtered"),
                calls("one run in several files", null)
                        .row(call("t1", "10:00:01", "1", "a", "1"), event("a", "1", "b", "2"))
                        .row(call("t2", "10:00:01", "2", "a", "5"), event("a", "5"))
                        .in("b.jsonl")
                        .row(call("t1", "10:00:02", "3", "b", "2"), "filtered"),
                calls("counts as digits in a text, or with a fraction of nothing", null)
                        .row(call("t1", "10:00:01", "1", "a", "\"187\""), event("a", "187"))
                        .row(call("t2", "10:00:01", "2", "a", "187.0"), event("a", "187"))
                        .row(call("t3", "10:00:01", "3", "a", "1.87e2"), event("a", "187")),
                calls("tokens of parents that sum up their children", "leaf = true")
                        .row(call("t1", "10:00:02", "2", "a", "7"), event("a", "7", "a", "9"))
                        .row(call("t1", "10:00:03", "3", "a", "9"), "filtered")
                        .row(
                                call("t1", "10:00:01", "1", "a", "16").replace("\"leaf\":true", "\"leaf\":false"),
                                "filtered"));
    }

    @ParameterizedTest
    @MethodSource({"samples", "events"})
    void isRead(Trap trap) throws IOException, PlanRefused {
        trap.read(folder);
    }

    @Test
    void usageThatIsRepeatedOnEveryRowOfAMessageCountsOnce() throws IOException, PlanRefused {
        Map<String, FieldSpec> fields = callFields();
        fields.putAll(InputsFixture.fields("budget_tokens", "budget"));
        String row = "{\"t\":\"t1\",\"at\":1,\"id\":\"m1\",\"who\":\"a\",\"n\":7,\"budget\":100}\n";
        Files.writeString(
                folder.resolve("a.jsonl"), row + row.replace("m1", "m2").replace(":7", ":5") + row);
        Files.writeString(folder.resolve("b.jsonl"), row);
        Inputs inputs = InputsFixture.open(InputsFixture.mapped(
                folder.toString(), new MappingSpec(null, "events", List.of(), null, List.of(), null, fields)));
        for (int partitions : new int[] {1, 2, 20}) {
            assertThat(inputs.outcomes(partitions)
                            .filter(outcome -> outcome instanceof CanonicalRecord)
                            .map(MeaningTrapsIT::budgets)
                            .collect())
                    .containsExactly("[{\"agent_name\": \"a\", \"used_tokens\": 12, \"budget_tokens\": 100}]");
        }
    }

    private static String budgets(Outcome outcome) {
        AgentTrace trace = ((CanonicalRecord) outcome).trace();
        return trace == null ? "" : String.valueOf(trace.budgetLedger());
    }

    @Test
    void answerAndResponseTogetherStopTheRun() throws IOException {
        Path file = Files.writeString(
                folder.resolve("a.jsonl"), "{\"question\":\"q\",\"answer\":\"a\",\"response\":\"b\"}\n");
        assertThatThrownBy(() -> InputsFixture.open(file.toString()))
                .isInstanceOf(PlanRefused.class)
                .hasMessageContaining("answer")
                .hasMessageContaining("response");
    }

    @Test
    void aQuestionAskedTwiceHasOneIdAndBothRowsAreThere() throws IOException, PlanRefused {
        Files.writeString(folder.resolve("a.jsonl"), "{\"question\":\"caf\u00E9\",\"answer\":\"a1\"}\n");
        Files.writeString(folder.resolve("b.csv"), "question,answer\ncafe\u0301,a2\nother,a3\n");
        List<String> ids = InputsFixture.open(folder.toString())
                .outcomes(3)
                .map(outcome -> ((CanonicalRecord) outcome).sampleId())
                .collect();
        assertThat(ids).hasSize(3);
        assertThat(ids.get(0)).isEqualTo(ids.get(1)).hasSize(16);
        assertThat(ids.get(2)).isNotEqualTo(ids.get(0));
    }

    private static MappingSpec runs() {
        Map<String, FieldSpec> fields = InputsFixture.fields("order", "n");
        fields.put("input", new FieldSpec.Taken(List.of("q"), Take.FIRST, null));
        fields.put("context", new FieldSpec.Taken(List.of("chunks(c)"), Take.ALL, null));
        return new MappingSpec(null, null, List.of(), null, List.of(), "t", fields);
    }

    private static Map<String, FieldSpec> callFields() {
        return InputsFixture.fields("trace", "t", "id", "id", "time", "at", "agent", "who", "input_tokens", "n");
    }

    private static Trap calls(String name, @Nullable String where) {
        return Trap.of(name)
                .mapping(new MappingSpec(null, "events", List.of(), where, List.of(), null, callFields()))
                .shuffled()
                .in("a.jsonl");
    }

    private static String call(String trace, String time, String id, String agent, String tokens) {
        return "{\"t\":\"" + trace + "\",\"at\":\"2024-01-01T" + time + "Z\",\"id\":\"" + id + "\",\"who\":\"" + agent
                + "\",\"n\":" + tokens + ",\"leaf\":true}";
    }

    private static String event(String... agentsAndTokens) {
        StringBuilder events = new StringBuilder("- [");
        for (int i = 0; i < agentsAndTokens.length; i += 2) {
            events.append(i == 0 ? "" : ",")
                    .append("{\"event_type\": \"other\", \"agent_name\": \"")
                    .append(agentsAndTokens[i])
                    .append("\", \"data\": {}, \"prompt_tokens\": ")
                    .append(agentsAndTokens[i + 1])
                    .append('}');
        }
        return events.append(']').toString();
    }

    private static Trap chat(String name) {
        return Trap.of(name).in("a.jsonl");
    }

    private static String turns(String... rolesAndContents) {
        StringBuilder turns = new StringBuilder("{\"messages\":[");
        for (int i = 0; i < rolesAndContents.length; i += 2) {
            turns.append(i == 0 ? "" : ",")
                    .append("{\"role\":\"")
                    .append(rolesAndContents[i])
                    .append("\",\"content\":")
                    .append(rolesAndContents[i + 1])
                    .append('}');
        }
        return turns.append("]}").toString();
    }
}
