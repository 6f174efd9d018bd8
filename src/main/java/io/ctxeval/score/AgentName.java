package io.ctxeval.score;

import io.ctxeval.json.RawJson;
import io.ctxeval.text.PythonText;
import io.ctxeval.text.Utf8Buffer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An agent's name as a key. Texts are equal if their characters are; numbers if their values are, and true is 1
 * (handoff-and-budget.md 7). A number never equals a text.
 */
final class AgentName {
    private final Utf8Buffer key = new Utf8Buffer();
    private boolean number;
    /** The name as the source has it, in Python's text form. */
    private String shown = "";

    private boolean shownIsMade;

    /** Takes a name that is a text, a number or true. */
    void set(byte[] json, int from, int to) {
        key.clear();
        shownIsMade = false;
        number = json[from] != '"';
        if (number) {
            key.set(value(json, from, to));
            shown = new PythonText().of(new RawJson(json, from, to));
            shownIsMade = true;
        } else {
            key.appendDecoded(json, from + 1, to - 1);
        }
    }

    void set(String text) {
        number = false;
        key.set(text);
        shown = text;
        shownIsMade = true;
    }

    boolean is(AgentName other) {
        return number == other.number
                && Arrays.equals(key.bytes(), 0, key.length(), other.key.bytes(), 0, other.key.length());
    }

    /** Whether the JSON value is a text without escapes and is this name. */
    boolean isPlain(byte[] json, int from, int to) {
        return !number && json[from] == '"' && Arrays.equals(key.bytes(), 0, key.length(), json, from + 1, to - 1);
    }

    /** Python's text form of the name. */
    String shown() {
        if (!shownIsMade) {
            shown = key.toString();
            shownIsMade = true;
        }
        return shown;
    }

    private static String value(byte[] json, int from, int to) {
        String spelling = new String(json, from, to - from, StandardCharsets.US_ASCII);
        if (spelling.equals("true")) {
            return "1";
        }
        if (spelling.indexOf('.') < 0 && spelling.indexOf('e') < 0 && spelling.indexOf('E') < 0) {
            return exactly(new BigDecimal(spelling));
        }
        double value = Double.parseDouble(spelling);
        return Double.isInfinite(value) ? Double.toString(value) : exactly(new BigDecimal(value));
    }

    private static String exactly(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
