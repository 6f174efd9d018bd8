package io.ctxeval.judge.served;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.judge.Verdict.Evidence;
import java.util.List;
import java.util.Locale;

/**
 * A judgement as stored: JSON in the shapes of {@link ReplySchemas}. A waste verdict is written whole, with empty lists for what
 * a usage or relations question doesn't ask. What is written is read back as the same verdict.
 */
public final class JudgementJson {
    private JudgementJson() {}

    /**
     * The judgement as JSON on one line.
     *
     * @throws IllegalArgumentException for {@link Verdict.Failed}, which is no judgement
     */
    public static String write(Verdict verdict) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (verdict instanceof Verdict.Waste waste) {
            putWaste(json, waste);
        } else if (verdict instanceof Verdict.Aspects aspects) {
            json.put("needs_information", aspects.needsInformation());
            ArrayNode list = json.putArray("aspects");
            aspects.descriptions().forEach(text -> list.addObject().put("description", text));
            json.put("explanation", aspects.explanation());
        } else if (verdict instanceof Verdict.Grades grades) {
            ArrayNode list = json.putArray("aspects");
            grades.aspects().forEach(grade -> putGrade(list.addObject().put("id", grade.id()), grade));
            json.put("explanation", grades.explanation());
        } else if (verdict instanceof Verdict.Assessment assessment) {
            putAssessment(json, assessment);
        } else {
            throw new IllegalArgumentException("a failure is no judgement: " + verdict);
        }
        return JsonText.of(json);
    }

    /**
     * A stored judgement.
     *
     * @throws IllegalArgumentException if the text isn't in the shape of the question's step
     */
    public static Verdict read(Question question, String text) {
        try {
            return ReplyShape.verdict(JudgeStep.of(question), JsonText.MAPPER.readTree(text));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no judgement: " + e.getOriginalMessage(), e);
        } catch (MalformedReply e) {
            throw new IllegalArgumentException("no judgement: " + e.getMessage(), e);
        }
    }

    private static void putWaste(ObjectNode json, Verdict.Waste waste) {
        ArrayNode chunks = json.putArray("chunks");
        for (ChunkUse use : waste.chunks()) {
            ObjectNode chunk = chunks.addObject().put("id", use.id());
            ArrayNode evidence = chunk.putArray("evidence");
            for (Evidence pair : use.evidence()) {
                evidence.addObject().put("chunk_quote", pair.chunkQuote()).put("output_part", pair.outputPart());
            }
            chunk.put("used", use.used());
        }
        ArrayNode groups = json.putArray("redundant_groups");
        for (List<Integer> group : waste.redundantGroups()) {
            ArrayNode ids = groups.addArray();
            group.forEach(id -> ids.add(id));
        }
        ArrayNode pairs = json.putArray("contradictory_pairs");
        for (Contradiction pair : waste.contradictions()) {
            pairs.addObject().put("a", pair.a()).put("b", pair.b()).put("reason", pair.reason());
        }
        json.put("explanation", waste.explanation());
    }

    private static void putAssessment(ObjectNode json, Verdict.Assessment assessment) {
        if (assessment.descriptions().size() != assessment.grades().size()) {
            throw new IllegalArgumentException(
                    "an assessment of " + assessment.descriptions().size() + " aspects with "
                            + assessment.grades().size() + " grades");
        }
        json.put("needs_information", assessment.needsInformation());
        ArrayNode list = json.putArray("aspects");
        for (int i = 0; i < assessment.grades().size(); i++) {
            ObjectNode aspect = list.addObject()
                    .put("description", assessment.descriptions().get(i));
            putGrade(aspect, assessment.grades().get(i));
        }
        json.put("explanation", assessment.explanation());
    }

    private static void putGrade(ObjectNode json, AspectGrade grade) {
        ArrayNode evidence = json.putArray("evidence");
        for (Citation citation : grade.evidence()) {
            evidence.addObject().put("chunk_id", citation.chunkId()).put("quote", citation.quote());
        }
        json.put("status", grade.status().name().toLowerCase(Locale.ROOT));
        json.put("missing_detail", grade.missingDetail());
    }
}
