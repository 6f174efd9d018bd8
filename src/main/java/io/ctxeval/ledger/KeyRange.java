package io.ctxeval.ledger;

import java.io.Serializable;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keys by their bucket, which is the value of their first two hex digits.
 *
 * @param first lowest bucket, 0 to 255
 * @param last highest bucket, inclusive, not below the first
 */
public record KeyRange(int first, int last) implements Serializable {
    /** Buckets that there are. */
    public static final int BUCKETS = 256;

    /** Every key. */
    public static final KeyRange ALL = new KeyRange(0, BUCKETS - 1);

    private static final HexFormat HEX = HexFormat.of();
    private static final Pattern FOLDER = Pattern.compile("([0-9a-f]{2})-([0-9a-f]{2})");

    public KeyRange {
        if (first < 0 || last >= BUCKETS || first > last) {
            throw new IllegalArgumentException("buckets " + first + " to " + last + "; must be within 0 to 255");
        }
    }

    /**
     * The keys of one of several tasks that share all keys evenly: those whose {@link #partitionOf} it is.
     *
     * @param partition 0 to {@code partitions} - 1
     * @param partitions 1 to 256
     */
    public static KeyRange of(int partition, int partitions) {
        if (partitions < 1 || partitions > BUCKETS || partition < 0 || partition >= partitions) {
            throw new IllegalArgumentException(
                    "partition " + partition + " of " + partitions + "; must be of 1 to 256");
        }
        return new KeyRange(firstOf(partition, partitions), firstOf(partition + 1, partitions) - 1);
    }

    private static int firstOf(int partition, int partitions) {
        return (partition * BUCKETS + partitions - 1) / partitions;
    }

    /** The task of a key among several: its bucket times {@code partitions} over 256, rounded down. */
    public static int partitionOf(String key, int partitions) {
        return bucketOf(key) * partitions / BUCKETS;
    }

    /** The bucket of a key, 0 to 255. */
    public static int bucketOf(String key) {
        return HexFormat.fromHexDigits(key, 0, 2);
    }

    public boolean contains(String key) {
        int bucket = bucketOf(key);
        return first <= bucket && bucket <= last;
    }

    boolean meets(KeyRange other) {
        return first <= other.last && other.first <= last;
    }

    /** The smallest range with the keys of both. */
    KeyRange with(KeyRange other) {
        return new KeyRange(Math.min(first, other.first), Math.max(last, other.last));
    }

    /** The name of the folder with these keys. */
    String folder() {
        return HEX.toHexDigits((byte) first) + "-" + HEX.toHexDigits((byte) last);
    }

    /** The range that a folder's name says; empty for a folder of something else. */
    static Optional<KeyRange> ofFolder(String name) {
        Matcher parts = FOLDER.matcher(name);
        if (!parts.matches()) {
            return Optional.empty();
        }
        int first = HexFormat.fromHexDigits(parts.group(1));
        int last = HexFormat.fromHexDigits(parts.group(2));
        return first > last ? Optional.empty() : Optional.of(new KeyRange(first, last));
    }
}
