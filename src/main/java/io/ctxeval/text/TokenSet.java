package io.ctxeval.text;

import java.util.Arrays;

/**
 * The distinct tokens of a text (handoff-and-budget.md 3.4), and how many of them another text has too. Tokens are keys in open
 * addressing; a slot is in use if it bears the stamp of the current text, so that nothing is cleared between texts. The other
 * text needs no set of its own: it marks what it hits. An instance is reused; it is not thread-safe.
 */
public final class TokenSet {
    private static final int FIRST_CAPACITY = 1024;

    private final AsciiTokens own = new AsciiTokens();
    private final AsciiTokens other = new AsciiTokens();

    private long[] keys = new long[FIRST_CAPACITY];
    private int[] stamps = new int[FIRST_CAPACITY];
    private int[] marks = new int[FIRST_CAPACITY];
    private int[] froms = new int[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private int shift = Long.numberOfLeadingZeros(FIRST_CAPACITY - 1L);
    private int stamp;
    private int size;

    /** Replaces the set by the tokens of a text, which must not change while the set is in use. */
    public void fill(Utf8Buffer text) {
        own.over(text);
        size = 0;
        nextStamp();
        // a token and what parts it from the next take five bytes at least
        int most = text.length() / (AsciiTokens.SHORTEST + 1) + 1;
        if (2 * most > keys.length) {
            allocate(Integer.highestOneBit(2 * most) << 1);
        }
        while (own.next()) {
            int slot = slotOf(own);
            if (stamps[slot] != stamp) {
                stamps[slot] = stamp;
                keys[slot] = own.key();
                froms[slot] = own.from();
                lengths[slot] = own.length();
                size++;
            }
        }
    }

    /** How many tokens the set has. */
    public int size() {
        return size;
    }

    /** How many of the tokens the other text has too; to be asked once for each filling. */
    public int sharedWith(Utf8Buffer text) {
        int shared = 0;
        other.over(text);
        while (shared < size && other.next()) {
            int slot = slotOf(other);
            if (stamps[slot] == stamp && marks[slot] != stamp) {
                marks[slot] = stamp;
                shared++;
            }
        }
        return shared;
    }

    /** Where the token is, or the free slot where it would be. */
    private int slotOf(AsciiTokens token) {
        long key = token.key();
        int length = token.length();
        int mask = keys.length - 1;
        int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> shift);
        while (stamps[slot] == stamp) {
            if (keys[slot] == key && lengths[slot] == length && sameBytes(slot, token)) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean sameBytes(int slot, AsciiTokens token) {
        int length = token.length();
        return length <= AsciiTokens.EXACT
                || AsciiTokens.equal(own.bytes(), froms[slot], token.bytes(), token.from(), length);
    }

    private void nextStamp() {
        if (++stamp == Integer.MAX_VALUE) {
            Arrays.fill(stamps, 0);
            Arrays.fill(marks, 0);
            stamp = 1;
        }
    }

    private void allocate(int capacity) {
        keys = new long[capacity];
        stamps = new int[capacity];
        marks = new int[capacity];
        froms = new int[capacity];
        lengths = new int[capacity];
        shift = Long.numberOfLeadingZeros(capacity - 1L);
    }
}
