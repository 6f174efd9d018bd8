package io.ctxeval.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes of a buffer as the lanes of a long, first byte lowest, so that one comparison serves all eight. A comparison sets
 * the highest bit of the lanes that it is about ("marks" them). Subtraction borrows upwards out of a lane that matched, so that
 * lanes above the lowest mark may be marked wrongly; the lowest is always right.
 */
public final class Lanes {
    /** Lanes in a long. */
    public static final int COUNT = 8;

    /** 1 in every lane. */
    public static final long ONES = 0x0101010101010101L;

    /** The mark in every lane; as a mask, the lanes that aren't ASCII. */
    public static final long MARKS = 0x8080808080808080L;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Lanes() {}

    public static long read(byte[] bytes, int index) {
        return (long) LONGS.get(bytes, index);
    }

    public static void write(byte[] bytes, int index, long lanes) {
        LONGS.set(bytes, index, lanes);
    }

    /**
     * The same byte in every lane.
     *
     * @param b 0 to 127
     */
    public static long all(int b) {
        return b * ONES;
    }

    /** Marks the lanes that hold the byte; among lanes that aren't ASCII the answer is open. Not yet cut down to {@link #MARKS}. */
    public static long equal(long lanes, long all) {
        return (lanes ^ all) - ONES;
    }

    /**
     * Which lane is the lowest with a mark.
     *
     * @param marks not 0, nothing but marks
     */
    public static int first(long marks) {
        return Long.numberOfTrailingZeros(marks) >>> 3;
    }

    /**
     * The lowest lanes alone.
     *
     * @param count 0 to 7
     */
    public static long lowest(long lanes, int count) {
        return lanes & ((1L << (count << 3)) - 1);
    }
}
