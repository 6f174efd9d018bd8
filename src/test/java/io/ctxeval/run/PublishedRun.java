package io.ctxeval.run;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a run with {@code --rows jsonl} left, as a test reads it. */
record PublishedRun(Path folder) {
    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();

    /** The only run under an output folder. */
    static PublishedRun onlyIn(Path output) throws IOException {
        List<Path> runs = visible(output.resolve("runs"));
        if (runs.size() != 1) {
            throw new AssertionError("expected one run, found " + runs);
        }
        return new PublishedRun(runs.get(0));
    }

    static List<Path> visible(Path runs) throws IOException {
        try (Stream<Path> folders = Files.list(runs)) {
            return folders.filter(folder -> Files.exists(folder.resolve("run.json")))
                    .sorted()
                    .toList();
        }
    }

    static JsonNode read(String json) throws IOException {
        return MAPPER.readTree(json);
    }

    JsonNode manifest() throws IOException {
        return MAPPER.readTree(folder.resolve("run.json").toFile());
    }

    /** The rows of a table, in the order of file names and lines. */
    List<JsonNode> rows(String table) throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.resolve(table))) {
            files.filter(file -> file.toString().endsWith(".jsonl")).sorted().forEach(file -> readInto(rows, file));
        }
        return rows;
    }

    private static void readInto(List<JsonNode> rows, Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            for (String line : (Iterable<String>) lines::iterator) {
                rows.add(MAPPER.readTree(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }
}
