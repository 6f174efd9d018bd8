package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that other tools wrote, given with nothing but their path: the table {@code public-files.json} says for each of them the
 * preset, what becomes of its records and the whole first record, or why it is refused. What it expects was read out of the files
 * with Python's own readers. Long texts stand there as their two ends, length and hash ({@link Shown}).
 */
class PublicFilesIT {
    private static final Path DATA = Path.of("../shared/data");

    /** What lies beside the data. */
    private static final Pattern NO_DATA = Pattern.compile(".*/_licenses/.*|.*/NOTICE\\.md|.*/LICEN[CS]E[^/]*");

    private static JsonNode table() throws IOException {
        try (InputStream table = PublicFilesIT.class.getResourceAsStream("public-files.json")) {
            return new ObjectMapper().readTree(Objects.requireNonNull(table));
        }
    }

    static Stream<Arguments> rows() throws IOException {
        List<Arguments> rows = new ArrayList<>();
        for (JsonNode row : table()) {
            String via = row.path("via").asText("");
            rows.add(Arguments.of(row.path("file").asText() + (via.isEmpty() ? "" : " as " + via), row));
        }
        return rows.stream();
    }

    @Test
    void everyFileHasARow() throws IOException {
        assumeTrue(Files.isDirectory(DATA), DATA + " isn't there: skipped");
        TreeSet<String> files = new TreeSet<>();
        for (String folder : List.of("formats", "public")) {
            try (Stream<Path> all = Files.walk(DATA.resolve(folder))) {
                all.filter(Files::isRegularFile)
                        .map(file -> DATA.relativize(file).toString().replace('\\', '/'))
                        .filter(file -> !NO_DATA.matcher(file).matches())
                        .forEach(files::add);
            }
        }
        TreeSet<String> rows = new TreeSet<>();
        table().forEach(row -> rows.add(row.path("file").asText()));
        assertThat(rows).isEqualTo(files);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void isReadAsTheTableSays(String name, JsonNode row) throws PlanRefused {
        assumeTrue(Files.isDirectory(DATA), DATA + " isn't there: skipped");
        String path = DATA.resolve(row.path("file").asText()).toString();
        if (row.has("refused")) {
            assertThatThrownBy(() -> InputsFixture.open(path))
                    .isInstanceOfAny(InputRefused.class, PlanRefused.class)
                    .hasMessageContaining(row.path("refused").asText());
            return;
        }
        MappingSpec mapping = new MappingSpec(
                row.hasNonNull("via") ? row.path("via").asText() : null,
                null,
                List.of(),
                null,
                List.of(),
                null,
                Map.of());
        Inputs inputs = InputsFixture.open(InputsFixture.mapped(path, mapping));
        InputReport report = inputs.reports().get(0);
        List<Outcome> outcomes = inputs.preview(0, Integer.MAX_VALUE);

        assertThat(report.preset()).isEqualTo(row.path("preset").asText());
        assertThat(report.kind()).isEqualTo(row.path("kind").asText());
        assertThat(counts(outcomes)).isEqualTo(counts(row));
        if (row.has("first")) {
            assertThat(outcomes)
                    .filteredOn(CanonicalRecord.class::isInstance)
                    .first()
                    .satisfies(first -> assertThat(Shown.of((CanonicalRecord) first))
                            .isEqualTo(row.path("first").toPrettyString()));
        }
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
