package io.ctxeval.text;

import java.util.Arrays;

/**
 * A set of 64-bit keys that numbers them 0, 1, 2 … in order of arrival. Open addressing; emptied in no time, so that one
 * instance serves row after row. Keys are taken to be well mixed in their upper bits.
 */
public final class LongIndex {
    private static final int ABSENT = -1;
    private static final int FEWEST_SLOTS = 256;

    /** base + number of a key; everything below base is an empty slot. */
    private int[] slots = new int[FEWEST_SLOTS];

    private int shift = Long.SIZE - Integer.numberOfTrailingZeros(FEWEST_SLOTS);
    private long[] keys = new long[FEWEST_SLOTS / 2];
    private int base = 1;
    private int size;

    public int size() {
        return size;
    }

    public void clear() {
        base += size;
        size = 0;
        if (base > Integer.MAX_VALUE / 2) {
            Arrays.fill(slots, 0);
            base = 1;
        }
    }

    /** The number of a key, a new one if it wasn't there: then it is the old {@link #size()}. */
    public int add(long key) {
        if (size == keys.length) {
            grow();
        }
        int mask = slots.length - 1;
        int slot = (int) (key >>> shift);
        while (true) {
            int number = slots[slot] - base;
            if (number < 0) {
                slots[slot] = base + size;
                keys[size] = key;
                return size++;
            }
            if (keys[number] == key) {
                return number;
            }
            slot = (slot + 1) & mask;
        }
    }

    /** The number of a key; below zero if it isn't there. */
    public int find(long key) {
        int mask = slots.length - 1;
        int slot = (int) (key >>> shift);
        while (true) {
            int number = slots[slot] - base;
            if (number < 0) {
                return ABSENT;
            }
            if (keys[number] == key) {
                return number;
            }
            slot = (slot + 1) & mask;
        }
    }

    private void grow() {
        keys = Arrays.copyOf(keys, 2 * size);
        slots = new int[2 * slots.length];
        shift--;
        base = 1;
        int mask = slots.length - 1;
        for (int number = 0; number < size; number++) {
            int slot = (int) (keys[number] >>> shift);
            while (slots[slot] >= base) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = base + number;
        }
    }
}
