package io.ctxeval.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.json.RawJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fast forms give what the plain ones in {@link PlainPython} give. */
class PythonTextProperties {
    private final PythonText pythonText = new PythonText();

    @Test
    void everyCodePointAgreesWithTheTable() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (Unicode14.isWord(c) != PlainPython.WORD.get(c)
                    || Unicode14.isPrintable(c) != PlainPython.PRINTABLE.get(c)) {
                assertThat(c).as("U+%04X is in another class", c).isNegative();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void theTextFormIsThePlainOne(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 4_000; i++) {
            StringBuilder json = new StringBuilder();
            Object value = value(json, random, 0);
            String found = pythonText.of(RawJson.of(json.toString()));
            if (!found.equals(PlainPython.text(value))) {
                assertThat(found).as("seed %d, case %d: %s", seed, i, json).isEqualTo(PlainPython.text(value));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22})
    void aDoubleIsWrittenWithTheShortestDigits(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            double value = switch (i % 5) {
                case 0 -> Double.longBitsToDouble(random.nextLong());
                case 1 -> random.nextInt(100_000) / 1000.0;
                case 2 -> Double.longBitsToDouble(random.nextLong(4096));
                case 3 -> Math.scalb(1.0, random.nextInt(-1074, 1024));
                default -> random.nextInt(1, 100) * Math.pow(10, random.nextInt(-20, 30));
            };
            if (!Double.isNaN(value)) {
                assertThat(PythonNumbers.text(value)).isEqualTo(PlainPython.number(value));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33})
    void tokensAreThePlainOnes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TokenSet tokens = new TokenSet();
        Utf8Buffer out = new Utf8Buffer();
        Utf8Buffer in = new Utf8Buffer();
        for (int i = 0; i < 4_000; i++) {
            String output = RandomText.of(random, 40);
            String input = random.nextInt(3) == 0 ? output + RandomText.of(random, 5) : RandomText.of(random, 60);
            tokens.fill(out.set(output));
            Set<String> plain = PlainPython.tokens(output);
            assertThat(tokens.size())
                    .as("seed %d, case %d: %s", seed, i, output)
                    .isEqualTo(plain.size());
            plain.retainAll(PlainPython.tokens(input));
            assertThat(tokens.sharedWith(in.set(input)))
                    .as("seed %d, case %d: %s | %s", seed, i, output, input)
                    .isEqualTo(plain.size());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {41, 42})
    void asciiWordsAndSegmentsAreThePlainOnes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        AsciiWords ascii = new AsciiWords();
        Utf8Buffer buffer = new Utf8Buffer();
        for (int i = 0; i < 8_000; i++) {
            String text = RandomText.of(random, 40);
            buffer.set(text);
            if (!buffer.isAscii()) {
                continue;
            }
            ascii.scan(buffer);
            List<String> words = Words.words(text);
            assertThat(ascii.wordCount()).as("seed %d: %s", seed, text).isEqualTo(words.size());
            Map<String, Long> numbers = new LinkedHashMap<>();
            for (int w = 0; w < words.size(); w++) {
                long number = ascii.words()[w];
                assertThat(numbers.computeIfAbsent(words.get(w), word -> number))
                        .isEqualTo(number);
            }
            assertThat(Set.copyOf(numbers.values())).hasSameSizeAs(numbers.keySet());
            List<Segments.Segment> segments = new ArrayList<>();
            for (int s = 0; s < ascii.segmentCount(); s++) {
                segments.add(new Segments.Segment(ascii.segmentFrom(s), ascii.segmentTo(s)));
                int count = ascii.segmentEndWord(s) - ascii.segmentFirstWord(s);
                assertThat(Words.words(segments.get(s).in(text))).hasSize(count);
            }
            assertThat(segments).as("seed %d: %s", seed, text).isEqualTo(Segments.of(text));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {51, 52})
    void aBufferKeepsItsTextAndFoldsItAsTheNormalFormDoes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Utf8Buffer buffer = new Utf8Buffer();
        for (int i = 0; i < 6_000; i++) {
            String text = RandomText.of(random, 30);
            buffer.clear();
            byte[] json = RawJson.of(RandomText.json(text, random)).bytes();
            buffer.appendDecoded(json, 1, json.length - 1);
            // two lone halves side by side are a pair in a Java string, and so in the escapes
            assertThat(buffer.toString()).isEqualTo(text);
            assertThat(buffer.normalForm()).as("seed %d: %s", seed, text).isEqualTo(NormalForm.of(text));
            int count = random.nextInt(60);
            int end = buffer.endOfCodePoints(count);
            int points = Math.min(count, text.codePointCount(0, text.length()));
            assertThat(new Utf8Buffer()
                            .set(text.substring(0, text.offsetByCodePoints(0, points)))
                            .length())
                    .isEqualTo(end);
        }
    }

    /** Writes a random value as JSON and gives it as Python would have it. */
    private static Object value(StringBuilder json, SplittableRandom random, int depth) {
        int kind = random.nextInt(depth > 3 ? 6 : depth == 0 ? 9 : 8);
        if (kind < 3) {
            String text = RandomText.of(random, 6);
            json.append(RandomText.json(text, random));
            return text;
        }
        return switch (kind) {
            case 3 -> {
                long whole = random.nextLong() >> random.nextInt(64);
                json.append(whole);
                yield whole;
            }
            case 4 -> {
                double decimal = Double.longBitsToDouble(random.nextLong());
                if (Double.isNaN(decimal) || Double.isInfinite(decimal)) {
                    decimal = 0.5;
                }
                json.append(decimal);
                yield decimal;
            }
            case 5 -> {
                int which = random.nextInt(4);
                json.append(List.of("null", "true", "false", "-0").get(which));
                yield List.of(PlainPython.Null.NULL, true, false, 0L).get(which);
            }
            case 6 -> {
                List<Object> list = new ArrayList<>();
                json.append("[ ");
                int n = random.nextInt(4);
                for (int i = 0; i < n; i++) {
                    json.append(i == 0 ? "" : " ,");
                    list.add(value(json, random, depth + 1));
                }
                json.append(']');
                yield list;
            }
            default -> {
                Map<String, Object> map = new LinkedHashMap<>();
                json.append('{');
                int n = random.nextInt(20) == 0 ? 90 : random.nextInt(5);
                for (int i = 0; i < n; i++) {
                    String key = random.nextInt(3) == 0 ? "role" : RandomText.of(random, 2) + random.nextInt(100);
                    json.append(i == 0 ? "" : ",")
                            .append(RandomText.json(key, random))
                            .append(" : ");
                    map.put(key, value(json, random, n > 5 ? 9 : depth + 1));
                }
                json.append('}');
                yield map;
            }
        };
    }
}
