package io.ctxeval.summary;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Orders texts by code points, null first. {@link String#compareTo} orders by UTF-16 units and so puts U+1F600 before U+FF5E.
 */
public final class CodePointOrder implements Comparator<@Nullable String> {
    public static final CodePointOrder NULL_FIRST = new CodePointOrder();

    private CodePointOrder() {}

    @Override
    public int compare(@Nullable String a, @Nullable String b) {
        if (a == null || b == null) {
            return a == null ? (b == null ? 0 : -1) : 1;
        }
        int common = Math.min(a.length(), b.length());
        for (int i = 0; i < common; i++) {
            char left = a.charAt(i);
            char right = b.charAt(i);
            if (left != right) {
                // A surrogate stands for a code point above every other char, wherever its own number lies.
                boolean leftHigh = Character.isSurrogate(left);
                return leftHigh == Character.isSurrogate(right) ? Character.compare(left, right) : leftHigh ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
