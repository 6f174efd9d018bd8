package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.Filtered;
import io.ctxeval.dataset.Origin;
import io.ctxeval.dataset.Outcome;
import io.ctxeval.dataset.ReadingNotes;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.dataset.Remark;
import io.ctxeval.dataset.mapping.RetrievalPart.Document;
import io.ctxeval.dataset.mapping.RetrievalPart.Hit;
import io.ctxeval.dataset.mapping.RetrievalPart.Label;
import io.ctxeval.dataset.mapping.RetrievalPart.Question;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.Retrieval;
import io.ctxeval.sample.RetrievedContext;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts samples together from the rows of qrels, runs, queries and a corpus: one for each query and version (formats.md 2.1,
 * metrics.md 6.7). The order of a version's list is score as a 32-bit number descending, then document id descending, whatever
 * the order of lines and the rank column say; only rows without a score go by rank.
 *
 * <p>No row vanishes. A query with labels for which a version has nothing is a sample that retrieved nothing, so that its measures
 * are 0 and not absent. A query without labels is a sample whose labels are empty, so that its measures are not applicable. Each
 * row becomes a sample, part of one (then it counts as filtered), or a rejection where it contradicts another. Equal input gives
 * equal samples, in whatever order the rows come.
 *
 * @param labelled whether any input has labels
 * @param corpus whether any input has documents
 * @param versions those of all runs; a labelled query that one of them lacks gets a sample without documents
 * @param depth documents that become the context; null: all
 */
public record RetrievalSamples(
        boolean labelled,
        boolean corpus,
        List<String> versions,
        @Nullable Integer depth) implements Serializable {
    private static final Comparator<Origin> PLACES =
            Comparator.comparingInt(Origin::input).thenComparing(Origin::file).thenComparingLong(Origin::position);
    private static final Comparator<RetrievalPart> BY_PLACE = Comparator.comparing(RetrievalPart::origin, PLACES);
    private static final Comparator<Hit> BY_RANK = Comparator.comparing(
                    Hit::score, Comparator.nullsLast(Comparator.<Float>reverseOrder()))
            .thenComparing(
                    hit -> hit.score() == null ? hit.rank() : null, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(
                    Hit::document, Comparator.comparing(RetrievalSamples::units).reversed())
            .thenComparing(BY_PLACE);

    public RetrievalSamples {
        versions = List.copyOf(versions);
    }

    /** A text that compares as its UTF-8 bytes do: surrogates, which stand for the highest code points, come last. */
    private static String units(String text) {
        StringBuilder units = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int moved = c >= 0xE000 ? -0x800 : Character.isSurrogate(c) ? 0x2000 : 0;
            units.append((char) (c + moved));
        }
        return units.toString();
    }

    /** The documents' text beside the hits on one document; the documents themselves come to an end here. */
    public static void texts(Collection<RetrievalPart> parts, List<RetrievalPart> hits, List<Outcome> done) {
        List<Document> documents = sorted(parts, Document.class);
        Document first =
                once(documents, Document::document, (Document document) -> List.of(document.text()), "text", done);
        for (Document document : documents) {
            if (document.equals(first)) {
                done.add(new Filtered(document.origin()));
            }
        }
        for (RetrievalPart part : parts) {
            if (part instanceof Hit hit) {
                hits.add(hit.with(first == null ? null : first.text()));
            }
        }
    }

    /** The samples of one query, and what becomes of the rows that are none. */
    public List<Outcome> of(String query, Collection<RetrievalPart> parts) {
        List<Outcome> outcomes = new ArrayList<>();
        Question question = question(parts, outcomes);
        List<Label> labels = sorted(parts, Label.class);
        Map<String, Double> relevance = labelled ? relevance(labels, outcomes) : null;
        Map<String, List<Hit>> hits = new TreeMap<>();
        for (Hit hit : sorted(parts, Hit.class)) {
            hits.computeIfAbsent(hit.versionKey(), version -> new ArrayList<>()).add(hit);
        }
        hits.forEach((version, found) -> {
            Origin origin = found.get(0).origin();
            found.stream().skip(1).forEach(hit -> outcomes.add(new Filtered(hit.origin())));
            found.sort(BY_RANK);
            outcomes.add(sample(query, origin, question, version, found, relevance));
        });
        List<Label> standing = withoutRejected(labels, outcomes);
        int used = 0;
        if (!standing.isEmpty()) {
            for (String version : versions) {
                if (!hits.containsKey(version)) {
                    Origin origin =
                            standing.get(Math.min(used++, standing.size() - 1)).origin();
                    outcomes.add(sample(query, origin, question, version, List.of(), relevance));
                }
            }
        }
        standing.stream().skip(used).forEach(label -> outcomes.add(new Filtered(label.origin())));
        return outcomes;
    }

    private static List<Label> withoutRejected(List<Label> labels, List<Outcome> outcomes) {
        Set<Origin> rejected = new HashSet<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Rejection) {
                rejected.add(outcome.origin());
            }
        }
        return labels.stream()
                .filter(label -> !rejected.contains(label.origin()))
                .toList();
    }

    private static @Nullable Question question(Collection<RetrievalPart> parts, List<Outcome> outcomes) {
        List<Question> questions = sorted(parts, Question.class);
        Question first = once(
                questions,
                Question::query,
                (Question one) -> {
                    List<@Nullable Object> content = new ArrayList<>();
                    content.add(one.input());
                    content.add(one.reference());
                    content.add(one.referenceContext());
                    return content;
                },
                "query_id",
                outcomes);
        if (first != null) {
            outcomes.add(new Filtered(first.origin()));
        }
        return first;
    }

    private static Map<String, Double> relevance(List<Label> labels, List<Outcome> outcomes) {
        Map<String, Label> first = new LinkedHashMap<>();
        Map<String, Double> relevance = new TreeMap<>();
        for (Label label : labels) {
            Label earlier = first.putIfAbsent(label.document(), label);
            if (earlier == null) {
                relevance.put(label.document(), label.relevance());
            } else if (earlier.relevance() != label.relevance()) {
                outcomes.add(contradiction(
                        label,
                        earlier,
                        "relevance",
                        "query " + label.query() + ", document " + label.document() + " has another label"));
            }
        }
        return relevance;
    }

    /** The first of rows with one key; equal ones are passed over, others are rejected. */
    private static <P extends RetrievalPart> @Nullable P once(
            List<P> rows, Function<P, String> key, Function<P, ?> content, String field, List<Outcome> outcomes) {
        if (rows.isEmpty()) {
            return null;
        }
        P first = rows.get(0);
        for (P row : rows.subList(1, rows.size())) {
            outcomes.add(
                    Objects.equals(content.apply(first), content.apply(row))
                            ? new Filtered(row.origin())
                            : contradiction(row, first, field, key.apply(row) + " stands there otherwise"));
        }
        return first;
    }

    private static Rejection contradiction(RetrievalPart row, RetrievalPart earlier, String field, String what) {
        return new Rejection(
                row.origin(),
                null,
                field,
                what + " in " + earlier.origin().file() + " at "
                        + earlier.origin().position() + ", which holds",
                null);
    }

    private static <P extends RetrievalPart> List<P> sorted(Collection<? extends RetrievalPart> parts, Class<P> type) {
        List<P> sorted = new ArrayList<>();
        for (RetrievalPart part : parts) {
            if (type.isInstance(part)) {
                sorted.add(type.cast(part));
            }
        }
        sorted.sort(BY_PLACE);
        return sorted;
    }

    private CanonicalRecord sample(
            String query,
            Origin origin,
            @Nullable Question question,
            String version,
            List<Hit> ranked,
            @Nullable Map<String, Double> relevance) {
        Map<String, String> dimensions = new LinkedHashMap<>();
        if (question != null) {
            dimensions.putAll(new TreeMap<>(question.dimensions()));
        }
        if (!ranked.isEmpty()) {
            dimensions.putAll(new TreeMap<>(ranked.get(0).dimensions()));
        }
        if (!version.isEmpty()) {
            dimensions.put("retriever_version", version);
        }
        RagSample sample = new RagSample(
                question == null ? null : question.input(),
                null,
                corpus ? context(ranked) : null,
                question == null ? null : question.reference(),
                question == null ? null : question.referenceContext(),
                null,
                null,
                null,
                null,
                new Retrieval(ranked.stream().map(Hit::document).toList(), relevance, null, null));
        return new CanonicalRecord(origin, query, false, dimensions, sample, null, repeated(ranked));
    }

    /** What was odd in rows of one kind and key. */
    static ReadingNotes notes(List<RetrievalPart> parts) {
        Map<String, List<Hit>> byVersion = new TreeMap<>();
        for (Hit hit : sorted(parts, Hit.class)) {
            byVersion
                    .computeIfAbsent(hit.versionKey(), version -> new ArrayList<>())
                    .add(hit);
        }
        ReadingNotes notes = ReadingNotes.NONE;
        for (List<Hit> hits : byVersion.values()) {
            notes = notes.with(repeated(hits));
        }
        return notes;
    }

    /** The rows of one list that name a document again; the first by its place stands for the others. */
    private static ReadingNotes repeated(List<Hit> hits) {
        Set<String> documents = new HashSet<>();
        hits.forEach(hit -> documents.add(hit.document()));
        if (documents.size() == hits.size()) {
            return ReadingNotes.NONE;
        }
        documents.clear();
        List<Remark> remarks = new ArrayList<>();
        for (Hit hit : sorted(hits, Hit.class)) {
            if (!documents.add(hit.document())) {
                String run = hit.version() == null ? "" : " in run " + hit.version();
                String what = "document " + hit.document() + " of query " + hit.query() + run;
                remarks.add(new Remark(Remark.Sort.REPEATED_DOCUMENT, "", 1, what, hit.origin()));
            }
        }
        return ReadingNotes.of(Remark.sum(List.of(), remarks));
    }

    private RetrievedContext context(List<Hit> ranked) {
        int most = depth == null ? ranked.size() : Math.min(depth, ranked.size());
        List<Chunk> chunks = new ArrayList<>(most);
        for (Hit hit : ranked.subList(0, most)) {
            String text = hit.text();
            chunks.add(new Chunk(chunks.size(), text == null ? "" : text, text == null, Chunk.WHOLE));
        }
        return new RetrievedContext.Chunks(chunks);
    }

    /**
     * What the rows of one file say by themselves, for a look at it before it is joined with others.
     *
     * @param parts of one kind and key, at least one
     */
    static RagSample alone(List<RetrievalPart> parts) {
        List<Hit> hits = sorted(parts, Hit.class);
        hits.sort(BY_RANK);
        Map<String, Double> labels = new LinkedHashMap<>();
        RagSample sample = null;
        for (RetrievalPart part : parts) {
            if (part instanceof Label label) {
                labels.putIfAbsent(label.document(), label.relevance());
            } else if (part instanceof Question question && sample == null) {
                sample = new RagSample(
                        question.input(),
                        null,
                        null,
                        question.reference(),
                        question.referenceContext(),
                        null,
                        null,
                        null,
                        null);
            } else if (part instanceof Document document && sample == null) {
                sample = RagSample.of(null, null, document.text());
            }
        }
        if (sample != null) {
            return sample;
        }
        Retrieval retrieval = new Retrieval(
                hits.isEmpty() ? null : hits.stream().map(Hit::document).toList(),
                labels.isEmpty() ? null : labels,
                null,
                null);
        return new RagSample(null, null, null, null, null, null, null, null, null, retrieval);
    }
}
