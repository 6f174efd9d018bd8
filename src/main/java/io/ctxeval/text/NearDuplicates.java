package io.ctxeval.text;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds texts that say nearly the same in the same words (metrics.md 6.3), by their five-word shingles: near if the Jaccard
 * similarity is at least {@value #JACCARD}, or {@value #CONTAINMENT} of the smaller set lies in the larger one, which catches
 * sliding windows; containment counts only from {@value #FEWEST_FOR_CONTAINMENT} shingles on. Texts without words are near nothing.
 *
 * <p>Up to {@value #EXACT_LIMIT} texts every pair is compared, through an index from shingles to texts; above it only the pairs
 * that share a {@link MinHash} band. Buffers are used again; not safe for several threads.
 */
public final class NearDuplicates {
    public static final int SHINGLE = 5;
    public static final double JACCARD = 0.8;
    public static final double CONTAINMENT = 0.9;
    public static final int FEWEST_FOR_CONTAINMENT = 5;
    public static final int EXACT_LIMIT = 200;

    private final LongIndex index = new LongIndex();
    private int[] distinct = new int[16];
    private int[] shared = new int[256];
    private int[] lastEntry = new int[1024];
    private int[] entryText = new int[1024];
    private int[] entryBefore = new int[1024];
    private int entries;

    /** Says of a near pair that it must not be joined all the same. */
    public interface Veto {
        Veto NONE = (a, b) -> false;

        boolean keepsApart(int a, int b);
    }

    /** Whether two sets of shingles make a near pair. */
    static boolean near(int common, int sizeOfA, int sizeOfB) {
        if (common == 0) {
            return false;
        }
        int smaller = Math.min(sizeOfA, sizeOfB);
        return (double) common / (sizeOfA + sizeOfB - common) >= JACCARD
                || (smaller >= FEWEST_FOR_CONTAINMENT && (double) common / smaller >= CONTAINMENT);
    }

    /**
     * Joins the near pairs among all pairs; time grows with the square of the number of texts.
     *
     * @param texts numbers of texts in the scanner, none a copy of another
     * @param elements the element of the partition that is joined for each text
     */
    public void joinAllPairs(WordScanner scanner, int[] texts, int[] elements, Partition partition, Veto veto) {
        int count = texts.length;
        if (distinct.length < count) {
            distinct = new int[2 * count];
        }
        if (shared.length < count * count) {
            shared = new int[count * count];
        }
        Arrays.fill(distinct, 0, count, 0);
        Arrays.fill(shared, 0, count * count, 0);
        index.clear();
        entries = 0;
        for (int i = 0; i < count; i++) {
            addShingles(scanner, texts[i], i, count);
        }
        for (int a = 0; a < count; a++) {
            for (int b = a + 1; b < count; b++) {
                if (near(shared[b * count + a], distinct[a], distinct[b])
                        && !partition.joined(elements[a], elements[b])
                        && !veto.keepsApart(a, b)) {
                    partition.join(elements[a], elements[b]);
                }
            }
        }
    }

    private void addShingles(WordScanner scanner, int text, int number, int count) {
        long[] words = scanner.words();
        int from = scanner.firstWord(text);
        int to = scanner.firstWord(text + 1);
        if (to - from < SHINGLE) {
            if (from < to) {
                addShingle(Shingles.fewerThanFive(words, from, to), number, count);
            }
            return;
        }
        for (int i = from; i + SHINGLE <= to; i++) {
            addShingle(Shingles.five(words, i), number, count);
        }
    }

    private void addShingle(long shingle, int text, int count) {
        int seen = index.size();
        int number = index.add(shingle);
        if (number == seen) {
            addEntry(number, text, -1);
        } else {
            int entry = lastEntry[number];
            if (entryText[entry] == text) {
                return;
            }
            for (int e = entry; e >= 0; e = entryBefore[e]) {
                shared[text * count + entryText[e]]++;
            }
            addEntry(number, text, entry);
        }
        distinct[text]++;
    }

    private void addEntry(int shingle, int text, int before) {
        if (entries == entryText.length) {
            entryText = Arrays.copyOf(entryText, 2 * entries);
            entryBefore = Arrays.copyOf(entryBefore, 2 * entries);
        }
        if (shingle >= lastEntry.length) {
            lastEntry = Arrays.copyOf(lastEntry, 2 * shingle);
        }
        entryText[entries] = text;
        entryBefore[entries] = before;
        lastEntry[shingle] = entries++;
    }

    /**
     * Joins the near pairs among those that {@link MinHash} proposes.
     *
     * @param texts numbers of texts in the scanner, none a copy of another
     * @param elements the element of the partition that is joined for each text
     */
    public void joinCandidates(WordScanner scanner, int[] texts, int[] elements, Partition partition, Veto veto) {
        int count = texts.length;
        long[][] sets = new long[count][];
        Map<Long, int[]> buckets = new HashMap<>();
        for (int i = 0; i < count; i++) {
            sets[i] = sortedShingles(scanner, texts[i]);
            if (sets[i].length == 0) {
                continue;
            }
            int[] signature = MinHash.signature(sets[i], 0, sets[i].length);
            for (int band = 0; band < MinHash.BANDS; band++) {
                addToBucket(buckets, MinHash.band(signature, band), i);
            }
        }
        for (int[] bucket : buckets.values()) {
            joinBucket(bucket, sets, elements, partition, veto);
        }
    }

    /** A bucket holds its size first, then its members in ascending order. */
    private static void addToBucket(Map<Long, int[]> buckets, long key, int member) {
        int[] bucket = buckets.computeIfAbsent(key, absent -> new int[4]);
        int size = ++bucket[0];
        if (size == bucket.length) {
            bucket = Arrays.copyOf(bucket, 2 * size);
            buckets.put(key, bucket);
        }
        bucket[size] = member;
    }

    private static void joinBucket(int[] bucket, long[][] sets, int[] elements, Partition partition, Veto veto) {
        for (int i = 1; i <= bucket[0]; i++) {
            for (int j = i + 1; j <= bucket[0]; j++) {
                int a = bucket[i];
                int b = bucket[j];
                if (!partition.joined(elements[a], elements[b])
                        && near(common(sets[a], sets[b]), sets[a].length, sets[b].length)
                        && !veto.keepsApart(a, b)) {
                    partition.join(elements[a], elements[b]);
                }
            }
        }
    }

    private long[] sortedShingles(WordScanner scanner, int text) {
        long[] words = scanner.words();
        int from = scanner.firstWord(text);
        int to = scanner.firstWord(text + 1);
        if (from == to) {
            return new long[0];
        }
        if (to - from < SHINGLE) {
            return new long[] {Shingles.fewerThanFive(words, from, to)};
        }
        long[] shingles = new long[to - from - SHINGLE + 1];
        int size = 0;
        index.clear();
        for (int i = from; i + SHINGLE <= to; i++) {
            long shingle = Shingles.five(words, i);
            if (index.add(shingle) == size) {
                shingles[size++] = shingle;
            }
        }
        long[] sorted = Arrays.copyOf(shingles, size);
        Arrays.sort(sorted);
        return sorted;
    }

    private static int common(long[] a, long[] b) {
        int common = 0;
        int i = 0;
        int j = 0;
        while (i < a.length && j < b.length) {
            if (a[i] == b[j]) {
                common++;
                i++;
                j++;
            } else if (a[i] < b[j]) {
                i++;
            } else {
                j++;
            }
        }
        return common;
    }
}
