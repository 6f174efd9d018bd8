package io.ctxeval.dataset.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PythonLiteralProperties {
    private static final String LETTERS = "ab '\"\\\n\t\r\u00a0\u00e9\u4e2d\u0007\u2028";

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void givesBackWhatReprPrinted(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Node value = PlainValue.list(List.of(value(random, 3), value(random, 3)));
        StringBuilder printed = new StringBuilder();
        print(value, printed);
        Node read = PythonLiteral.read(printed.toString());
        assertThat(read == null ? "refused" : read.json())
                .as("seed %d: %s", seed, printed)
                .isEqualTo(value.json());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void readsAnyTextAsChunksWithoutFailing(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 100; i++) {
            String text = noise(random);
            assertThat(ChunkReader.PLAIN.texts(new CellText(text), null, new Tally()))
                    .as("seed %d: %s", seed, text)
                    .satisfiesAnyOf(
                            chunks -> assertThat(chunks).isNotNull(),
                            chunks -> assertThat(text.strip()).isIn("NA", "nan", "NaN", "None", "null"));
            Conversation.of(new CellText(text), null, "user");
        }
    }

    private static String noise(SplittableRandom random) {
        String alphabet = "[](){}'\",: \\xuU0a1\nNTr";
        StringBuilder text = new StringBuilder();
        String[] openings = {"[", "{", "(", "\"", "array([", ""};
        String[] closings = {"]", "}", ")", "\"", "])", ""};
        int kind = random.nextInt(openings.length);
        text.append(openings[kind]);
        int length = random.nextInt(14);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.append(closings[kind]).toString();
    }

    private static Node value(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 5)) {
            case 0 -> PlainValue.NULL;
            case 1 -> PlainValue.bool(random.nextBoolean());
            case 2 -> PlainValue.number(Integer.toString(random.nextInt(-1000, 1000)));
            case 3, 4 -> PlainValue.text(text(random));
            case 5 -> {
                Map<String, Node> entries = new LinkedHashMap<>();
                int size = random.nextInt(3);
                for (int i = 0; i < size; i++) {
                    entries.put(text(random), value(random, depth - 1));
                }
                yield PlainValue.object(entries);
            }
            default -> {
                List<Node> elements = new ArrayList<>();
                int size = random.nextInt(4);
                for (int i = 0; i < size; i++) {
                    elements.add(value(random, depth - 1));
                }
                yield PlainValue.list(elements);
            }
        };
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(8);
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return random.nextInt(5) == 0 ? text.appendCodePoint(0x1F600).toString() : text.toString();
    }

    private static void print(Node value, StringBuilder out) {
        switch (value.kind()) {
            case NULL -> out.append("None");
            case BOOLEAN -> out.append(value.text().equals("true") ? "True" : "False");
            case NUMBER -> out.append(value.text());
            case TEXT -> repr(value.text(), out);
            case LIST -> {
                out.append('[');
                String separator = "";
                for (Node element : value.elements()) {
                    out.append(separator);
                    print(element, out);
                    separator = ", ";
                }
                out.append(']');
            }
            case OBJECT -> {
                out.append('{');
                String separator = "";
                for (String key : value.keys()) {
                    out.append(separator);
                    repr(key, out);
                    out.append(": ");
                    Node entry = value.get(key);
                    print(entry == null ? PlainValue.NULL : entry, out);
                    separator = ", ";
                }
                out.append('}');
            }
        }
    }

    /** CPython's unicode_repr: single quotes unless only single ones are inside; what isn't printable escaped. */
    private static void repr(String text, StringBuilder out) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        out.append(quote);
        text.codePoints().forEach(c -> {
            if (c == quote || c == '\\') {
                out.append('\\').appendCodePoint(c);
            } else if (c == '\n' || c == '\r' || c == '\t') {
                out.append('\\').append(c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
            } else if (c < 0x20 || c == 0xA0) {
                out.append(String.format(Locale.ROOT, "\\x%02x", c));
            } else if (c == 0x2028) {
                out.append("\\u2028");
            } else {
                out.appendCodePoint(c);
            }
        });
        out.append(quote);
    }
}
