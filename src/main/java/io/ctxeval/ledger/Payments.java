package io.ctxeval.ledger;

import java.io.Serializable;

/**
 * What a run paid for one question: more than one entry where it failed before it was answered, or where a crash or another run
 * at the same time made it be asked again.
 *
 * @param entries of the run
 * @param attempts requests sent for them
 */
public record Payments(long entries, long attempts, long inputTokens, long outputTokens) implements Serializable {
    static Payments of(LedgerEntry entry) {
        return new Payments(1, entry.attempts(), entry.inputTokens(), entry.outputTokens());
    }

    Payments plus(Payments other) {
        return new Payments(
                entries + other.entries,
                attempts + other.attempts,
                inputTokens + other.inputTokens,
                outputTokens + other.outputTokens);
    }
}
