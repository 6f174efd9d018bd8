package io.ctxeval.run;

import io.ctxeval.ledger.LedgerEntry;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of one staged file, each with the answers that came for it. */
final class ToldRows implements Iterator<ToldRows.ToldRow> {
    /**
     * A staged row with what it was told, by key.
     *
     * @param at index of the row in its file
     */
    record ToldRow(long at, StagedRow row, Map<String, Told> told) implements Inquiry.Answers {
        @Override
        public @Nullable LedgerEntry of(String key) {
            Told answer = told.get(key);
            return answer == null ? null : answer.entry();
        }
    }

    private final Iterator<StagedRow> rows;
    private final Iterator<Told> told;
    private @Nullable Told ahead;
    private long at = -1;

    /**
     * @param told in the order of rows
     */
    ToldRows(Iterator<StagedRow> rows, Iterator<Told> told) {
        this.rows = rows;
        this.told = told;
        ahead = told.hasNext() ? told.next() : null;
    }

    @Override
    public boolean hasNext() {
        return rows.hasNext();
    }

    @Override
    public ToldRow next() {
        StagedRow row = rows.next();
        at++;
        Map<String, Told> answers = new HashMap<>(4);
        while (ahead != null && ahead.row() == at) {
            answers.merge(ahead.entry().key(), ahead, ToldRows::booked);
            ahead = told.hasNext() ? told.next() : null;
        }
        return new ToldRow(at, row, answers);
    }

    /** A row may be told the same twice; one of them may be what its bill rests on. */
    private static Told booked(Told one, Told other) {
        return one.bill() != null ? one : other;
    }
}
