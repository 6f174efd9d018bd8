package io.ctxeval.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes {@code SET.jsonl} (canonical rows) and {@code SET.labels.jsonl} (labels) for each {@link PublicSet}, as {@code scripts/bench
 * prepare-public [DIR]}.
 */
public final class PreparePublic {
    private static final Path SOURCE = Path.of("../shared/data/public");
    private static final Path TARGET = Path.of("target/public");
    private static final ObjectMapper JSON = new ObjectMapper();

    private PreparePublic() {}

    /**
     * Writes all sets that are there.
     *
     * @param arguments the folder to write into; none: {@code target/public}
     */
    public static void main(String[] arguments) throws IOException {
        Path target = arguments.length == 0 ? TARGET : Path.of(arguments[0]);
        if (write(target).isEmpty()) {
            System.err.println(SOURCE + ": no data set is there");
            System.exit(2);
        }
    }

    /** Writes the sets; returns those whose files are there. */
    static List<PublicSet> write(Path target) throws IOException {
        Files.createDirectories(target);
        List<PublicSet> written = new ArrayList<>();
        for (PublicSet set : PublicSet.ALL) {
            List<List<JsonNode>> content = new ArrayList<>();
            for (String file : set.files()) {
                if (Files.isRegularFile(SOURCE.resolve(file))) {
                    content.add(lines(SOURCE.resolve(file)));
                }
            }
            if (content.size() < set.files().size()) {
                System.err.println(set.id() + ": left out, " + SOURCE + " lacks one of " + set.files());
                continue;
            }
            List<PublicSet.Row> rows = set.rows(content);
            Files.write(
                    target.resolve(set.id() + ".jsonl"),
                    rows.stream().map(row -> row.sample().toString()).toList());
            Files.write(
                    target.resolve(set.id() + ".labels.jsonl"),
                    rows.stream().map(row -> row.labels().toString()).toList());
            System.err.printf(Locale.ROOT, "%s: %,d rows in %s%n", set.id(), rows.size(), target);
            written.add(set);
        }
        return written;
    }

    private static List<JsonNode> lines(Path file) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }
}
