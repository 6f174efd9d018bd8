package io.ctxeval.judge;

import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Citation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Grades aspects against chunks of several scripts: by the model where a chunk is Latin, by words where it isn't. No chunk hides what
 * another one answers, so an aspect's grade is the better one of the two.
 */
final class GradesByScript {
    private final Function<Question.Grade, Verdict.Grades> model;
    private final Function<Question.Grade, Verdict.Grades> words;

    GradesByScript(Function<Question.Grade, Verdict.Grades> model, Function<Question.Grade, Verdict.Grades> words) {
        this.model = model;
        this.words = words;
    }

    Verdict.Grades answer(Question.Grade question) {
        List<Integer> latin = new ArrayList<>();
        List<Integer> foreign = new ArrayList<>();
        for (int id = 0; id < question.chunks().size(); id++) {
            (Script.isLatin(question.chunks().get(id)) ? latin : foreign).add(id);
        }
        if (foreign.isEmpty()) {
            return model.apply(question);
        }
        List<AspectGrade> byModel = ask(model, question, latin);
        List<AspectGrade> byWords = ask(words, question, foreign);
        List<AspectGrade> grades = new ArrayList<>(byModel.size());
        for (int id = 0; id < byModel.size(); id++) {
            boolean wordsFoundMore =
                    byWords.get(id).status().compareTo(byModel.get(id).status()) < 0;
            grades.add(wordsFoundMore ? byWords.get(id) : byModel.get(id));
        }
        long covered = grades.stream()
                .filter(grade -> grade.status() == AspectStatus.COVERED)
                .count();
        return new Verdict.Grades(
                grades,
                "By a small embedding model, the context covers " + covered + " of " + grades.size() + " aspects. "
                        + "Texts in another script, judged by wording alone: " + foreign.size() + ".");
    }

    /** Asks about some chunks; in the answer they have the numbers of the whole question. */
    private static List<AspectGrade> ask(
            Function<Question.Grade, Verdict.Grades> judge, Question.Grade question, List<Integer> ids) {
        List<String> chunks = ids.stream().map(question.chunks()::get).toList();
        Question.Grade some = new Question.Grade(question.input(), question.aspects(), chunks, question.asOf());
        return judge.apply(some).aspects().stream()
                .map(grade -> renumbered(grade, ids))
                .toList();
    }

    private static AspectGrade renumbered(AspectGrade grade, List<Integer> ids) {
        List<Citation> evidence = grade.evidence().stream()
                .map(citation -> new Citation(ids.get(citation.chunkId()), citation.quote()))
                .toList();
        return new AspectGrade(grade.id(), grade.status(), evidence, grade.missingDetail(), grade.strength());
    }
}
