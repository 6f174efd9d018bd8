package io.ctxeval.judge;

import java.util.List;

/** Answers questions inside the scoring pass. Deterministic: equal questions get equal verdicts. One instance serves one task. */
public interface Judge {
    /** The judge's name in tables and reports, such as {@code lexical}. */
    String name();

    Verdict answer(Question question);

    /**
     * Asks once more after an answer that breaks the contract. A judge that holds conversations shows the earlier answer and the
     * violations in the same one (metrics.md 5.3). A judge that would only repeat itself isn't asked: its answer stands, and is
     * {@code judge_invalid}.
     *
     * @param earlier the answer to this question
     * @param violations what {@link VerdictRules} found wrong with it, not empty
     */
    default Verdict answerAgain(Question question, Verdict earlier, List<Violation> violations) {
        return earlier;
    }
}
