package io.ctxeval.rehearsal;

import java.util.ArrayList;
import java.util.List;

/** Counts by second of the last ten minutes; what is older is dropped, so that a judge may run for weeks. Not safe for threads. */
final class RecentSeconds {
    static final int KEPT = 600;

    private final int[] counts = new int[KEPT];
    private int newest;

    /** Adds to a second; one that is no longer kept stays dropped. */
    void add(int second, int count) {
        advanceTo(second);
        if (newest - second < KEPT) {
            counts[second % KEPT] += count;
        }
    }

    /** The first second that is kept once time has come to this one. */
    static int firstKept(int now) {
        return Math.max(0, now - KEPT + 1);
    }

    /** The counts of the kept seconds up to and with this one, the oldest first. */
    List<Integer> upTo(int now) {
        advanceTo(now);
        List<Integer> kept = new ArrayList<>();
        for (int second = firstKept(newest); second <= newest; second++) {
            kept.add(counts[second % KEPT]);
        }
        return kept;
    }

    private void advanceTo(int second) {
        for (int passed = Math.max(newest + 1, firstKept(second)); passed <= second; passed++) {
            counts[passed % KEPT] = 0;
        }
        newest = Math.max(newest, second);
    }
}
