package io.ctxeval.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a stream in blocks. A block is never written again once bytes of it were handed out, so that slices of it stay
 * valid for as long as anybody holds them. Bytes still needed are carried over into the next block; a piece larger than a block
 * gets a larger one.
 */
final class ByteBlocks {
    /** Half of what G1 treats as a humongous object in its smallest region size. */
    static final int BLOCK_BYTES = 256 * 1024;

    /** Largest piece that is carried over, in bytes. */
    static final int MOST_KEPT = 512 * 1024 * 1024;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private final InputStream source;
    private final int blockBytes;
    private byte[] block = {};
    private int end;
    private long blockOffset;
    private @Nullable IOException failure;

    /**
     * Blocks of a stream.
     *
     * @param source read to its end, not closed
     * @param offset what the stream's first byte is called
     */
    ByteBlocks(InputStream source, long offset) {
        this(source, offset, BLOCK_BYTES);
    }

    ByteBlocks(InputStream source, long offset, int blockBytes) {
        this.source = source;
        this.blockBytes = blockBytes;
        blockOffset = offset;
    }

    byte[] block() {
        return block;
    }

    /** End of the bytes in the block, exclusive. */
    int end() {
        return end;
    }

    /** The offset in the stream of a place in the block. */
    long offsetOf(int place) {
        return blockOffset + place;
    }

    /**
     * Reads on. What stands from {@code keep} on moves to the start of a new block.
     *
     * @return whether there was more; if not, nothing has moved
     * @throws IOException when everything before the place where the stream broke has been given out
     */
    boolean more(int keep) throws IOException {
        if (failure != null) {
            throw failure;
        }
        int kept = end - keep;
        byte[] next = new byte[Math.max(blockBytes, 2 * kept)];
        int read = source.read(next, kept, next.length - kept);
        if (read <= 0) {
            return false;
        }
        System.arraycopy(block, keep, next, 0, kept);
        blockOffset += keep;
        block = next;
        end = kept + read;
        fill();
        return true;
    }

    private void fill() {
        try {
            while (end < blockBytes) {
                int further = source.read(block, end, blockBytes - end);
                if (further <= 0) {
                    return;
                }
                end += further;
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    /** The place of the first such byte from {@code from} on, or {@link #end()}. */
    int indexOf(byte wanted, int from) {
        byte[] bytes = block;
        long lanes = (wanted & 0xFF) * ONES;
        int p = from;
        for (int last = end - Long.BYTES; p <= last; p += Long.BYTES) {
            long x = (long) LONGS.get(bytes, p) ^ lanes;
            // a lane that is zero borrows into its highest bit; the lowest marked lane is always a true one
            long marks = (x - ONES) & ~x & HIGHS;
            if (marks != 0) {
                return p + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        while (p < end && bytes[p] != wanted) {
            p++;
        }
        return p;
    }
}
