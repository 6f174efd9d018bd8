package io.ctxeval.score;

import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.JsonCursor.Token;
import io.ctxeval.json.RawJson;
import io.ctxeval.trace.AgentTrace;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Traces as lines of JSON with {@code trace_events}, {@code agent_order} and {@code budget_ledger}, one after another. */
public final class TraceLines {
    private static final byte[] TRACE_ID = "trace_id".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRACE_EVENTS = "trace_events".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] AGENT_ORDER = "agent_order".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BUDGET_LEDGER = "budget_ledger".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes;
    private final JsonCursor cursor = new JsonCursor(true);
    private int position;
    private @Nullable RawJson id;

    public TraceLines(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The next trace; null behind the last. */
    public @Nullable AgentTrace next() {
        if (position >= bytes.length) {
            return null;
        }
        int end = position;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        cursor.reset(bytes, position, end);
        position = end + 1;
        RawJson events = null;
        RawJson order = null;
        RawJson ledger = null;
        cursor.enterObject();
        while (cursor.nextKey()) {
            if (cursor.keyIs(TRACE_EVENTS)) {
                events = slice();
            } else if (cursor.keyIs(AGENT_ORDER)) {
                order = slice();
            } else if (cursor.keyIs(BUDGET_LEDGER)) {
                ledger = slice();
            } else if (cursor.keyIs(TRACE_ID)) {
                id = slice();
            } else {
                cursor.skip();
            }
        }
        return new AgentTrace(events, order, ledger, true);
    }

    /** Starts over. */
    public void rewind() {
        position = 0;
    }

    private @Nullable RawJson slice() {
        boolean isNull = cursor.peek() == Token.NULL;
        cursor.skipUnchecked();
        return isNull ? null : cursor.value();
    }

    /** SHA-256 over a line a trace: id, handoff, budget, overall as hexadecimal bits, flag. An absent score counts as 0.0. */
    public static final class Digest {
        private final MessageDigest sha256;

        public Digest() throws NoSuchAlgorithmException {
            sha256 = MessageDigest.getInstance("SHA-256");
        }

        /** Adds the trace that was read last. */
        public void add(TraceLines lines, TraceFindings found) {
            RawJson id = lines.id;
            String line = (id == null ? "" : id.json().replace("\"", ""))
                    + "," + bits(found.handoff())
                    + "," + bits(found.budget())
                    + "," + bits(new OverallContext().score(found))
                    + "," + (Boolean.TRUE.equals(found.contentLossDetected()) ? "1" : "0")
                    + "\n";
            sha256.update(line.getBytes(StandardCharsets.UTF_8));
        }

        /** The digest of all that was added; starts over. */
        public String hex() {
            return HexFormat.of().formatHex(sha256.digest());
        }

        private static String bits(Score score) {
            double value = score instanceof Score.Scored scored ? scored.value() : 0.0;
            return HexFormat.of().toHexDigits(Double.doubleToRawLongBits(value));
        }
    }
}
