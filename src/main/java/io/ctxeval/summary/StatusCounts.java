package io.ctxeval.summary;

import io.ctxeval.score.Status;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows by what became of a metric on them (metrics.md 5.7).
 *
 * @param rows every status, zero included
 */
public record StatusCounts(Map<Status, Long> rows) {
    public StatusCounts {
        EnumMap<Status, Long> all = new EnumMap<>(Status.class);
        for (Status status : Status.values()) {
            all.put(status, rows.getOrDefault(status, 0L));
        }
        rows = Collections.unmodifiableMap(all);
    }

    public long of(Status status) {
        return rows.getOrDefault(status, 0L);
    }

    public long ok() {
        return of(Status.OK);
    }

    public long total() {
        return rows.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Rows that coverage counts: all but those not applicable and not sampled. */
    public long counted() {
        return rows.entrySet().stream()
                .filter(entry -> entry.getKey().countsForCoverage())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Rows that should have a score and have none. */
    public long failed() {
        return counted() - ok();
    }

    /** Rows with a score / rows that coverage counts, in [0, 1]; null without such rows. */
    public @Nullable Double coverage() {
        return counted() == 0 ? null : (double) ok() / counted();
    }
}
