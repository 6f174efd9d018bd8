package io.ctxeval.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.Origin;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext.Chunks;
import io.ctxeval.score.Metric;
import io.ctxeval.score.Score.Scored;
import io.ctxeval.score.SufficiencyMetadata;
import io.ctxeval.score.TraceFindings;
import io.ctxeval.score.TraceMetric;
import io.ctxeval.score.WasteMetadata;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.WorstKey;
import io.ctxeval.summary.WorstTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Offers rows to the table of worst rows, for the whole and for the row's group; a document is made only for a row that gets in. */
final class WorstOffers {
    /** Longest text of a row in worst.jsonl, in code points. */
    private static final int TEXT_LIMIT = 400;

    private static final JsonMapper MAPPER = new JsonMapper();

    private final List<Metric> metrics;
    private final List<String> groupBy;
    private final Privacy privacy;

    WorstOffers(List<Metric> metrics, List<String> groupBy, Privacy privacy) {
        this.metrics = metrics;
        this.groupBy = groupBy;
        this.privacy = privacy;
    }

    void offer(ScoredRow row, WorstTable worst) {
        GroupKey group = GroupKey.of(groupBy, row.record().dimensions());
        Origin origin = row.record().origin();
        for (int i = 0; i < metrics.size(); i++) {
            if (row.scores().get(i) instanceof Scored scored && metrics.get(i).scale().bounded()) {
                int place = i;
                WorstKey key = WorstKey.of(
                        metrics.get(i).scale(),
                        scored.value(),
                        row.record().sampleId(),
                        origin.input(),
                        origin.file(),
                        origin.position());
                worst.offer(GroupKey.WHOLE, place, key, () -> document(row, place, scored, GroupKey.WHOLE));
                if (!group.isWhole()) {
                    worst.offer(group, place, key, () -> document(row, place, scored, group));
                }
            }
        }
    }

    private String document(ScoredRow row, int metric, Scored scored, GroupKey group) {
        CanonicalRecord record = row.record();
        ObjectNode document = MAPPER.createObjectNode();
        document.put("metric", metrics.get(metric).id());
        document.put("group", group.text());
        document.put("sample_id", record.sampleId());
        document.put("source_file", record.origin().file());
        document.put("source_position", record.origin().position());
        document.put("score", scored.value());
        document.put("reason", scored.reason());
        if (scored.metadata() instanceof WasteMetadata waste) {
            wasted(document, waste);
        } else if (scored.metadata() instanceof SufficiencyMetadata sufficiency) {
            missing(document, sufficiency);
        }
        RagSample sample = record.sample();
        if (sample != null && !(metrics.get(metric) instanceof TraceMetric)) {
            texts(document, sample);
        }
        TraceFindings trace = row.trace();
        if (trace != null && metrics.get(metric) instanceof TraceMetric) {
            items(document, trace);
        }
        try {
            return MAPPER.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers is always JSON", e);
        }
    }

    private static void wasted(ObjectNode document, WasteMetadata waste) {
        ArrayNode unused = document.putArray("unused_chunks");
        waste.unusedChunks().forEach(unused::add);
        document.set("redundant_groups", MAPPER.valueToTree(waste.context().groups()));
        document.set("contradictory_pairs", MAPPER.valueToTree(waste.context().pairs()));
    }

    private void missing(ObjectNode document, SufficiencyMetadata sufficiency) {
        ArrayNode details = document.putArray("missing_details");
        sufficiency.missingDetails().forEach(detail -> details.add(shown(detail)));
    }

    private void texts(ObjectNode document, RagSample sample) {
        document.put("input", shown(sample.input()));
        document.put("output", shown(sample.output()));
        if (sample.context() instanceof Chunks context) {
            ArrayNode chunks = document.putArray("chunks");
            for (Chunk chunk : context.chunks()) {
                chunks.addObject().put("id", chunk.id()).put("text", shown(chunk.text()));
            }
        }
    }

    private static void items(ObjectNode document, TraceFindings trace) {
        ArrayNode pairs = document.putArray("handoffs");
        trace.pairs()
                .forEach(pair -> pairs.addObject()
                        .put("from_agent", pair.fromAgent())
                        .put("to_agent", pair.toAgent())
                        .put("score", pair.contextPassedScore())
                        .put("lost", pair.lostContentSummary()));
        ArrayNode entries = document.putArray("budgets");
        trace.entries()
                .forEach(entry -> entries.addObject()
                        .put("agent", entry.agentName())
                        .put("score", entry.complianceScore())
                        .put("reasoning", entry.reasoning()));
    }

    private @Nullable String shown(@Nullable String text) {
        if (text == null || text.codePointCount(0, text.length()) <= TEXT_LIMIT) {
            return privacy.applyTo(text);
        }
        return privacy.applyTo(text.substring(0, text.offsetByCodePoints(0, TEXT_LIMIT)) + "…");
    }
}
