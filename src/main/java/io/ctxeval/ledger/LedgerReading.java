package io.ctxeval.ledger;

import java.util.Map;

/**
 * What a ledger holds of the wanted keys.
 *
 * @param entries by key, the one that counts of each; keys without one are absent
 */
public record LedgerReading(Map<String, LedgerEntry> entries, LedgerNotes notes) {
    public LedgerReading {
        entries = Map.copyOf(entries);
    }
}
