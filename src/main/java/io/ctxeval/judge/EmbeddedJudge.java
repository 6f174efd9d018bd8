package io.ctxeval.judge;

import io.ctxeval.embedding.EmbeddingModel;
import io.ctxeval.embedding.SentenceEncoder;
import java.util.ArrayList;
import java.util.List;

/**
 * The judge that brings a small sentence-embedding model: no key, no network, some 4 ms of a processor for each sentence. It tells
 * used from unused chunks and wrong from right contexts well, and finds chunks that say the same. Of contradictions it reports only
 * sentences alike but for a number, a name or a negation; whether a context on the topic lacks a detail it often can't tell. Its name stands
 * beside every score that it made.
 *
 * <p>The model knows English. Where the texts of a question are together mostly in another script than Latin the judge compares
 * words alone, as {@link LexicalJudge} does, and says so; a long chunk in such a script decides so for all of them.
 *
 * <p>Equal questions get equal verdicts, whatever was asked before. One instance serves one task.
 */
public final class EmbeddedJudge implements Judge {
    /** The judge's name in plans, tables and reports. */
    public static final String NAME = "embedded";

    private final LexicalJudge lexical = new LexicalJudge();
    private final LexicalAspects aspects = new LexicalAspects(QuestionClauses::of);
    private final EmbeddedUse use;
    private final EmbeddedRelations relations;
    private final OutputAnchor anchor;
    private final EmbeddedGrades grades;

    /** A judge with a memory of its own. */
    public EmbeddedJudge(EmbeddingModel model) {
        SentenceMemory memory = new SentenceMemory(new SentenceEncoder(model));
        use = new EmbeddedUse(memory);
        relations = new EmbeddedRelations(memory);
        anchor = new OutputAnchor(memory);
        grades = new EmbeddedGrades(memory);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Verdict answer(Question question) {
        if (!isLatin(textsOf(question))) {
            return lexical.answer(question);
        }
        if (question instanceof Question.Waste asked) {
            return waste(asked);
        }
        if (question instanceof Question.Usage asked) {
            List<Verdict.ChunkUse> uses = use.uses(asked.chunks(), asked.output());
            return new Verdict.Waste(uses, List.of(), List.of(), count(uses));
        }
        if (question instanceof Question.Relations asked) {
            return relations.relations(asked.chunks(), List.of());
        }
        if (question instanceof Question.Decompose asked) {
            return aspects.answer(asked);
        }
        if (question instanceof Question.Grade asked) {
            return grades.answer(asked);
        }
        return TwoSteps.assess((Question.Assess) question, aspects::answer, grades::answer);
    }

    private Verdict.Waste waste(Question.Waste question) {
        List<Verdict.ChunkUse> uses = use.uses(question.chunks(), question.output());
        Verdict.Waste related = relations.relations(question.chunks(), anchor.of(question.chunks(), question.output()));
        return new Verdict.Waste(
                uses,
                related.redundantGroups(),
                related.contradictions(),
                count(uses) + EmbeddedRelations.cut(related.contradictions().size()),
                related.suspicions());
    }

    private static String count(List<Verdict.ChunkUse> uses) {
        long used = uses.stream().filter(Verdict.ChunkUse::used).count();
        return "By a small embedding model and shared words, the output uses " + used + " of " + uses.size()
                + " texts.";
    }

    private static List<String> textsOf(Question question) {
        if (question instanceof Question.Waste asked) {
            return with(asked.chunks(), asked.output());
        }
        if (question instanceof Question.Usage asked) {
            return with(asked.chunks(), asked.output());
        }
        if (question instanceof Question.Relations asked) {
            return asked.chunks();
        }
        if (question instanceof Question.Decompose asked) {
            return List.of(asked.input());
        }
        if (question instanceof Question.Grade asked) {
            return with(asked.chunks(), String.join(" ", asked.aspects()));
        }
        Question.Assess asked = (Question.Assess) question;
        return with(asked.chunks(), asked.input());
    }

    private static List<String> with(List<String> texts, String another) {
        List<String> all = new ArrayList<>(texts);
        all.add(another);
        return all;
    }

    /** Whether at least half of the letters are Latin; so are texts without letters. */
    private static boolean isLatin(List<String> texts) {
        long balance = 0;
        for (String text : texts) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c < 0x80) {
                    balance += 'a' <= (c | 0x20) && (c | 0x20) <= 'z' ? 1 : 0;
                } else if (Character.isLetter(c)) {
                    balance += Character.UnicodeScript.of(c) == Character.UnicodeScript.LATIN ? 1 : -1;
                }
            }
        }
        return balance >= 0;
    }
}
