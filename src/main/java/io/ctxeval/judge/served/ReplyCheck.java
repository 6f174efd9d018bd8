package io.ctxeval.judge.served;

import io.ctxeval.judge.VerdictRules;
import io.ctxeval.judge.Violation;
import io.ctxeval.score.Status;
import java.util.List;

/** Reads a model's reply as a judgement and holds it against the rules. Pure; never throws for any reply. */
interface ReplyCheck {
    Finding check(JudgeRequest request, VerdictRules rules, String reply);

    /** What a reply turned out to be. */
    sealed interface Finding {
        /**
         * A judgement.
         *
         * @param json in the reply schemas of metrics.md 5.2
         */
        record Judged(String json, List<Violation> violations) implements Finding {
            public Judged {
                violations = List.copyOf(violations);
            }
        }

        /**
         * No judgement.
         *
         * @param status if it stays so
         * @param problem in words that a judge can act upon
         */
        record Unreadable(Status status, String problem) implements Finding {}
    }
}
