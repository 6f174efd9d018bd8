package io.ctxeval.summary;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Counts per bin: a small table of those bins that occur, a plain array once they are many. Merging and adding commute.
 */
public final class Histogram implements Serializable {
    /** A table of this many entries takes about as much memory as half the plain array of 10,001 bins. */
    private static final int MOST_SPARSE = 2048;

    private static final int EMPTY = -1;

    private final int size;
    /** Open addressing; null once the counts are a plain array. */
    private int[] bins;

    private long[] counts;
    private int distinct;
    private boolean dense;

    /**
     * No counts yet.
     *
     * @param size how many bins there are
     */
    public Histogram(int size) {
        this.size = size;
        bins = filled(16);
        counts = new long[16];
    }

    public void add(int bin, long count) {
        if (dense) {
            counts[bin] += count;
            return;
        }
        int slot = slotOf(bins, bin);
        if (bins[slot] == EMPTY) {
            bins[slot] = bin;
            distinct++;
        }
        counts[slot] += count;
        if (distinct > MOST_SPARSE) {
            toDense();
        } else if (2 * distinct > bins.length) {
            grow();
        }
    }

    public void merge(Histogram other) {
        for (int slot = 0; slot < other.counts.length; slot++) {
            if (other.counts[slot] > 0) {
                add(other.dense ? slot : other.bins[slot], other.counts[slot]);
            }
        }
    }

    /** The counts of all bins, in order. */
    public long[] toArray() {
        if (dense) {
            return counts.clone();
        }
        long[] all = new long[size];
        for (int slot = 0; slot < bins.length; slot++) {
            if (bins[slot] != EMPTY) {
                all[bins[slot]] = counts[slot];
            }
        }
        return all;
    }

    private void toDense() {
        counts = toArray();
        bins = new int[0];
        dense = true;
    }

    private void grow() {
        int[] widerBins = filled(2 * bins.length);
        long[] widerCounts = new long[widerBins.length];
        for (int slot = 0; slot < bins.length; slot++) {
            if (bins[slot] != EMPTY) {
                int to = slotOf(widerBins, bins[slot]);
                widerBins[to] = bins[slot];
                widerCounts[to] = counts[slot];
            }
        }
        bins = widerBins;
        counts = widerCounts;
    }

    private static int slotOf(int[] bins, int bin) {
        int mask = bins.length - 1;
        int slot = ((bin * 0x9E3779B9) >>> 16) & mask;
        while (bins[slot] != EMPTY && bins[slot] != bin) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private static int[] filled(int length) {
        int[] bins = new int[length];
        Arrays.fill(bins, EMPTY);
        return bins;
    }
}
