package io.ctxeval.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Plain measures of how much two texts have in common. */
public final class Likeness {
    private Likeness() {}

    /**
     * Whether the least number of insertions, deletions and replacements that turn one text into the other is at most half the
     * length of the longer one. Two empty texts are alike.
     */
    public static boolean editsAtMostHalf(int[] a, int[] b) {
        int longer = Math.max(a.length, b.length);
        // so many are needed for the lengths alone
        if (2 * Math.abs(a.length - b.length) > longer) {
            return false;
        }
        return 2 * edits(a, b) <= longer;
    }

    /** The least number of insertions, deletions and replacements that turn one text into the other. */
    static int edits(int[] a, int[] b) {
        int[] row = new int[b.length + 1];
        for (int j = 0; j <= b.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length; i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length; j++) {
                int above = row[j];
                int replaced = a[i - 1] == b[j - 1] ? diagonal : diagonal + 1;
                row[j] = Math.min(replaced, Math.min(above, row[j - 1]) + 1);
                diagonal = above;
            }
        }
        return row[b.length];
    }

    /** The length of the longest common subsequence. */
    public static int commonSubsequence(List<String> a, List<String> b) {
        int[] row = new int[b.size() + 1];
        for (String word : a) {
            int diagonal = 0;
            for (int j = 1; j < row.length; j++) {
                int above = row[j];
                row[j] = word.equals(b.get(j - 1)) ? diagonal + 1 : Math.max(above, row[j - 1]);
                diagonal = above;
            }
        }
        return row[b.size()];
    }

    /**
     * The share of a part's different runs of k words that the whole has too; of a part of fewer words, k is their number. 0 for a
     * part without words.
     *
     * @param k at least 1
     */
    public static double containment(List<String> whole, List<String> part, int k) {
        if (part.isEmpty()) {
            return 0;
        }
        int length = Math.min(k, part.size());
        Set<List<String>> wanted = Shingles.of(part, length);
        Set<List<String>> found = new HashSet<>(Shingles.of(whole, length));
        found.retainAll(wanted);
        return (double) found.size() / wanted.size();
    }
}
