package io.ctxeval.summary;

import io.ctxeval.score.Status;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the reasons for missing scores of one metric. Reasons that differ only in numbers are one; of too many the first in
 * code point order are kept. A reason that is among the first of all rows is among the first of each part of them, so nothing of
 * its count is ever lost and the outcome doesn't depend on the partitioning.
 */
final class ReasonCounts implements Serializable {
    /** Distinct reasons kept. */
    static final int MOST_REASONS = 50;

    /** Characters kept of a reason: enough for a judge's failure with its address and the next step. */
    static final int MOST_CHARACTERS = 300;

    private static final String ADDRESS = "://";
    private static final String HTTP_STATUS = "(HTTP ";

    private final TreeMap<Key, Long> rows = new TreeMap<>();
    private final StatusTally total = new StatusTally();

    private record Key(Status status, String reason) implements Comparable<Key>, Serializable {
        @Override
        public int compareTo(Key other) {
            int order = status.compareTo(other.status);
            return order != 0 ? order : CodePointOrder.NULL_FIRST.compare(reason, other.reason);
        }
    }

    void add(Status status, String reason) {
        total.add(status);
        count(new Key(status, withoutNumbers(reason)), 1);
    }

    void merge(ReasonCounts other) {
        total.merge(other.total);
        other.rows.forEach(this::count);
    }

    List<UnscoredReason> toList(String metric) {
        StatusCounts counts = total.counts();
        List<UnscoredReason> reasons = new ArrayList<>();
        for (Status status : Status.values()) {
            long rest = counts.of(status);
            for (Map.Entry<Key, Long> entry : rows.entrySet()) {
                if (entry.getKey().status() == status) {
                    reasons.add(new UnscoredReason(
                            metric, status.code(), entry.getKey().reason(), entry.getValue()));
                    rest -= entry.getValue();
                }
            }
            if (rest > 0) {
                reasons.add(new UnscoredReason(metric, status.code(), UnscoredReason.OTHERS, rest));
            }
        }
        return List.copyOf(reasons);
    }

    private void count(Key key, long count) {
        rows.merge(key, count, Long::sum);
        if (rows.size() > MOST_REASONS) {
            rows.pollLastEntry();
        }
    }

    /**
     * The start of a reason with each run of digits as {@code #}: {@code trace_events[3]: …} gives {@code trace_events[#]: …}.
     * Addresses and HTTP statuses keep theirs: they are few, and tell a reader where to look. What is too long ends at a word.
     */
    static String withoutNumbers(String reason) {
        StringBuilder text = new StringBuilder(Math.min(reason.length(), MOST_CHARACTERS));
        boolean inNumber = false;
        int keptEnd = 0;
        int i = 0;
        while (i < reason.length() && text.length() < MOST_CHARACTERS) {
            int c = reason.codePointAt(i);
            if (reason.startsWith(ADDRESS, i) || reason.startsWith(HTTP_STATUS, i)) {
                keptEnd = wordEnd(reason, i + HTTP_STATUS.length());
            }
            i += Character.charCount(c);
            boolean digit = c >= '0' && c <= '9' && i > keptEnd;
            if (!digit) {
                text.appendCodePoint(c);
            } else if (!inNumber) {
                text.append('#');
            }
            inNumber = digit;
        }
        return i < reason.length() ? cut(text.toString()) : text.toString();
    }

    private static int wordEnd(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) != ' ') {
            end++;
        }
        return end;
    }

    /** The whole words, with a mark that more followed. */
    private static String cut(String text) {
        int blank = text.lastIndexOf(' ');
        return (blank > 0 ? text.substring(0, blank) : text) + "…";
    }
}
