package io.ctxeval.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules of handoff-and-budget.md 3.2 to 3.4 written down plainly and slowly: strings, sets, one code point at a time. */
public final class PlainPython {
    private static final JsonNode CLASSES = readClasses();
    private static final Pattern TOKEN = Pattern.compile("[a-z0-9]{4,}");
    static final BitSet WORD = ranges("word");
    static final BitSet PRINTABLE = ranges("printable");

    private PlainPython() {}

    /** Text form of null, Boolean, Long, Double, String, List and Map. */
    public static String text(Object value) {
        return value instanceof String s ? s : nested(value);
    }

    private static String nested(Object value) {
        if (value instanceof String s) {
            return quoted(s);
        } else if (value instanceof Double d) {
            return number(d);
        } else if (value instanceof Boolean b) {
            return b ? "True" : "False";
        } else if (value instanceof List<?> list) {
            List<String> items = new ArrayList<>();
            list.forEach(item -> items.add(nested(item)));
            return "[" + String.join(", ", items) + "]";
        } else if (value instanceof Map<?, ?> map) {
            List<String> entries = new ArrayList<>();
            map.forEach((key, item) -> entries.add(nested(key) + ": " + nested(item)));
            return "{" + String.join(", ", entries) + "}";
        }
        return value instanceof Null ? "None" : value.toString();
    }

    /** JSON null. */
    enum Null {
        NULL
    }

    private static String quoted(String text) {
        String quote = text.contains("'") && !text.contains("\"") ? "\"" : "'";
        StringBuilder out = new StringBuilder(quote);
        text.codePoints().forEach(c -> {
            if (c == '\\' || c == quote.charAt(0)) {
                out.append('\\').append((char) c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c == '\r') {
                out.append("\\r");
            } else if (c == '\t') {
                out.append("\\t");
            } else if (PRINTABLE.get(c)) {
                out.appendCodePoint(c);
            } else if (c < 0x100) {
                out.append(String.format("\\x%02x", c));
            } else if (c < 0x10000) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.append(String.format("\\U%08x", c));
            }
        });
        return out.append(quote).toString();
    }

    /**
     * The shortest digits: the exact value down and up to 1, 2, 3 … digits until one reads back as the same, the nearer
     * one, of two as near the even one. */
    static String number(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        String sign = value < 0 ? "-" : "";
        BigDecimal exact = new BigDecimal(Math.abs(value));
        BigDecimal shortest = shortest(exact, Math.abs(value)).stripTrailingZeros();
        String digits = shortest.unscaledValue().toString();
        int exponent = digits.length() - 1 - shortest.scale();
        if (exponent >= -4 && exponent < 16) {
            String plain = shortest.toPlainString();
            return sign + (plain.contains(".") ? plain : plain + ".0");
        }
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        return sign
                + digits.charAt(0)
                + fraction
                + String.format("e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private static BigDecimal shortest(BigDecimal exact, double value) {
        for (int digits = 1; ; digits++) {
            BigDecimal down = exact.round(new MathContext(digits, RoundingMode.DOWN));
            BigDecimal up = exact.round(new MathContext(digits, RoundingMode.UP));
            int nearer = up.subtract(exact).compareTo(exact.subtract(down));
            boolean upFirst = nearer < 0 || (nearer == 0 && down.unscaledValue().testBit(0));
            for (BigDecimal candidate : upFirst ? List.of(up, down) : List.of(down, up)) {
                if (candidate.doubleValue() == value) {
                    return candidate;
                }
            }
        }
    }

    /** The tokens of a text: lower-case it, cut it into runs of word characters, keep the runs of 4 or more ASCII ones. */
    public static Set<String> tokens(String text) {
        StringBuilder lower = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (c >= 'A' && c <= 'Z') {
                lower.append((char) (c + 32));
            } else if (c == 0x212A) {
                lower.append('k');
            } else if (c == 0x130) {
                lower.append("i\u0307");
            } else {
                lower.appendCodePoint(c);
            }
        });
        Set<String> tokens = new LinkedHashSet<>();
        StringBuilder run = new StringBuilder();
        lower.append(' ').codePoints().forEach(c -> {
            if (WORD.get(c)) {
                run.appendCodePoint(c);
            } else {
                if (TOKEN.matcher(run).matches()) {
                    tokens.add(run.toString());
                }
                run.setLength(0);
            }
        });
        return tokens;
    }

    private static JsonNode readClasses() {
        try (InputStream in = Objects.requireNonNull(
                PlainPython.class.getResourceAsStream("/golden/praison/unicode14_classes.json"))) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BitSet ranges(String name) {
        BitSet bits = new BitSet(0x110000);
        CLASSES.get(name)
                .forEach(range -> bits.set(range.get(0).asInt(), range.get(1).asInt() + 1));
        return bits;
    }
}
