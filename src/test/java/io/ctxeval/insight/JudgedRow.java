package io.ctxeval.insight;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.json.RawJson;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.score.ContextSufficiency;
import io.ctxeval.score.ContextWaste;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.Score;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.score.SufficiencyMetadata;
import io.ctxeval.score.WasteMetadata;
import io.ctxeval.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A seeded sample with a judgement of both metrics, that can be cut to its first chunks in plain steps: the list is shortened,
 * what the judgement says of later chunks is struck out, and the real metric scores what remains.
 *
 * @param chunks of a few words; some blank, some exact copies
 * @param masses one for each chunk; null: none given
 */
record JudgedRow(
        List<String> chunks,
        String output,
        List<Boolean> used,
        List<List<Integer>> groups,
        List<List<Integer>> pairs,
        @Nullable List<Integer> masses,
        List<Aspect> aspects) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> STATUSES = List.of("covered", "partial", "missing");

    record Aspect(String status, List<Integer> chunkIds) {}

    /** A sample of at most {@code most} chunks, at least one. */
    static JudgedRow random(SplittableRandom random, int most) {
        int n = 1 + random.nextInt(most);
        List<String> chunks = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int kind = random.nextInt(8);
            if (kind == 0) {
                chunks.add(" ".repeat(random.nextInt(3)));
            } else if (kind == 1 && i > 0) {
                chunks.add(chunks.get(random.nextInt(i)));
            } else {
                chunks.add("text " + i + " word".repeat(random.nextInt(12)));
            }
        }
        List<Boolean> used = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int first = chunks.indexOf(chunks.get(i));
            used.add(first < i ? used.get(first) : (Boolean) (random.nextInt(3) > 0));
        }
        List<Integer> masses = null;
        if (random.nextInt(4) == 0) {
            masses = ids(random, n, 9).stream().map(mass -> mass + 1).toList();
        }
        return new JudgedRow(
                List.copyOf(chunks),
                random.nextInt(15) == 0 ? " " : "she did",
                List.copyOf(used),
                lists(random, random.nextInt(3), 1 + random.nextInt(4), n),
                lists(random, random.nextInt(3), 2, n),
                masses,
                aspects(random, n));
    }

    private static List<Aspect> aspects(SplittableRandom random, int n) {
        List<Aspect> aspects = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            aspects.add(new Aspect(STATUSES.get(random.nextInt(3)), ids(random, 1 + random.nextInt(3), n)));
        }
        return aspects;
    }

    private static List<List<Integer>> lists(SplittableRandom random, int count, int size, int bound) {
        List<List<Integer>> lists = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lists.add(ids(random, size, bound));
        }
        return lists;
    }

    private static List<Integer> ids(SplittableRandom random, int count, int bound) {
        return random.ints(count, 0, bound).boxed().toList();
    }

    int size() {
        return chunks.size();
    }

    /** The sample with its first chunks only. A chunk that is named by a later copy of its text is still the same text. */
    JudgedRow first(int k) {
        return new JudgedRow(
                chunks.subList(0, k),
                output,
                used.subList(0, k),
                groups.stream().map(ids -> within(ids, k)).toList(),
                pairs.stream()
                        .map(ids -> within(ids, k))
                        .filter(ids -> ids.size() == 2)
                        .toList(),
                masses == null ? null : masses.subList(0, k),
                aspects.stream().map(aspect -> within(aspect, k)).toList());
    }

    private Aspect within(Aspect aspect, int k) {
        List<Integer> left = within(aspect.chunkIds(), k).stream()
                .filter(id -> !chunks.get(id).isBlank())
                .toList();
        return left.isEmpty() ? new Aspect("missing", List.of()) : new Aspect(aspect.status(), left);
    }

    private List<Integer> within(List<Integer> ids, int k) {
        return ids.stream()
                .map(id -> chunks.get(id).isBlank() ? id : (Integer) chunks.indexOf(chunks.get(id)))
                .filter(id -> id < k)
                .toList();
    }

    /** Whether no aspect cites blank chunks alone; without a text, none is looked at. */
    boolean isCited() {
        return chunks.stream().allMatch(String::isBlank)
                || aspects.stream()
                        .allMatch(aspect -> aspect.status().equals("missing")
                                || aspect.chunkIds().stream()
                                        .anyMatch(id -> !chunks.get(id).isBlank()));
    }

    Score waste(ScoringOptions options) {
        return ((JudgedMetric)
                        MetricCatalog.standard(options).byId(ContextWaste.ID).orElseThrow())
                .given(sample());
    }

    Score sufficiency(ScoringOptions options) {
        return ((JudgedMetric) MetricCatalog.standard(options)
                        .byId(ContextSufficiency.ID)
                        .orElseThrow())
                .given(sample());
    }

    /** What the run hands over of this row. */
    JudgedList list(ScoringOptions options) {
        return JudgedList.of(
                ((RetrievedContext.Chunks) Objects.requireNonNull(sample().context())).chunks(),
                waste(options) instanceof Score.Scored scored ? (WasteMetadata) scored.metadata() : null,
                sufficiency(options) instanceof Score.Scored scored ? (SufficiencyMetadata) scored.metadata() : null,
                text -> Tokenizer.named(options.tokenizer()).count(text));
    }

    private RagSample sample() {
        ObjectNode waste = JSON.createObjectNode();
        ArrayNode flags = waste.putArray("used");
        used.forEach(flags::add);
        put(waste.putArray("redundant_groups"), groups);
        put(waste.putArray("contradictory_pairs"), pairs);
        if (masses != null) {
            ArrayNode numbers = waste.putArray("mass");
            masses.forEach(numbers::add);
        }
        ObjectNode sufficiency = JSON.createObjectNode();
        ArrayNode list = sufficiency.putArray("aspects");
        for (Aspect aspect : aspects) {
            ArrayNode ids = list.addObject().put("status", aspect.status()).putArray("chunk_ids");
            aspect.chunkIds().forEach(ids::add);
        }
        return new RagSample(
                "who?",
                output,
                RetrievedContext.Chunks.of(chunks),
                null,
                null,
                null,
                null,
                RawJson.of(waste.toString()),
                RawJson.of(sufficiency.toString()));
    }

    private static void put(ArrayNode array, List<List<Integer>> lists) {
        for (List<Integer> ids : lists) {
            ArrayNode inner = array.addArray();
            ids.forEach(inner::add);
        }
    }
}
