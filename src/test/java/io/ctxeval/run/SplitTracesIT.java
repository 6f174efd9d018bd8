package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace whose events lie in several files: one input makes one trace of it, several inputs say that they can't. */
class SplitTracesIT {
    @TempDir
    Path folder;

    private static String event(String trace, int order, String type, String agent) {
        String data = type.equals("llm_request")
                ? "{\"messages\":[{\"role\":\"user\",\"content\":\"where is it\"}]}"
                : "{\"response_content\":\"it is in Paris\"}";
        return "{\"session_id\":\"" + trace + "\",\"sequence_num\":" + order + ",\"event_type\":\"" + type
                + "\",\"agent_name\":\"" + agent + "\",\"data\":" + data + "}\n";
    }

    private String write(String name, String text) throws Exception {
        Path file = folder.resolve("in").resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text).toString();
    }

    private List<String> warnings(String... inputs) throws Exception {
        Path out = folder.resolve("out" + inputs.length);
        List<String> all = new ArrayList<>(List.of("evaluate", "--output", out.toString()));
        for (String input : inputs) {
            all.addAll(List.of("--input", input));
        }
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        // pieces of one agent each have no hand-off left: no metric applies to any of their rows
        if (inputs.length > 1) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(4);
        } else {
            assertThat(run.exitCode()).as(run.err()).isIn(0, 1);
        }
        List<String> warnings = new ArrayList<>();
        for (JsonNode warning : PublishedRun.onlyIn(out).manifest().get("warnings")) {
            warnings.add(warning.asText());
        }
        return warnings;
    }

    @Test
    void tracesInSeveralInputsAreNamed() throws Exception {
        String a = write(
                "a.jsonl",
                event("t2", 1, "llm_request", "a")
                        + event("t2", 2, "llm_response", "a")
                        + event("t1", 1, "llm_request", "a")
                        + event("t1", 2, "llm_response", "a"));
        String b = write("b.jsonl", event("t1", 3, "llm_request", "b") + event("t1", 4, "llm_response", "b"));
        String c = write("c.jsonl", event("t2", 3, "llm_request", "b") + event("t3", 4, "llm_response", "b"));

        assertThat(warnings(a, b, c))
                .contains(
                        "2 traces stand in several inputs, and each input's part is scored as if it were the whole: the"
                                + " first is t1, in " + a + " and " + b
                                + "; give their files as one input (a folder or a glob)");
        assertThat(warnings(folder.resolve("in").toString())).noneMatch(warning -> warning.contains("several inputs"));
    }
}
