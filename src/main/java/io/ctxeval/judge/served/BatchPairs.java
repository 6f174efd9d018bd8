package io.ctxeval.judge.served;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Pairs of batches in the order in which they are asked about: (0,1), (0,2) …, (1,2) …; of a single batch it with itself. */
final class BatchPairs {
    private BatchPairs() {}

    /** For each pair the ids in the whole of the chunks that are shown. */
    static List<int[]> ids(List<Integer> sizes) {
        int[] from = new int[sizes.size() + 1];
        for (int i = 0; i < sizes.size(); i++) {
            from[i + 1] = from[i] + sizes.get(i);
        }
        if (sizes.size() == 1) {
            return List.of(IntStream.range(0, from[1]).toArray());
        }
        List<int[]> pairs = new ArrayList<>();
        for (int a = 0; a < sizes.size(); a++) {
            for (int b = a + 1; b < sizes.size(); b++) {
                pairs.add(IntStream.concat(IntStream.range(from[a], from[a + 1]), IntStream.range(from[b], from[b + 1]))
                        .toArray());
            }
        }
        return pairs;
    }

    /**
     * The sizes of the batches from those of all their pairs.
     *
     * @throws IllegalArgumentException if these are not the pairs of three batches or more
     */
    static List<Integer> sizes(List<Integer> pairs) {
        int batches = (int) Math.round((1 + Math.sqrt(1 + 8.0 * pairs.size())) / 2);
        if (batches < 3 || batches * (batches - 1) / 2 != pairs.size()) {
            throw new IllegalArgumentException(pairs.size() + " questions are not the pairs of three batches or more");
        }
        // the pairs (0,1), (0,2) and (1,2) give the first batch, and that gives all others
        int first = (pairs.get(0) + pairs.get(1) - pairs.get(batches - 1)) / 2;
        List<Integer> sizes = new ArrayList<>(List.of(first));
        for (int i = 0; i < batches - 1; i++) {
            sizes.add(pairs.get(i) - first);
        }
        return sizes;
    }
}
