package io.ctxeval.score;

import io.ctxeval.text.Likeness;
import io.ctxeval.text.Words;
import java.util.List;
import java.util.Locale;

/** When a chunk has the text of a reference (metrics.md 6.7). */
public enum TextMatch {
    /** 1 - edits / length of the longer text, in code points, is at least 0.5. */
    LEVENSHTEIN {
        @Override
        boolean matches(Text chunk, Text reference) {
            return Likeness.editsAtMostHalf(chunk.codePoints, reference.codePoints);
        }
    },

    /** The longest common subsequence of words has at least 0.7 of the reference's words. */
    ROUGE_L_RECALL {
        @Override
        boolean matches(Text chunk, Text reference) {
            int words = reference.words.size();
            return words > 0
                    && (double) Likeness.commonSubsequence(chunk.words, reference.words) / words >= LEAST_RECALL;
        }
    },

    /** The chunk has at least 0.8 of the reference's runs of 5 words; of a reference of fewer words, all of them in a row. */
    CONTAINMENT {
        @Override
        boolean matches(Text chunk, Text reference) {
            return Likeness.containment(chunk.words, reference.words, SHINGLE) >= LEAST_CONTAINMENT;
        }
    };

    private static final double LEAST_RECALL = 0.7;
    private static final double LEAST_CONTAINMENT = 0.8;
    private static final int SHINGLE = 5;

    /** A text in the forms that matching asks for, each made once. */
    static final class Text {
        private final int[] codePoints;
        private final List<String> words;

        Text(String text) {
            codePoints = text.codePoints().toArray();
            words = Words.words(text);
        }
    }

    abstract boolean matches(Text chunk, Text reference);

    /** The name in a configuration. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
