package io.ctxeval.dataset;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Bytes after some damage, with what is known of it.
 *
 * @param origins for each byte its place in the whole; {@link #NEW} where the damage put it
 * @param damage for messages
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Mutilated(byte[] bytes, int[] origins, String damage) {
    static final int NEW = -1;
    private static final int LONGEST_SPAN = 80;

    /** A few flips, insertions, deletions, repeated spans, or a cut. */
    public static Mutilated of(byte[] whole, SplittableRandom random) {
        return of(whole, random, 0, whole.length);
    }

    /** The same within a part of the bytes. */
    static Mutilated of(byte[] whole, SplittableRandom random, int from, int to) {
        int[] origins = new int[whole.length];
        Arrays.setAll(origins, i -> i);
        Mutilated now = new Mutilated(whole, origins, "");
        int end = to;
        for (int i = random.nextInt(1, 5); i > 0 && end > from; i--) {
            int before = now.bytes.length;
            now = now.once(random, random.nextInt(from, end), end);
            end += now.bytes.length - before;
        }
        return now;
    }

    private Mutilated once(SplittableRandom random, int at, int end) {
        int span = random.nextInt(1, Math.min(LONGEST_SPAN, end - at) + 1);
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> flipped(at, (byte) random.nextInt(1, 256));
            case 3 -> spliced(at, at, likely(random), "inserted");
            case 4 -> spliced(at, at + 1, new byte[0], "deleted");
            case 5 -> spliced(at, at + span, new byte[0], "deleted " + span);
            case 6 -> spliced(at, at, Arrays.copyOfRange(bytes, at, at + span), "repeated " + span);
            default -> random.nextInt(4) == 0 ? spliced(at, bytes.length, new byte[0], "cut") : flipped(at, (byte) 1);
        };
    }

    /** Bytes that mean something to a reader more often than any do. */
    private static byte[] likely(SplittableRandom random) {
        byte[] meant = {'"', '\n', '\r', ',', '{', '}', '[', ']', '\\', ':', 0, ' ', (byte) 0xC3};
        return new byte[] {random.nextBoolean() ? meant[random.nextInt(meant.length)] : (byte) random.nextInt(256)};
    }

    private Mutilated flipped(int at, byte mask) {
        return spliced(at, at + 1, new byte[] {(byte) (bytes[at] ^ mask)}, "flipped");
    }

    private Mutilated spliced(int from, int to, byte[] instead, String what) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, from);
        out.writeBytes(instead);
        out.write(bytes, to, bytes.length - to);
        int[] next = new int[out.size()];
        Arrays.fill(next, NEW);
        System.arraycopy(origins, 0, next, 0, from);
        System.arraycopy(origins, to, next, from + instead.length, bytes.length - to);
        String did = damage + (damage.isEmpty() ? "" : ", ") + what + " at " + from;
        return new Mutilated(out.toByteArray(), next, did);
    }

    /** A run of bytes that are those of one record of the whole, or of none. */
    record Part(int record, int from, int to) {
        boolean isTouched() {
            return record == NEW;
        }
    }

    /**
     * The records that the damage left as they were, and what is between them.
     *
     * @param start where the first record begins, in the whole and here
     * @param ends where each record of the whole ends, its line feed included
     */
    List<Part> parts(int start, List<Integer> ends) {
        List<Part> parts = new ArrayList<>();
        int at = Math.min(start, bytes.length);
        int touched = at;
        while (at < bytes.length) {
            int record = origins[at] == NEW ? NEW : recordAt(origins[at], start, ends);
            int length = record == NEW ? 0 : ends.get(record) - origins[at];
            boolean opens = at == start || bytes[at - 1] == '\n';
            if (record == NEW || !opens || !isWhole(at, length)) {
                at++;
                continue;
            }
            if (touched < at) {
                parts.add(new Part(NEW, touched, at));
            }
            parts.add(new Part(record, at, at + length));
            at += length;
            touched = at;
        }
        if (touched < at) {
            parts.add(new Part(NEW, touched, at));
        }
        return parts;
    }

    /** The record that begins at a place of the whole. */
    private static int recordAt(int place, int start, List<Integer> ends) {
        if (place == start) {
            return 0;
        }
        int record = ends.indexOf(place);
        return record < 0 || record == ends.size() - 1 ? NEW : record + 1;
    }

    private boolean isWhole(int at, int length) {
        for (int i = 1; i < length; i++) {
            if (at + i >= bytes.length || origins[at + i] != origins[at] + i) {
                return false;
            }
        }
        return true;
    }
}
