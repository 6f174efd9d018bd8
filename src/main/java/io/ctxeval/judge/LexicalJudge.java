package io.ctxeval.judge;

import java.util.Optional;

/**
 * The judge that looks at wording alone: pure Java, no model, about the speed of the deterministic scores, for very large data and
 * where no model is available. What it calls used or redundant is good evidence; paraphrase it doesn't see, and contradictions
 * only between English sentences worded nearly alike. Its name stands beside every score that it made.
 *
 * <p>Equal questions get equal verdicts. Buffers are used again: one instance serves one thread.
 */
public final class LexicalJudge implements Judge {
    /** The judge's name in plans, tables and reports. */
    public static final String NAME = "lexical";

    private final boolean refusesWordless;
    private final LexicalWaste waste = new LexicalWaste();
    private final LexicalAspects aspects = new LexicalAspects();
    private final LexicalGrades grades = new LexicalGrades();

    public LexicalJudge() {
        this(true);
    }

    private LexicalJudge(boolean refusesWordless) {
        this.refusesWordless = refusesWordless;
    }

    /** One that also answers where there is no word to look for, as models behind an endpoint do: for rehearsals, not for scores. */
    public static LexicalJudge forRehearsal() {
        return new LexicalJudge(false);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Verdict answer(Question question) {
        Optional<Verdict.Failed> refusal = refusesWordless ? Wordless.refusal(question) : Optional.empty();
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (question instanceof Question.Waste asked) {
            return waste.answer(asked);
        }
        if (question instanceof Question.Usage asked) {
            return waste.answer(asked);
        }
        if (question instanceof Question.Relations asked) {
            return waste.answer(asked);
        }
        if (question instanceof Question.Decompose asked) {
            return aspects.answer(asked);
        }
        if (question instanceof Question.Grade asked) {
            return grades.answer(asked);
        }
        return TwoSteps.assess((Question.Assess) question, aspects::answer, grades::answer);
    }
}
