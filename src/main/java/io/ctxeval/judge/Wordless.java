package io.ctxeval.judge;

import io.ctxeval.score.Status;
import io.ctxeval.text.Words;
import java.util.Optional;

/** Texts of marks and emoji alone: a judge that looks for words has nothing to hold the context against, and says so. */
final class Wordless {
    private Wordless() {}

    /** Why a question is none for a judge by words; empty: it is one. */
    static Optional<Verdict.Failed> refusal(Question question) {
        if (question instanceof Question.Waste asked) {
            return refusal("output", asked.output());
        }
        if (question instanceof Question.Usage asked) {
            return refusal("output", asked.output());
        }
        if (question instanceof Question.Decompose asked) {
            return refusal("input", asked.input());
        }
        if (question instanceof Question.Assess asked) {
            return refusal("input", asked.input());
        }
        return Optional.empty();
    }

    private static Optional<Verdict.Failed> refusal(String field, String text) {
        return isWordless(text)
                ? Optional.of(new Verdict.Failed(
                        Status.NOT_APPLICABLE,
                        "wordless_" + field + ": the " + field
                                + " has no letter and no digit, and this judge looks for words"))
                : Optional.empty();
    }

    private static boolean isWordless(String text) {
        return text.codePoints().noneMatch(Character::isLetterOrDigit)
                && Words.words(text).isEmpty();
    }
}
