package io.ctxeval.ledger;

import java.util.Map;

/**
 * What a ledger holds of the wanted keys.
 *
 * @param entries by key, the one that counts of each; keys without one are absent
 * @param payments by key, all that the asking run paid, whichever entry counts; keys that cost it nothing are absent
 */
public record LedgerReading(Map<String, LedgerEntry> entries, Map<String, Payments> payments, LedgerNotes notes) {
    public LedgerReading {
        entries = Map.copyOf(entries);
        payments = Map.copyOf(payments);
    }
}
