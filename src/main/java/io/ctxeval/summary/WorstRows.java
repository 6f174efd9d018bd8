package io.ctxeval.summary;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/**
 * The few smallest keys of many with what belongs to them. Keys of a total order make the outcome the same for any order of
 * offers and any way of merging. Not thread-safe.
 *
 * @param <K> says which rows are worst: the smallest
 * @param <P> what is kept of a row; made only for rows that get in
 */
public final class WorstRows<K extends Comparable<K> & WorstRows.Ranked<K>, P extends Serializable>
        implements Serializable {
    private final int limit;
    private final PriorityQueue<Entry<K, P>> largestFirst;

    /** Rows like the last kept one that were left out. */
    private long alikeLeftOut;

    /** What tells rows that are equally bad from those that only the order by name puts behind others. */
    public interface Ranked<K> extends Serializable {
        /** Whether another row is as bad. */
        boolean isAsBadAs(K other);
    }

    /** A kept row. */
    public record Entry<K extends Comparable<K> & WorstRows.Ranked<K>, P extends Serializable>(K key, P payload)
            implements Serializable, Comparable<Entry<K, P>> {
        @Override
        public int compareTo(Entry<K, P> other) {
            return key.compareTo(other.key);
        }
    }

    /**
     * An empty collection.
     *
     * @param limit rows kept, at least 1
     */
    public WorstRows(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit: " + limit + "; must be > 0");
        }
        this.limit = limit;
        largestFirst = new PriorityQueue<>(limit + 1, Collections.reverseOrder(Comparator.<Entry<K, P>>naturalOrder()));
    }

    /** Whether a row with this key would get in. */
    public boolean takes(K key) {
        Entry<K, P> largest = largestFirst.peek();
        return largest == null || largestFirst.size() < limit || key.compareTo(largest.key()) < 0;
    }

    /** Keeps a row if it is among the smallest so far. */
    public void offer(K key, Supplier<P> payload) {
        if (takes(key)) {
            add(new Entry<>(key, payload.get()));
        } else {
            leaveOut(key, 1);
        }
    }

    public void merge(WorstRows<K, P> other) {
        for (Entry<K, P> entry : other.largestFirst) {
            if (takes(entry.key())) {
                add(entry);
            } else {
                leaveOut(entry.key(), 1);
            }
        }
        Entry<K, P> theirs = other.largestFirst.peek();
        if (theirs != null) {
            leaveOut(theirs.key(), other.alikeLeftOut);
        }
    }

    /** How many more rows are as bad as the last kept one; 0 where all rows are kept. Whatever the order of offers and merges. */
    public long alikeLeftOut() {
        return alikeLeftOut;
    }

    /** The kept rows, smallest key first. */
    public List<Entry<K, P>> toList() {
        List<Entry<K, P>> entries = new ArrayList<>(largestFirst);
        Collections.sort(entries);
        return List.copyOf(entries);
    }

    private void add(Entry<K, P> entry) {
        largestFirst.add(entry);
        if (largestFirst.size() > limit) {
            K out = largestFirst.remove().key();
            Entry<K, P> last = largestFirst.peek();
            if (last == null || !last.key().isAsBadAs(out)) {
                alikeLeftOut = 0; // those left out were like the one that is out, or better
            }
            leaveOut(out, 1);
        }
    }

    /** Counts rows that don't get in if they are as bad as the last that did. */
    private void leaveOut(K key, long rows) {
        Entry<K, P> last = largestFirst.peek();
        if (last != null && last.key().isAsBadAs(key)) {
            alikeLeftOut += rows;
        }
    }
}
