package io.ctxeval.text;

import java.util.List;

/**
 * Counts tokens (metrics.md 6.1). Safe for several threads; the same text always has the same count. Special-token strings such
 * as {@code <|endoftext|>} in a text are ordinary text.
 */
public sealed interface Tokenizer permits CharacterTokenizer, BytePairTokenizer {
    /** The names of {@link #named}. */
    List<String> NAMES = List.of("o200k_base", "cl100k_base", "chars4");

    /**
     * A tokenizer by its name: {@code o200k_base}, {@code cl100k_base} or {@code chars4}.
     *
     * @throws IllegalArgumentException if the name is none of {@link #NAMES}
     */
    static Tokenizer named(String name) {
        return switch (name) {
            case "o200k_base", "cl100k_base" -> BytePairTokenizer.named(name);
            case "chars4" -> CharacterTokenizer.FOUR;
            default -> throw new IllegalArgumentException("tokenizer: " + name + "; must be one of " + NAMES);
        };
    }

    String name();

    /** The tokens of a text, at least 0. */
    int count(String text);

    /**
     * The tokens of a text, and of each of its segments, at the cost of reading the text once. A segment's tokens are those of
     * the text that overlap it, each counted for the first segment that it overlaps; {@code chars4} counts the segment by itself.
     *
     * @param scanner has scanned the text as its text number {@code number}
     * @param perSegment receives the count of each segment at the segment's number in the scanner
     */
    int count(String text, WordScanner scanner, int number, int[] perSegment);
}
