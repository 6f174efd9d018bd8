package io.ctxeval.ledger;

import java.io.Serializable;
import java.util.List;

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
    public LedgerNotes {
        examples = List.copyOf(examples);
    }
}
