package io.ctxeval.run;

import io.ctxeval.dataset.Rejection;
import io.ctxeval.plan.EvaluationPlan.PrivacyTexts;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** What {@code privacy.texts} does to texts outside the row tables: keep, hash (16 hex digits of SHA-256) or drop. */
record Privacy(PrivacyTexts texts) {
    private static final int HASH_BYTES = 8;

    @Nullable String applyTo(@Nullable String text) {
        if (text == null) {
            return null;
        }
        return switch (texts) {
            case KEEP -> text;
            case HASH -> hash(text);
            case DROP -> null;
        };
    }

    Rejection applyTo(Rejection rejection) {
        return texts == PrivacyTexts.KEEP
                ? rejection
                : new Rejection(
                        rejection.origin(),
                        rejection.line(),
                        rejection.field(),
                        rejection.reason(),
                        applyTo(rejection.excerpt()));
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
