package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * A table of files: for each the preset, what becomes of its records and the whole first record, or why it is refused. A row may
 * ask for a preset by name ({@code via}).
 */
record FileTable(JsonNode rows) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static FileTable named(String resource) {
        try (InputStream table = FileTable.class.getResourceAsStream(resource)) {
            return new FileTable(JSON.readTree(Objects.requireNonNull(table, resource)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rows with names for a test's report. */
    Stream<Arguments> arguments() {
        List<Arguments> arguments = new ArrayList<>();
        for (JsonNode row : rows) {
            String via = row.path("via").asText("");
            arguments.add(Arguments.of(row.path("file").asText() + (via.isEmpty() ? "" : " as " + via), row));
        }
        return arguments.stream();
    }

    /** The files that have a row. */
    TreeSet<String> files() {
        TreeSet<String> files = new TreeSet<>();
        rows.forEach(row -> files.add(row.path("file").asText()));
        return files;
    }

    /** Reads a row's file with nothing but its path, and the preset's name where the row has one. */
    static void check(Path folder, JsonNode row) throws PlanRefused {
        String path = folder.resolve(row.path("file").asText()).toString();
        if (row.has("refused")) {
            assertThatThrownBy(() -> InputsFixture.open(path))
                    .isInstanceOfAny(InputRefused.class, PlanRefused.class)
                    .hasMessageContaining(row.path("refused").asText());
            return;
        }
        String via = row.hasNonNull("via") ? row.path("via").asText() : null;
        MappingSpec mapping = new MappingSpec(via, null, List.of(), null, List.of(), null, Map.of());
        Inputs inputs = InputsFixture.open(InputsFixture.mapped(path, mapping));
        InputReport report = inputs.reports().get(0);
        List<Outcome> outcomes = inputs.preview(0, Integer.MAX_VALUE);

        assertThat(report.preset()).isEqualTo(row.path("preset").asText());
        assertThat(report.kind()).isEqualTo(row.path("kind").asText());
        if (row.has("first")) {
            assertThat(outcomes)
                    .as(outcomes.toString())
                    .filteredOn(CanonicalRecord.class::isInstance)
                    .first()
                    .satisfies(first -> assertThat(JSON.readTree(Shown.of((CanonicalRecord) first)))
                            .isEqualTo(row.path("first")));
        }
        assertThat(counts(outcomes)).isEqualTo(counts(row));
    }

    private static String counts(JsonNode row) {
        return row.path("used").asLong() + " used, " + row.path("filtered").asLong() + " filtered, "
                + row.path("rejected").asLong() + " rejected";
    }

    private static String counts(List<Outcome> outcomes) {
        return count(outcomes, CanonicalRecord.class) + " used, " + count(outcomes, Filtered.class) + " filtered, "
                + count(outcomes, Rejection.class) + " rejected";
    }

    private static long count(List<Outcome> outcomes, Class<? extends Outcome> kind) {
        return outcomes.stream().filter(kind::isInstance).count();
    }
}
