package io.ctxeval.embedding;

import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The pieces of words that the model knows, by their numbers. Read with a cursor from the {@code tokenizer.json} that comes with the
 * model: a tree of its 30,000 entries would take a hundred times as long.
 */
final class Vocabulary {
    static final String START = "[CLS]";
    static final String END = "[SEP]";
    static final String UNKNOWN = "[UNK]";

    private static final byte[] MODEL = "model".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] VOCAB = "vocab".getBytes(StandardCharsets.US_ASCII);

    private static final int EXPECTED = 1 << 16;
    private static final int NONE = -1;

    private final Map<String, Integer> numbers;
    private final int start;
    private final int end;
    private final int unknown;

    private Vocabulary(Map<String, Integer> numbers) {
        this.numbers = numbers;
        start = numberOfSpecial(START);
        end = numberOfSpecial(END);
        unknown = numberOfSpecial(UNKNOWN);
    }

    /**
     * Reads the entries of {@code model.vocab}.
     *
     * @throws MalformedJson if this is no JSON
     * @throws IllegalArgumentException if there is no such map, or it lacks one of the special pieces
     */
    static Vocabulary read(byte[] tokenizerJson) {
        JsonCursor cursor = new JsonCursor();
        cursor.reset(tokenizerJson, 0, tokenizerJson.length);
        Map<String, Integer> numbers = new HashMap<>(EXPECTED);
        if (enter(cursor, MODEL) && enter(cursor, VOCAB)) {
            cursor.enterObject();
            while (cursor.nextKey()) {
                String piece = cursor.key();
                numbers.put(piece, Integer.parseInt(cursor.number()));
            }
        }
        return new Vocabulary(numbers);
    }

    /** Goes into the object that starts here, up to the value of a key. */
    private static boolean enter(JsonCursor cursor, byte[] key) {
        cursor.enterObject();
        while (cursor.nextKey()) {
            if (cursor.keyIs(key)) {
                return true;
            }
            cursor.skip();
        }
        return false;
    }

    private int numberOfSpecial(String piece) {
        int number = numberOf(piece);
        if (number == NONE) {
            throw new IllegalArgumentException("the vocabulary has no " + piece);
        }
        return number;
    }

    int size() {
        return numbers.size();
    }

    /** The number of a piece; below zero if it isn't there. Pieces inside words begin with {@code ##}. */
    int numberOf(String piece) {
        return numbers.getOrDefault(piece, NONE);
    }

    /** What stands before each text. */
    int start() {
        return start;
    }

    /** What stands behind each text. */
    int end() {
        return end;
    }

    /** What stands for a word without pieces. */
    int unknown() {
        return unknown;
    }
}
