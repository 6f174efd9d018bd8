package io.ctxeval.judge;

import io.ctxeval.judge.Verdict.Suspicion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The strongest suspicions of all that are added; of equal ones those of the first pairs. */
final class StrongestPairs {
    private static final Comparator<Suspicion> BY_PAIR =
            Comparator.comparingInt(Suspicion::a).thenComparingInt(Suspicion::b);
    private static final Comparator<Suspicion> WEAKEST_FIRST =
            Comparator.comparingDouble(Suspicion::strength).thenComparing(BY_PAIR.reversed());

    private final int most;
    private final PriorityQueue<Suspicion> kept = new PriorityQueue<>(WEAKEST_FIRST);

    StrongestPairs(int most) {
        this.most = most;
    }

    void add(Suspicion suspicion) {
        kept.add(suspicion);
        if (kept.size() > most) {
            kept.remove();
        }
    }

    /** By the pairs' numbers. */
    List<Suspicion> inOrder() {
        List<Suspicion> pairs = new ArrayList<>(kept);
        pairs.sort(BY_PAIR);
        return pairs;
    }
}
