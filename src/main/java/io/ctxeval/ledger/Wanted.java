package io.ctxeval.ledger;

import java.time.Instant;
import java.util.function.Predicate;

/** Which entries of a file are wanted: first by key, which is cheap to find out, then by what stands beside it. */
record Wanted(KeyRange range, Predicate<String> keys, Beside beside, boolean rawReplies) {
    /** What is asked of the few fields that say whether an entry counts. */
    interface Beside {
        boolean takes(String outcome, String runId, Instant time);
    }

    /** Every entry there is. */
    static final Wanted ALL = new Wanted(KeyRange.ALL, key -> true, (outcome, runId, time) -> true, true);

    boolean key(String key) {
        return range.contains(key) && keys.test(key);
    }

    boolean takes(LedgerEntry entry) {
        return beside.takes(entry.outcome(), entry.runId(), entry.time());
    }
}
