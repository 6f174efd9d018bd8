package io.ctxeval.judge;

/** Answers questions inside the scoring pass. Deterministic: equal questions get equal verdicts. One instance serves one task. */
public interface Judge {
    /** The judge's name in tables and reports, such as {@code lexical}. */
    String name();

    Verdict answer(Question question);
}
