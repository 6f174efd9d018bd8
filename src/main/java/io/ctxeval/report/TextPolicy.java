package io.ctxeval.report;

import io.ctxeval.plan.EvaluationPlan.PrivacyTexts;
import io.ctxeval.text.Sha256;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What texts of the data become outside the row tables (product.md 6, privacy). A hash tells equal texts apart from others
 * without showing them; it has no secret, so a short text can be found by trying.
 *
 * @param most code points kept of a text, at least 1
 */
public record TextPolicy(PrivacyTexts texts, int most) implements Serializable {
    private static final int HASH_DIGITS = 16;

    public TextPolicy {
        if (most < 1) {
            throw new IllegalArgumentException("most: " + most + "; must be > 0");
        }
    }

    /** The text as it may be shown: its start, {@code sha256:} with 16 hex digits, or null. Null stays null. */
    public @Nullable String shown(@Nullable String text) {
        if (text == null) {
            return null;
        }
        return switch (texts) {
            case KEEP -> ShownText.bounded(text, most);
            case HASH -> "sha256:" + digest(text);
            case DROP -> null;
        };
    }

    private static String digest(String text) {
        return Sha256.hex(text).substring(0, HASH_DIGITS);
    }
}
