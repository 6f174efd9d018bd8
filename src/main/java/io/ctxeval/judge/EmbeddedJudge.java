package io.ctxeval.judge;

import io.ctxeval.embedding.EmbeddingModel;
import io.ctxeval.embedding.SentenceEncoder;
import java.util.List;
import java.util.Optional;

/**
 * The judge that brings a small sentence-embedding model: no key, no network, some 4 ms of a processor for each sentence. It tells
 * used from unused chunks and wrong from right contexts well, and finds chunks that say the same. Of contradictions it reports only
 * sentences alike but for a number, a name or a negation; whether a context on the topic lacks a detail it often can't tell. Its name stands
 * beside every score that it made.
 *
 * <p>The model knows English. A chunk mostly in another script than Latin is judged by words alone, as {@link LexicalJudge} does, and
 * so are all where the output, the input or the aspects are; the explanation says so.
 *
 * <p>Equal questions get equal verdicts, whatever was asked before. One instance serves one task.
 */
public final class EmbeddedJudge implements Judge {
    /** The judge's name in plans, tables and reports. */
    public static final String NAME = "embedded";

    private final LexicalWaste lexicalWaste = new LexicalWaste();
    private final LexicalAspects lexicalAspects = new LexicalAspects();
    private final LexicalGrades lexicalGrades = new LexicalGrades();
    private final LexicalAspects aspects = new LexicalAspects(QuestionClauses::of);
    private final EmbeddedUse use;
    private final EmbeddedRelations relations;
    private final OutputAnchor anchor;
    private final GradesByScript grades;

    /** A judge with a memory of its own. */
    public EmbeddedJudge(EmbeddingModel model) {
        SentenceMemory memory = new SentenceMemory(new SentenceEncoder(model));
        use = new EmbeddedUse(memory);
        relations = new EmbeddedRelations(memory);
        anchor = new OutputAnchor(memory);
        grades = new GradesByScript(new EmbeddedGrades(memory)::answer, lexicalGrades::answer);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Verdict answer(Question question) {
        Optional<Verdict.Failed> refusal = Wordless.refusal(question);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (question instanceof Question.Waste asked) {
            return waste(asked);
        }
        if (question instanceof Question.Usage asked) {
            return usage(asked);
        }
        if (question instanceof Question.Relations asked) {
            return noneIsLatin(asked.chunks())
                    ? lexicalWaste.answer(asked)
                    : relations.relations(asked.chunks(), List.of());
        }
        if (question instanceof Question.Decompose asked) {
            return decompose(asked);
        }
        if (question instanceof Question.Grade asked) {
            return grade(asked);
        }
        return TwoSteps.assess((Question.Assess) question, this::decompose, this::grade);
    }

    private Verdict.Waste waste(Question.Waste question) {
        List<String> chunks = question.chunks();
        if (noneIsLatin(chunks)) {
            return lexicalWaste.answer(question);
        }
        Verdict.Waste usage = usage(new Question.Usage(chunks, question.output(), question.input()));
        boolean latin = Script.isLatin(question.output());
        Verdict.Waste related = relations.relations(chunks, latin ? anchor.of(chunks, question.output()) : List.of());
        return new Verdict.Waste(
                usage.chunks(),
                related.redundantGroups(),
                related.contradictions(),
                usage.explanation()
                        + EmbeddedRelations.cut(related.contradictions().size()),
                related.suspicions());
    }

    private Verdict.Waste usage(Question.Usage question) {
        if (!Script.isLatin(question.output()) || noneIsLatin(question.chunks())) {
            return lexicalWaste.answer(question);
        }
        List<Verdict.ChunkUse> uses = use.uses(question.chunks(), question.output());
        long used = uses.stream().filter(Verdict.ChunkUse::used).count();
        String explanation = "By a small embedding model and shared words, the output uses " + used + " of "
                + uses.size() + " texts." + foreign(question.chunks());
        return new Verdict.Waste(uses, List.of(), List.of(), explanation);
    }

    private Verdict.Aspects decompose(Question.Decompose question) {
        return Script.isLatin(question.input()) ? aspects.answer(question) : lexicalAspects.answer(question);
    }

    private Verdict.Grades grade(Question.Grade question) {
        boolean latin = Script.isLatin(String.join(" ", question.aspects())) && !noneIsLatin(question.chunks());
        return latin ? grades.answer(question) : lexicalGrades.answer(question);
    }

    /** Says how many chunks were judged by words. */
    private static String foreign(List<String> chunks) {
        long count = chunks.stream().filter(chunk -> !Script.isLatin(chunk)).count();
        return count == 0 ? "" : " Texts in another script, judged by wording alone: " + count + ".";
    }

    private static boolean noneIsLatin(List<String> chunks) {
        return !chunks.isEmpty() && chunks.stream().noneMatch(Script::isLatin);
    }
}
