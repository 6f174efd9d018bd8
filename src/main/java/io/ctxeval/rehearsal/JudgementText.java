package io.ctxeval.rehearsal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.ChunkUse;
import java.util.List;
import java.util.Locale;

/** Verdicts as JSON in the reply schemas of metrics.md 5.2, with the ids of the data document. */
final class JudgementText {
    private static final int NOBODY_ASKED = 1000;

    private final List<Integer> ids;
    private final Spoil spoil;

    private JudgementText(List<Integer> ids, Spoil spoil) {
        this.ids = ids;
        this.spoil = spoil;
    }

    static String of(AskedQuestion asked, Verdict verdict, Spoil spoil) {
        JudgementText text = new JudgementText(asked.ids(), spoil);
        ObjectNode written = JsonNodeFactory.instance.objectNode();
        if (verdict instanceof Verdict.Waste waste) {
            text.writeWaste(asked.question(), waste, written);
        } else if (verdict instanceof Verdict.Aspects aspects) {
            text.writeAspects(aspects, written);
        } else if (verdict instanceof Verdict.Grades grades) {
            ArrayNode list = written.putArray("aspects");
            for (AspectGrade grade : grades.aspects()) {
                text.writeGrade(grade, list.addObject().put("id", text.spoiled(grade.id())));
            }
            written.put("explanation", grades.explanation());
        } else if (verdict instanceof Verdict.Assessment assessment) {
            text.writeAssessment(assessment, written);
        } else if (verdict instanceof Verdict.Failed failed) {
            written.put("explanation", failed.reason());
        }
        return written.toString();
    }

    /** A usage question has no groups and pairs in its reply, a relations question no chunks (metrics.md 5.4). */
    private void writeWaste(Question question, Verdict.Waste waste, ObjectNode written) {
        if (!(question instanceof Question.Relations)) {
            ArrayNode chunks = written.putArray("chunks");
            waste.chunks().forEach(use -> writeUse(use, chunks.addObject()));
        }
        if (!(question instanceof Question.Usage)) {
            ArrayNode groups = written.putArray("redundant_groups");
            for (List<Integer> group : waste.redundantGroups()) {
                ArrayNode members = groups.addArray();
                group.forEach(position -> members.add(idOf(position)));
            }
            if (question instanceof Question.Relations && spoil == Spoil.WRONG_IDS) {
                groups.addArray().add(idOf(0)).add(NOBODY_ASKED + 1);
            }
            ArrayNode pairs = written.putArray("contradictory_pairs");
            waste.contradictions()
                    .forEach(pair -> pairs.addObject()
                            .put("a", idOf(pair.a()))
                            .put("b", idOf(pair.b()))
                            .put("reason", pair.reason()));
        }
        written.put("explanation", waste.explanation());
    }

    private void writeUse(ChunkUse use, ObjectNode chunk) {
        chunk.put("id", idOf(use.id()));
        ArrayNode evidence = chunk.putArray("evidence");
        if (spoil != Spoil.UNCITED) {
            use.evidence()
                    .forEach(found -> evidence.addObject()
                            .put("chunk_quote", found.chunkQuote())
                            .put("output_part", found.outputPart()));
        }
        chunk.put("used", use.used());
    }

    private void writeAspects(Verdict.Aspects aspects, ObjectNode written) {
        written.put("needs_information", aspects.needsInformation() || spoil == Spoil.WRONG_IDS);
        ArrayNode list = written.putArray("aspects");
        if (spoil != Spoil.WRONG_IDS) {
            aspects.descriptions().forEach(description -> list.addObject().put("description", description));
        }
        written.put("explanation", aspects.explanation());
    }

    private void writeAssessment(Verdict.Assessment assessment, ObjectNode written) {
        written.put("needs_information", assessment.needsInformation());
        ArrayNode list = written.putArray("aspects");
        for (AspectGrade grade : assessment.grades()) {
            String description = assessment.descriptions().get(grade.id());
            writeGrade(grade, list.addObject().put("description", description));
        }
        written.put("explanation", assessment.explanation());
    }

    private void writeGrade(AspectGrade grade, ObjectNode aspect) {
        ArrayNode evidence = aspect.putArray("evidence");
        if (spoil != Spoil.UNCITED) {
            grade.evidence()
                    .forEach(citation -> evidence.addObject()
                            .put("chunk_id", idOf(citation.chunkId()))
                            .put("quote", citation.quote()));
        }
        aspect.put("status", grade.status().name().toLowerCase(Locale.ROOT));
        aspect.put("missing_detail", grade.missingDetail());
    }

    private int idOf(int position) {
        return spoiled(position < ids.size() ? ids.get(position) : position);
    }

    private int spoiled(int id) {
        return spoil == Spoil.WRONG_IDS ? id + NOBODY_ASKED : id;
    }
}
