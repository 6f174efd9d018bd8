package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that other tools wrote, given with nothing but their path, against the table {@code public-files.json}. What it expects was
 * read out of the files with Python's own readers. Long texts stand there as their two ends, length and hash ({@link Shown}).
 */
class PublicFilesIT {
    private static final Path DATA = Path.of("../shared/data");
    private static final FileTable TABLE = FileTable.named("public-files.json");

    /** What lies beside the data. */
    private static final Pattern NO_DATA = Pattern.compile(".*/_licenses/.*|.*/NOTICE\\.md|.*/LICEN[CS]E[^/]*");

    static Stream<Arguments> rows() {
        return TABLE.arguments();
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
        assertThat(TABLE.files()).isEqualTo(files);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void isReadAsTheTableSays(String name, JsonNode row) throws PlanRefused {
        assumeTrue(Files.isDirectory(DATA), DATA + " isn't there: skipped");
        FileTable.check(DATA, row);
    }
}
