package io.ctxeval.judge.served;

import io.ctxeval.judge.Verdict;
import io.ctxeval.score.Status;

/** What a reply's text says. */
public sealed interface Parsed {
    /** A judgement in the shape of the step's schema; whether it breaks a rule, {@link io.ctxeval.judge.VerdictRules} say. */
    record Judgement(Verdict verdict) implements Parsed {}

    /**
     * No judgement; reason to ask once more.
     *
     * @param status if it stays so: {@link Status#JUDGE_UNPARSEABLE}, or {@link Status#JUDGE_INVALID} where all that is wrong is an
     *     id that is no integer (metrics.md 3.2)
     * @param reason what was expected and where, in words that the judge can act upon; quotes nothing from the reply
     */
    record Unreadable(Status status, String reason) implements Parsed {}
}
