package io.ctxeval.report;

import io.ctxeval.table.RecordFile;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code progress.json}: where a judge's calls stand. Figures are what executors have reported; what was spent is
 * counted from the ledger.
 *
 * @param seconds since judging began
 * @param toAsk questions of this round that the ledger doesn't answer
 * @param reused questions of this round that it does
 * @param answered calls of the run with an answer
 * @param failures calls that ended otherwise, by class
 * @param stopped why no call starts any more; null: calls may start
 */
public record JudgeSnapshot(
        Instant time,
        double seconds,
        int round,
        long toAsk,
        long reused,
        long answered,
        Map<String, Long> failures,
        double callsPerSecond,
        double limitPerSecond,
        long inFlight,
        long inputTokens,
        long outputTokens,
        @Nullable Double cost,
        long slowestMillis,
        @Nullable String stopped) {
    public JudgeSnapshot {
        failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
    }

    /** The file's content. */
    public String toJson() {
        return RecordFile.pretty(this);
    }

    /**
     * Reads what {@link #toJson()} wrote.
     *
     * @throws IOException if it is something else
     */
    public static JudgeSnapshot parse(String json) throws IOException {
        return RecordFile.read(json, JudgeSnapshot.class);
    }
}
