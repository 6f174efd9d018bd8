package io.ctxeval.ledger;

import java.util.ArrayList;
import java.util.List;

/** Counts what a reading meets. */
final class ReadingTally {
    private final List<String> examples = new ArrayList<>();
    private int files;
    private long parsed;
    private int torn;
    private int damaged;

    void file() {
        files++;
    }

    void parsed() {
        parsed++;
    }

    void torn() {
        torn++;
    }

    /** A line or a file that isn't what was once written. */
    void damaged(String place, Throwable cause) {
        damaged++;
        if (examples.size() < LedgerNotes.MOST_EXAMPLES) {
            String why = cause.getMessage();
            examples.add(place + ": " + (why == null ? cause.getClass().getSimpleName() : why));
        }
    }

    int damaged() {
        return damaged;
    }

    LedgerNotes notes() {
        return new LedgerNotes(files, parsed, torn, damaged, examples);
    }
}
