package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A published run as tests of its judge look at it. */
record JudgedRun(PublishedRun run) {
    static final List<String> JUDGED = List.of("ctx_waste", "ctx_suff");

    /** Rows of {@code scores/} by id and position. */
    Map<String, JsonNode> rows() throws Exception {
        return run.rows("scores").stream()
                .collect(Collectors.toMap(
                        row -> row.get("sample_id").textValue() + " " + row.get("source_position"),
                        row -> row,
                        (one, other) -> {
                            throw new AssertionError("twice: " + one);
                        },
                        TreeMap::new));
    }

    /** Everything that one metric says of each row. */
    Map<String, String> metric(String metric) throws Exception {
        Map<String, String> told = new TreeMap<>();
        rows().forEach((id, row) -> told.put(
                id,
                String.join(
                        " | ",
                        row.path(metric).toString(),
                        row.path(metric + "_status").toString(),
                        row.path(metric + "_reason").toString(),
                        row.path(metric + "_metadata").toString())));
        return told;
    }

    /** Each row without what a judge says of it. */
    Map<String, String> unjudged() throws Exception {
        Map<String, String> told = new TreeMap<>();
        rows().forEach((id, row) -> {
            Map<String, String> columns = new TreeMap<>();
            row.properties()
                    .forEach(column ->
                            columns.put(column.getKey(), column.getValue().toString()));
            columns.keySet().removeIf(column -> column.matches("ctx_(waste|suff)(_status|_reason|_metadata)?"));
            told.put(id, columns.toString());
        });
        return told;
    }

    Map<String, Long> statuses(String metric) throws Exception {
        return rows().values().stream()
                .collect(Collectors.groupingBy(
                        row -> row.get(metric + "_status").textValue(), TreeMap::new, Collectors.counting()));
    }

    /** Both identities of the manifest, and a status for every row. */
    void assertIdentities() throws Exception {
        JsonNode manifest = run.manifest();
        for (String part : List.of("inputs", "metrics")) {
            assertThat(manifest.get(part))
                    .isNotEmpty()
                    .allSatisfy(entry -> assertThat(entry.get("identity_holds").booleanValue())
                            .as(entry.toString())
                            .isTrue());
        }
    }

    String exitReasons() throws Exception {
        return run.manifest().get("exit_reasons").toString();
    }
}
