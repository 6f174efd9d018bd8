package io.ctxeval.plan;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The name that a misspelt one was probably meant to be. */
public final class Nearest {
    private Nearest() {}

    /** {@code ; did you mean X?} for the nearest name, or an empty text where none is near. */
    public static String hint(String written, Collection<String> names) {
        String nearest = of(written, names);
        return nearest == null ? "" : "; did you mean " + nearest + "?";
    }

    /** The name with the fewest edits, the first of equals; null where more than a third of the longer name would change. */
    public static @Nullable String of(String written, Collection<String> names) {
        String nearest = null;
        int fewest = Integer.MAX_VALUE;
        for (String name : names) {
            int edits = edits(plain(written), plain(name));
            if (edits < fewest && 3 * edits <= Math.max(written.length(), name.length())) {
                fewest = edits;
                nearest = name;
            }
        }
        return nearest;
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
    public static int edits(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
