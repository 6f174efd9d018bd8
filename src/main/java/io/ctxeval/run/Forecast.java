package io.ctxeval.run;

import io.ctxeval.ledger.LedgerNotes;
import java.io.Serializable;

/**
 * What a round of questions will take. Mergeable.
 *
 * @param asked questions of rows
 * @param distinct different ones among them
 * @param reused distinct ones that the ledger answers
 * @param inputTokens estimate for those to ask
 * @param outputTokens most that their replies may have
 * @param later questions that the answers to those to ask may lead to
 * @param laterTokens estimate for their prompts
 * @param ledger what the comparison with it met
 */
record Forecast(
        long asked,
        long distinct,
        long reused,
        long inputTokens,
        long outputTokens,
        long later,
        long laterTokens,
        LedgerNotes ledger)
        implements Serializable {
    static final Forecast NONE = new Forecast(0, 0, 0, 0, 0, 0, 0, LedgerNotes.NONE);

    long toAsk() {
        return distinct - reused;
    }

    Forecast plus(Forecast other) {
        return new Forecast(
                asked + other.asked,
                distinct + other.distinct,
                reused + other.reused,
                inputTokens + other.inputTokens,
                outputTokens + other.outputTokens,
                later + other.later,
                laterTokens + other.laterTokens,
                ledger.plus(other.ledger));
    }
}
