package io.ctxeval.judge.served;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.judge.Verdict.Evidence;
import io.ctxeval.score.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** From JSON in the shape of {@link ReplySchemas} to a verdict. Properties that the schema doesn't name are passed over. */
final class ReplyShape {
    private ReplyShape() {}

    static Verdict verdict(JudgeStep step, JsonNode json) throws MalformedReply {
        ReplyValue reply = ReplyValue.root(json);
        if (json.isObject() && isSchema(json)) {
            throw new MalformedReply(
                    Status.JUDGE_UNPARSEABLE,
                    "the reply is the schema itself; expected an answer in its shape, with values for its properties");
        }
        return switch (step) {
            case WASTE ->
                new Verdict.Waste(uses(reply), groups(reply), contradictions(reply), reply.textOf("explanation"));
            case USAGE -> new Verdict.Waste(uses(reply), List.of(), List.of(), reply.textOf("explanation"));
            case RELATIONS ->
                new Verdict.Waste(List.of(), groups(reply), contradictions(reply), reply.textOf("explanation"));
            case DECOMPOSE ->
                new Verdict.Aspects(
                        reply.flagOf("needs_information"), descriptions(reply), reply.textOf("explanation"));
            case GRADE -> new Verdict.Grades(grades(reply, true), reply.textOf("explanation"));
            case ASSESS ->
                new Verdict.Assessment(
                        reply.flagOf("needs_information"),
                        descriptions(reply),
                        grades(reply, false),
                        reply.textOf("explanation"));
        };
    }

    private static boolean isSchema(JsonNode json) {
        JsonNode schema = json.has("schema") ? json.get("schema") : json;
        return schema.path("type").isTextual() && schema.path("properties").isObject();
    }

    private static List<ChunkUse> uses(ReplyValue reply) throws MalformedReply {
        List<ChunkUse> uses = new ArrayList<>();
        for (ReplyValue chunk : reply.elementsOf("chunks")) {
            List<Evidence> evidence = new ArrayList<>();
            for (ReplyValue pair : chunk.elementsOf("evidence")) {
                evidence.add(new Evidence(pair.textOf("chunk_quote"), pair.textOf("output_part")));
            }
            uses.add(new ChunkUse(chunk.idOf("id"), chunk.flagOf("used"), evidence));
        }
        return uses;
    }

    private static List<List<Integer>> groups(ReplyValue reply) throws MalformedReply {
        List<List<Integer>> groups = new ArrayList<>();
        for (ReplyValue group : reply.elementsOf("redundant_groups")) {
            List<Integer> ids = new ArrayList<>();
            for (ReplyValue id : group.elements()) {
                ids.add(id.id());
            }
            groups.add(ids);
        }
        return groups;
    }

    private static List<Contradiction> contradictions(ReplyValue reply) throws MalformedReply {
        List<Contradiction> pairs = new ArrayList<>();
        for (ReplyValue pair : reply.elementsOf("contradictory_pairs")) {
            pairs.add(new Contradiction(pair.idOf("a"), pair.idOf("b"), pair.textOf("reason")));
        }
        return pairs;
    }

    private static List<String> descriptions(ReplyValue reply) throws MalformedReply {
        List<String> descriptions = new ArrayList<>();
        for (ReplyValue aspect : reply.elementsOf("aspects")) {
            descriptions.add(aspect.textOf("description"));
        }
        return descriptions;
    }

    private static List<AspectGrade> grades(ReplyValue reply, boolean numbered) throws MalformedReply {
        List<AspectGrade> grades = new ArrayList<>();
        for (ReplyValue aspect : reply.elementsOf("aspects")) {
            List<Citation> citations = new ArrayList<>();
            for (ReplyValue citation : aspect.elementsOf("evidence")) {
                citations.add(new Citation(citation.idOf("chunk_id"), citation.textOf("quote")));
            }
            grades.add(new AspectGrade(
                    numbered ? aspect.idOf("id") : grades.size(),
                    status(aspect),
                    citations,
                    aspect.textOf("missing_detail")));
        }
        return grades;
    }

    /** In any case of letters, which a model on the text rung doesn't always keep. */
    private static AspectStatus status(ReplyValue aspect) throws MalformedReply {
        String status = aspect.textOf("status").strip().toLowerCase(Locale.ROOT);
        return switch (status) {
            case "covered" -> AspectStatus.COVERED;
            case "partial" -> AspectStatus.PARTIAL;
            case "missing" -> AspectStatus.MISSING;
            default ->
                throw new MalformedReply(
                        Status.JUDGE_UNPARSEABLE,
                        aspect.place() + ".status: expected covered, partial or missing, found something else");
        };
    }
}
