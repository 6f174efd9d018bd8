package io.ctxeval.summary;

import io.ctxeval.score.Status;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;

/** Counts rows by status. */
@SuppressWarnings("EnumOrdinal") // an index without boxing per row; it never leaves the run
public final class StatusTally implements Serializable {
    private static final Status[] ALL = Status.values();

    private final long[] rows = new long[ALL.length];

    public void add(Status status) {
        rows[status.ordinal()]++;
    }

    public void merge(StatusTally other) {
        for (int i = 0; i < rows.length; i++) {
            rows[i] += other.rows[i];
        }
    }

    public StatusCounts counts() {
        Map<Status, Long> counts = new EnumMap<>(Status.class);
        for (Status status : ALL) {
            counts.put(status, rows[status.ordinal()]);
        }
        return new StatusCounts(counts);
    }
}
