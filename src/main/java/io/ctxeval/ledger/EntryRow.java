package io.ctxeval.ledger;

import io.ctxeval.table.Column;
import io.ctxeval.table.TableSchema;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Entries as rows of compacted files. The first columns say whether an entry counts; they are read before the others, which are
 * far wider. {@code time} is ISO 8601 in UTC with as many digits as it was written with.
 */
final class EntryRow {
    static final String KEY = "key";

    /** Columns that say where an entry was first written. */
    static final Set<String> PLACE = Set.of("segment", "segment_offset");

    /** Columns that say whether an entry counts. */
    static final Set<String> COUNTING = Set.of(KEY, "time", "run_id", "outcome");

    static final String RAW_REPLY = "raw_reply";

    static final TableSchema SCHEMA = new TableSchema(
            "ledger",
            List.of(
                    Column.text(KEY),
                    Column.text("time"),
                    Column.text("run_id"),
                    Column.text("outcome"),
                    Column.text("segment"),
                    Column.whole("segment_offset"),
                    Column.text("protocol"),
                    Column.text("provider"),
                    Column.text("model"),
                    Column.text("model_version"),
                    Column.text("step"),
                    Column.flag("asked_again"),
                    Column.text("call_class"),
                    Column.small("http_status"),
                    Column.text("reason"),
                    Column.text("rung"),
                    Column.small("attempts"),
                    Column.whole("input_tokens"),
                    Column.whole("output_tokens"),
                    Column.whole("latency_millis"),
                    Column.text("judgement"),
                    Column.text(RAW_REPLY)));

    private final @Nullable Object[] values;

    /** Values by place in {@link #SCHEMA}; columns that weren't read are null. */
    EntryRow(@Nullable Object[] values) {
        this.values = values;
    }

    static @Nullable Object[] of(Placed placed) {
        LedgerEntry entry = placed.entry();
        return new @Nullable Object[] {
            entry.key(),
            entry.time().toString(),
            entry.runId(),
            entry.outcome(),
            placed.segment(),
            placed.offset(),
            entry.protocol(),
            entry.provider(),
            entry.model(),
            entry.modelVersion(),
            entry.step(),
            entry.askedAgain(),
            entry.callClass(),
            entry.httpStatus(),
            entry.reason(),
            entry.rung(),
            entry.attempts(),
            entry.inputTokens(),
            entry.outputTokens(),
            entry.latencyMillis(),
            entry.judgement(),
            entry.rawReply()
        };
    }

    String key() throws IOException {
        return text(0, KEY);
    }

    Instant time() throws IOException {
        String time = text(1, "time");
        try {
            return Instant.parse(time);
        } catch (DateTimeException e) {
            throw new IOException("an entry has the time " + time, e);
        }
    }

    String runId() throws IOException {
        return text(2, "run_id");
    }

    String outcome() throws IOException {
        return text(3, "outcome");
    }

    String segment() throws IOException {
        return text(4, "segment");
    }

    long offset() throws IOException {
        return present(Long.class, 5, "segment_offset");
    }

    Placed placed() throws IOException {
        LedgerEntry entry = new LedgerEntry(
                key(),
                text(6, "protocol"),
                text(7, "provider"),
                text(8, "model"),
                (String) values[9],
                text(10, "step"),
                runId(),
                outcome(),
                (String) values[20],
                present(Boolean.class, 11, "asked_again"),
                text(12, "call_class"),
                (Integer) values[13],
                text(14, "reason"),
                (String) values[21],
                text(15, "rung"),
                present(Integer.class, 16, "attempts"),
                present(Long.class, 17, "input_tokens"),
                present(Long.class, 18, "output_tokens"),
                present(Long.class, 19, "latency_millis"),
                time());
        return new Placed(entry, segment(), offset());
    }

    private String text(int column, String name) throws IOException {
        return present(String.class, column, name);
    }

    private <T> T present(Class<T> type, int column, String name) throws IOException {
        Object value = values[column];
        if (value == null) {
            throw new IOException("an entry has no " + name);
        }
        return type.cast(value);
    }
}
