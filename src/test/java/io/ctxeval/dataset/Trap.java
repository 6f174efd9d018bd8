package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Files with a trap of formats.md 3 in them, and the values that must be read of them: in one piece, in many, and with their
 * records the other way round.
 */
final class Trap {
    /** Behind the start of an outcome, for the rest of which nothing is said. */
    private static final String AND_SO_ON = "…";

    private static final int MOST_PARTITIONS = 24;
    private static final List<Integer> PARTITIONS = List.of(1, 5);

    private final String name;
    private final List<TrapFile> files = new ArrayList<>();
    private @Nullable String format;
    private Map<String, String> options = Map.of();
    private MappingSpec mapping = MappingSpec.EMPTY;
    private boolean ordered = true;
    private boolean reversible = true;

    private Trap(String name) {
        this.name = name;
    }

    static Trap of(String name) {
        return new Trap(name);
    }

    /** A file that is written row by row. */
    interface TrapFile {
        /** The outcomes of each row, in the order of the rows. */
        List<List<String>> values();

        void write(Path folder, boolean reversed) throws IOException;
    }

    /** A text file of this name, to which {@link #above}, {@link #row} and {@link #below} add. */
    Trap in(String fileName) {
        files.add(new TextFile(fileName));
        return this;
    }

    Trap in(TrapFile file) {
        files.add(file);
        return this;
    }

    private TextFile last() {
        return (TextFile) files.get(files.size() - 1);
    }

    /** What stands before the rows. */
    Trap above(String text) {
        last().above = text;
        return this;
    }

    Trap between(String text) {
        last().between = text;
        return this;
    }

    Trap below(String text) {
        last().below = text;
        return this;
    }

    /** The file's encoding; it begins with a mark where {@link #above} begins with one. */
    Trap encoded(Charset charset) {
        last().charset = charset;
        return this;
    }

    /** A row and its outcomes as {@link InputsFixture#line} has them, less the place. */
    Trap row(String text, String... outcomes) {
        last().rows.add(text);
        last().values.add(List.of(outcomes));
        return this;
    }

    Trap format(String named) {
        format = named;
        return this;
    }

    Trap options(Map<String, String> asked) {
        options = asked;
        return this;
    }

    Trap mapping(MappingSpec asked) {
        mapping = asked;
        return this;
    }

    /** Fields that are filled by one expression each. */
    Trap fields(String... namesAndExpressions) {
        return mapping(new MappingSpec(
                null, null, List.of(), null, List.of(), null, InputsFixture.fields(namesAndExpressions)));
    }

    /** The order of the rows is part of what they say. */
    Trap inThisOrder() {
        reversible = false;
        return this;
    }

    /** Records come out of a shuffle. */
    Trap shuffled() {
        ordered = false;
        return this;
    }

    /** Reads the files in every way. */
    void read(Path folder) throws IOException, PlanRefused {
        readOneWay(Files.createDirectories(folder.resolve("forward")), false);
        if (reversible) {
            readOneWay(Files.createDirectories(folder.resolve("backward")), true);
        }
    }

    private void readOneWay(Path folder, boolean reversed) throws IOException, PlanRefused {
        long bytes = 0;
        List<String> expected = new ArrayList<>();
        for (TrapFile file : files) {
            file.write(folder, reversed);
            List<List<String>> values = new ArrayList<>(file.values());
            if (reversed) {
                Collections.reverse(values);
            }
            values.forEach(expected::addAll);
        }
        try (var written = Files.walk(folder)) {
            for (Path file : written.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        Inputs inputs =
                InputsFixture.open(new InputSpec(folder.toString(), format, options, InputSpec.Damaged.FAIL, mapping));
        String way = name + (reversed ? ", backward" : "");
        assertRead(InputsFixture.preview(inputs), expected, way + ", on the driver");
        List<Integer> partitions = new ArrayList<>(PARTITIONS);
        partitions.add((int) Math.min(bytes, MOST_PARTITIONS));
        for (int count : partitions) {
            assertRead(InputsFixture.outcomes(inputs, count), expected, way + ", " + count + " partitions");
        }
    }

    private void assertRead(List<String> outcomes, List<String> expected, String way) {
        List<String> found = new ArrayList<>();
        for (String outcome : outcomes) {
            String value = outcome.substring(outcome.indexOf(' ', outcome.lastIndexOf('@', outcome.indexOf(' '))) + 1);
            found.add(expected.stream()
                    .filter(wanted -> wanted.endsWith(AND_SO_ON)
                            && value.startsWith(wanted.substring(0, wanted.length() - AND_SO_ON.length())))
                    .findFirst()
                    .orElse(value));
        }
        if (ordered) {
            assertThat(found).as(way).containsExactlyElementsOf(expected);
        } else {
            assertThat(found).as(way).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /** A file of text. */
    private static final class TextFile implements TrapFile {
        private final String fileName;
        private final List<String> rows = new ArrayList<>();
        private final List<List<String>> values = new ArrayList<>();
        private Charset charset = StandardCharsets.UTF_8;
        private String above = "";
        private String between = "\n";
        private String below = "\n";

        TextFile(String fileName) {
            this.fileName = fileName;
        }

        @Override
        public List<List<String>> values() {
            return values;
        }

        @Override
        public void write(Path folder, boolean reversed) throws IOException {
            List<String> order = new ArrayList<>(rows);
            if (reversed) {
                Collections.reverse(order);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write((above + String.join(between, order) + below).getBytes(charset));
            Path file = folder.resolve(fileName);
            Files.createDirectories(file.getParent());
            Files.write(file, bytes.toByteArray());
        }
    }
}
