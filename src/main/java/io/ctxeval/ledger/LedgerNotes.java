package io.ctxeval.ledger;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a reading met on its way.
 *
 * @param files segments and compacted files that were looked into
 * @param parsed entries that were read whole; others were passed over by their key
 * @param torn segments that end within a line: a writer was killed, or is at work
 * @param damaged lines and files that aren't what was once written, as far as anybody wanted them; their questions count as open
 * @param examples the first few of the damaged ones, for a reader
 */
public record LedgerNotes(int files, long parsed, int torn, int damaged, List<String> examples)
        implements Serializable {
    public static final LedgerNotes NONE = new LedgerNotes(0, 0, 0, 0, List.of());

    /** Examples that are kept. */
    public static final int MOST_EXAMPLES = 5;

    public LedgerNotes {
        examples = List.copyOf(examples);
    }

    /** Of two readings. A file that both met counts twice; among the examples it stands once. */
    public LedgerNotes plus(LedgerNotes other) {
        return new LedgerNotes(
                files + other.files,
                parsed + other.parsed,
                torn + other.torn,
                damaged + other.damaged,
                Stream.concat(examples.stream(), other.examples.stream())
                        .distinct()
                        .sorted()
                        .limit(MOST_EXAMPLES)
                        .toList());
    }
}
