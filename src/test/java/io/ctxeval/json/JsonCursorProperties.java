package io.ctxeval.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.ctxeval.json.JsonCursor.Token;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid texts, and texts with a few bytes changed, read as Jackson reads them: the same accepted, the same values. */
class JsonCursorProperties {
    private static final String REFUSED = "refused";
    private static final int CASES = 60_000;
    private static final String[] STRINGS = {
        "",
        "a",
        "key",
        "a longer text of plain letters",
        "\\n",
        "\\\\",
        "\\\"",
        "\\u0041\\uD83D\\uDE80",
        "\\ud83d",
        "é",
        "模型",
        "🚀",
        "\u007f",
        "x\\/y",
        "12345678",
        "1234567\\t",
        "\\b\\f\\r"
    };
    private static final String[] SCALARS = {
        "0",
        "-0",
        "1",
        "-12",
        "3.25",
        "1e5",
        "2E-7",
        "-1.5e+300",
        "123456789012345678901234567890",
        "true",
        "false",
        "null"
    };
    private static final String[] BLANKS = {"", "", "", " ", "\n", "\t \r"};
    private static final byte[] INTERESTING =
            "\"\\{}[],:0123456789-+.eEtrufalsn \n\t/bu\0\u001f\u007f".getBytes(StandardCharsets.UTF_8);

    private final JsonFactory strict = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNumberLength(100_000).build())
            .build();
    private final JsonFactory lenient = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    @ParameterizedTest
    @ValueSource(longs = {1, 20_260_801, 77, 4_711})
    void acceptsAndReadsExactlyWhatJacksonDoes(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        JsonCursor cursor = new JsonCursor();
        int accepted = 0;
        for (int i = 0; i < CASES; i++) {
            byte[] text = text(random, "");
            if (random.nextInt(4) > 0) {
                text = mutated(text, random);
            }
            String expected = readByJackson(text);
            int padding = random.nextInt(9);
            byte[] buffer = new byte[text.length + 2 * padding];
            Arrays.fill(buffer, (byte) '"');
            System.arraycopy(text, 0, buffer, padding, text.length);
            cursor.reset(buffer, padding, padding + text.length);
            String read = readThrough(cursor);
            cursor.reset(buffer, padding, padding + text.length);
            boolean passed = skippedThrough(cursor);
            boolean valid = !expected.equals(REFUSED);
            accepted += valid ? 1 : 0;
            if (!read.equals(expected)
                    || passed != valid
                    || (valid && !sameEndUnchecked(cursor, buffer, padding, text.length))) {
                String shown = new String(text, StandardCharsets.UTF_8);
                fail("seed %d, case %d: %s%nread %s%nJackson %s", seed, i, shown, read, expected);
            }
        }
        assertThat(accepted).as("cases must be of both kinds").isBetween(CASES / 5, 4 * CASES / 5);
    }

    private static boolean sameEndUnchecked(JsonCursor cursor, byte[] buffer, int from, int length) {
        cursor.reset(buffer, from, from + length);
        cursor.skip();
        int end = cursor.position();
        cursor.reset(buffer, from, from + length);
        cursor.skipUnchecked();
        return cursor.position() == end;
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void readsNonFiniteLiteralsWhereJacksonDoes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        JsonCursor cursor = new JsonCursor(true);
        for (int i = 0; i < 10_000; i++) {
            String literal = new String[] {"NaN", "Infinity", "-Infinity"}[random.nextInt(3)];
            byte[] text = ("[1," + literal + " ,2]").getBytes(StandardCharsets.US_ASCII);
            if (random.nextBoolean()) {
                text = mutated(text, random);
            }
            String json = new String(text, StandardCharsets.UTF_8);
            if (json.contains("+INF")
                    || json.contains("INF")
                    || json.contains("+Infinity")
                    || !json.chars().allMatch(c -> c < 128)) {
                continue; // spellings of Jackson's own
            }
            boolean expected = acceptedByLenientJackson(json);
            cursor.reset(text, 0, text.length);
            assertThat(skippedThrough(cursor))
                    .as("seed %d, case %d: %s", seed, i, json)
                    .isEqualTo(expected);
        }
    }

    private boolean acceptedByLenientJackson(String json) {
        try (JsonParser parser = lenient.createParser(json)) {
            parser.nextToken();
            parser.skipChildren();
            parser.finishToken();
            return parser.currentToken() != null && parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }

    private static byte[] text(SplittableRandom random, String indent) {
        StringBuilder json = new StringBuilder();
        value(json, random, 0);
        return (indent + json).getBytes(StandardCharsets.UTF_8);
    }

    private static void value(StringBuilder json, SplittableRandom random, int depth) {
        json.append(pick(BLANKS, random));
        int kind = depth > 4 ? random.nextInt(2) : depth == 0 ? 2 + random.nextInt(8) : random.nextInt(6);
        if (kind == 0) {
            json.append(pick(SCALARS, random));
        } else if (kind == 1) {
            string(json, random);
        } else if (kind % 2 == 0) {
            json.append('[');
            int n = random.nextInt(4);
            for (int i = 0; i < n; i++) {
                json.append(i == 0 ? "" : ",");
                value(json, random, depth + 1);
            }
            json.append(pick(BLANKS, random)).append(']');
        } else {
            json.append('{').append(pick(BLANKS, random));
            int n = random.nextInt(4);
            for (int i = 0; i < n; i++) {
                json.append(i == 0 ? "" : ",").append(pick(BLANKS, random));
                string(json, random);
                json.append(pick(BLANKS, random)).append(':');
                value(json, random, depth + 1);
            }
            json.append('}');
        }
        json.append(pick(BLANKS, random));
    }

    private static void string(StringBuilder json, SplittableRandom random) {
        json.append('"');
        int n = random.nextInt(4);
        for (int i = 0; i < n; i++) {
            json.append(pick(STRINGS, random));
        }
        json.append('"');
    }

    private static String pick(String[] choices, SplittableRandom random) {
        return choices[random.nextInt(choices.length)];
    }

    private static byte[] mutated(byte[] text, SplittableRandom random) {
        byte[] changed = text.clone();
        int changes = 1 + random.nextInt(2);
        for (int i = 0; i < changes && changed.length > 0; i++) {
            int at = random.nextInt(changed.length);
            byte other = random.nextInt(5) == 0
                    ? (byte) random.nextInt(256)
                    : INTERESTING[random.nextInt(INTERESTING.length)];
            switch (random.nextInt(4)) {
                case 0 -> changed[at] = other;
                case 1 -> changed = Arrays.copyOf(changed, at);
                case 2 -> {
                    byte[] shorter = Arrays.copyOf(changed, changed.length - 1);
                    System.arraycopy(changed, at + 1, shorter, at, changed.length - at - 1);
                    changed = shorter;
                }
                default -> {
                    byte[] longer = Arrays.copyOf(changed, changed.length + 1);
                    System.arraycopy(changed, at, longer, at + 1, changed.length - at);
                    longer[at] = other;
                    changed = longer;
                }
            }
        }
        return changed;
    }

    /** The values as one text, or REFUSED if it isn't one JSON value in valid UTF-8. */
    private String readByJackson(byte[] text) throws IOException {
        String json;
        try {
            json = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
        } catch (CharacterCodingException e) {
            return REFUSED;
        }
        try (JsonParser parser = strict.createParser(json)) {
            StringBuilder read = new StringBuilder();
            int open = 0;
            JsonToken token = parser.nextToken();
            if (token == null) {
                return REFUSED;
            }
            while (true) {
                open += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                boolean spelled = token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME || token.isNumeric();
                read.append(spelled ? kind(token) + parser.getText() : token.asString())
                        .append('\u0001');
                if (open == 0) {
                    return parser.nextToken() == null ? read.toString() : REFUSED;
                }
                token = parser.nextToken();
                if (token == null) {
                    return REFUSED;
                }
            }
        } catch (JsonProcessingException e) {
            return REFUSED;
        }
    }

    private static String kind(JsonToken token) {
        return token.isNumeric() ? "number " : token == JsonToken.FIELD_NAME ? "key " : "text ";
    }

    private static String readThrough(JsonCursor cursor) {
        try {
            StringBuilder read = new StringBuilder();
            if (cursor.peek() == Token.END) {
                return REFUSED;
            }
            read(cursor, read);
            return cursor.peek() == Token.END ? read.toString() : REFUSED;
        } catch (MalformedJson e) {
            return REFUSED;
        }
    }

    private static void read(JsonCursor cursor, StringBuilder read) {
        switch (cursor.peek()) {
            case OBJECT -> {
                read.append("{\u0001");
                cursor.enterObject();
                while (cursor.nextKey()) {
                    read.append("key ").append(cursor.key()).append('\u0001');
                    read(cursor, read);
                }
                read.append("}\u0001");
            }
            case ARRAY -> {
                read.append("[\u0001");
                cursor.enterArray();
                while (cursor.nextElement()) {
                    read(cursor, read);
                }
                read.append("]\u0001");
            }
            case STRING -> read.append("text ").append(cursor.string()).append('\u0001');
            case NUMBER -> read.append("number ").append(cursor.number()).append('\u0001');
            case TRUE, FALSE, NULL -> {
                cursor.skip();
                read.append(cursor.value().json()).append('\u0001');
            }
            case END -> throw new AssertionError("end inside a value");
        }
    }

    private static boolean skippedThrough(JsonCursor cursor) {
        try {
            if (cursor.peek() == Token.END) {
                return false;
            }
            cursor.skip();
            return cursor.peek() == Token.END;
        } catch (MalformedJson e) {
            return false;
        }
    }
}
