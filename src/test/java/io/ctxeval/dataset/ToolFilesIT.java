package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.dataset.mapping.Preset;
import io.ctxeval.dataset.mapping.Presets;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Made-up files in the shapes that tools write (formats.md 2.3), each with the traps of its tool, against the table {@code
 * tool-files.json}, which was written by hand.
 */
class ToolFilesIT {
    private static final FileTable TABLE = FileTable.named("tool-files.json");

    private static Path folder() throws URISyntaxException {
        return Path.of(
                Objects.requireNonNull(ToolFilesIT.class.getResource("tools")).toURI());
    }

    static Stream<Arguments> rows() {
        return TABLE.arguments();
    }

    @Test
    void everyFileHasARow() throws IOException, URISyntaxException {
        TreeSet<String> files = new TreeSet<>();
        try (Stream<Path> all = Files.list(folder())) {
            all.forEach(file -> files.add(file.getFileName().toString()));
        }
        assertThat(TABLE.files()).isEqualTo(files);
    }

    @Test
    void everyPresetReadsAFile() {
        TreeSet<String> read = new TreeSet<>();
        for (FileTable table : new FileTable[] {TABLE, FileTable.named("public-files.json")}) {
            table.rows().forEach(row -> read.add(row.path("preset").asText()));
        }
        assertThat(Presets.builtIn().all())
                .extracting(Preset::name)
                .allSatisfy(name -> assertThat(read).contains(name));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void isReadAsTheTableSays(String name, JsonNode row) throws PlanRefused, URISyntaxException {
        FileTable.check(folder(), row);
    }
}
