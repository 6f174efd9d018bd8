package io.ctxeval.judge.served;

import io.ctxeval.judge.Question;
import java.util.Locale;

/** The kinds of question that a served judge is asked; each has its prompt and its reply schema. */
public enum JudgeStep {
    WASTE,
    USAGE,
    RELATIONS,
    DECOMPOSE,
    GRADE,
    ASSESS;

    private final String code = name().toLowerCase(Locale.ROOT);

    /** The step of a question. */
    public static JudgeStep of(Question question) {
        if (question instanceof Question.Waste) {
            return WASTE;
        }
        if (question instanceof Question.Usage) {
            return USAGE;
        }
        if (question instanceof Question.Relations) {
            return RELATIONS;
        }
        if (question instanceof Question.Decompose) {
            return DECOMPOSE;
        }
        return question instanceof Question.Grade ? GRADE : ASSESS;
    }

    /**
     * The step of a name.
     *
     * @throws IllegalArgumentException if no step has it
     */
    public static JudgeStep named(String code) {
        for (JudgeStep step : values()) {
            if (step.code.equals(code)) {
                return step;
            }
        }
        throw new IllegalArgumentException(
                "step: " + code + "; must be one of waste, usage, relations, decompose, grade, assess");
    }

    /** The name in requests, ledgers and resources, such as {@code waste}. */
    public String code() {
        return code;
    }
}
