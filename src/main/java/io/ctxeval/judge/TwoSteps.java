package io.ctxeval.judge;

import java.util.List;
import java.util.function.Function;

/** A sufficiency question in one call, answered by a judge that takes its two steps anyway: name the aspects, then grade them. */
final class TwoSteps {
    private TwoSteps() {}

    static Verdict.Assessment assess(
            Question.Assess question,
            Function<Question.Decompose, Verdict.Aspects> aspects,
            Function<Question.Grade, Verdict.Grades> grades) {
        Verdict.Aspects named =
                aspects.apply(new Question.Decompose(question.input(), question.asOf(), question.maxAspects()));
        if (!named.needsInformation()) {
            return new Verdict.Assessment(false, List.of(), List.of(), named.explanation());
        }
        List<String> texts = AspectTexts.of(named.descriptions()).texts();
        Verdict.Grades graded =
                grades.apply(new Question.Grade(question.input(), texts, question.chunks(), question.asOf()));
        return new Verdict.Assessment(true, texts, graded.aspects(), graded.explanation());
    }
}
