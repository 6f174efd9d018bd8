package io.ctxeval.rehearsal;

import io.ctxeval.judge.Judge;
import io.ctxeval.judge.LexicalJudge;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Verdict.Citation;
import java.util.List;
import java.util.stream.IntStream;

/** Answers every kind of question by wording alone, or as an order wants it. Not safe for threads. */
final class Verdicts {
    private static final String BY_ORDER = "As ordered.";

    private final Judge judge = LexicalJudge.forRehearsal();

    /** The lexical judge's answer; questions of batches and of one call are put together from its answers. */
    Verdict byWording(Question question) {
        if (question instanceof Question.Usage usage) {
            return answer(new Question.Waste(usage.chunks(), usage.output(), usage.input()));
        }
        if (question instanceof Question.Relations relations) {
            return answer(new Question.Waste(relations.chunks(), "", null));
        }
        if (question instanceof Question.Assess assess) {
            return assessed(assess);
        }
        return answer(question);
    }

    /** Every chunk is used, every aspect covered by the first chunk. */
    Verdict byOrder(Question question) {
        Verdict verdict = byWording(question);
        if (verdict instanceof Verdict.Waste waste) {
            List<ChunkUse> uses = waste.chunks().stream()
                    .map(use -> new ChunkUse(use.id(), true, use.evidence()))
                    .toList();
            return new Verdict.Waste(uses, List.of(), List.of(), BY_ORDER);
        }
        if (verdict instanceof Verdict.Grades grades) {
            return new Verdict.Grades(covered(grades.aspects()), BY_ORDER);
        }
        if (verdict instanceof Verdict.Assessment assessment) {
            return new Verdict.Assessment(
                    assessment.needsInformation(), assessment.descriptions(), covered(assessment.grades()), BY_ORDER);
        }
        return verdict;
    }

    private Verdict assessed(Question.Assess assess) {
        Verdict asked = answer(new Question.Decompose(assess.input(), assess.asOf(), assess.maxAspects()));
        if (!(asked instanceof Verdict.Aspects aspects)) {
            return asked;
        }
        if (!aspects.needsInformation() || aspects.descriptions().isEmpty()) {
            return new Verdict.Assessment(aspects.needsInformation(), List.of(), List.of(), aspects.explanation());
        }
        Verdict graded =
                answer(new Question.Grade(assess.input(), aspects.descriptions(), assess.chunks(), assess.asOf()));
        return graded instanceof Verdict.Grades grades
                ? new Verdict.Assessment(true, aspects.descriptions(), grades.aspects(), grades.explanation())
                : graded;
    }

    private Verdict answer(Question question) {
        return judge.answer(question);
    }

    private static List<AspectGrade> covered(List<AspectGrade> grades) {
        return IntStream.range(0, grades.size())
                .mapToObj(id -> new AspectGrade(id, AspectStatus.COVERED, List.of(new Citation(0, "")), ""))
                .toList();
    }
}
