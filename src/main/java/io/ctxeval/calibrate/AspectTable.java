package io.ctxeval.calibrate;

import io.ctxeval.judge.Verdict.AspectStatus;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two gradings of the same aspects as covered, partial or missing, counted.
 *
 * @param counts by the human's status, then by the judge's, in the order covered, partial, missing
 */
public record AspectTable(List<List<Long>> counts) {
    private static final List<AspectStatus> ORDER =
            List.of(AspectStatus.COVERED, AspectStatus.PARTIAL, AspectStatus.MISSING);
    static final int SIZE = ORDER.size();

    public AspectTable {
        counts = counts.stream().map(List::copyOf).toList();
        if (counts.size() != SIZE || counts.stream().anyMatch(row -> row.size() != SIZE)) {
            throw new IllegalArgumentException("counts: " + counts + "; must be " + SIZE + " rows of " + SIZE);
        }
    }

    static AspectTable of(long[][] counts) {
        return new AspectTable(Arrays.stream(counts)
                .map(row -> Arrays.stream(row).boxed().toList())
                .toList());
    }

    /** Where a status stands in the order. */
    static int place(AspectStatus status) {
        return ORDER.indexOf(status);
    }

    /** How many aspects the human graded so and the judge so. */
    public long count(AspectStatus human, AspectStatus judge) {
        return counts.get(place(human)).get(place(judge));
    }

    /** All aspects. */
    public long aspects() {
        return counts.stream().flatMap(List::stream).mapToLong(Long::longValue).sum();
    }

    /**
     * Kappa with quadratic weights (Cohen 1968): 1 − Σ w o / Σ w e, where w = (i − j)² / 4, o is what was seen and e what
     * independent gradings of these frequencies would give. Null if no disagreement is to be expected. Two units of distance cost
     * four times as much as one.
     */
    public @Nullable Double weightedKappa() {
        double n = aspects();
        double seen = 0;
        double expected = 0;
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                int weight = (i - j) * (i - j);
                seen += weight * counts.get(i).get(j);
                expected += weight * (double) rowSum(i) * columnSum(j);
            }
        }
        return expected == 0 ? null : (Double) (1 - n * seen / expected);
    }

    private long rowSum(int i) {
        return counts.get(i).stream().mapToLong(Long::longValue).sum();
    }

    private long columnSum(int j) {
        return counts.stream().mapToLong(row -> row.get(j)).sum();
    }
}
