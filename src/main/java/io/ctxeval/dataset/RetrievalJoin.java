package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.RetrievalPart;
import io.ctxeval.dataset.mapping.RetrievalSamples;
import io.ctxeval.dataset.mapping.RowKind;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaRDD;
import org.jspecify.annotations.Nullable;

/**
 * Joins the inputs of kinds qrels, run, queries and corpus: hits with their documents by document id, then everything by query id.
 * What is held at once is one document with the hits on it, and one query.
 */
final class RetrievalJoin {
    private RetrievalJoin() {}

    /**
     * The outcomes of all these inputs together.
     *
     * @param inputs by kind, at least one run; those of one kind are one
     * @param depth documents that become the context; null: all
     * @throws InputRefused if a run is damaged and not to be skipped
     */
    static JavaRDD<Outcome> outcomes(Map<RowKind, JavaRDD<RetrievalStep>> inputs, @Nullable Integer depth) {
        boolean labelled = inputs.containsKey(RowKind.QRELS);
        boolean corpus = inputs.containsKey(RowKind.CORPUS);
        JavaRDD<RetrievalStep> hits = inputs.get(RowKind.RUN);
        if (hits == null) {
            throw new IllegalArgumentException("nothing was retrieved");
        }
        List<String> versions = labelled ? versions(hits) : List.of();
        if (corpus) {
            hits = withTexts(hits.union(inputs.get(RowKind.CORPUS)));
        }
        JavaRDD<RetrievalStep> all = hits;
        for (RowKind kind : List.of(RowKind.QRELS, RowKind.QUERIES)) {
            if (inputs.containsKey(kind)) {
                all = all.union(inputs.get(kind));
            }
        }
        RetrievalSamples samples = new RetrievalSamples(labelled, corpus, versions, depth);
        return all.keyBy(RetrievalStep::byQuery).groupByKey().values().flatMap(steps -> samples(steps, samples));
    }

    /**
     * The versions of all runs. A query that only some of them have must be known to lack in the others, before any sample is
     * made; so the runs are read once more.
     */
    private static List<String> versions(JavaRDD<RetrievalStep> hits) {
        try {
            SortedSet<String> versions = new TreeSet<>(
                    hits.mapPartitions(RetrievalJoin::versionsIn).distinct().collect());
            return List.copyOf(versions);
        } catch (Exception e) { // SparkException is checked, and thrown through Scala undeclared
            throw InputRefused.behind(e)
                    .map(RuntimeException.class::cast)
                    .orElseGet(() -> new IllegalStateException("reading the runs stopped: " + e.getMessage(), e));
        }
    }

    private static Iterator<String> versionsIn(Iterator<RetrievalStep> steps) {
        SortedSet<String> versions = new TreeSet<>();
        while (steps.hasNext()) {
            if (steps.next() instanceof RetrievalStep.Part part && part.part() instanceof RetrievalPart.Hit hit) {
                versions.add(hit.versionKey());
            }
        }
        return versions.iterator();
    }

    private static JavaRDD<RetrievalStep> withTexts(JavaRDD<RetrievalStep> hitsAndDocuments) {
        return hitsAndDocuments
                .keyBy(RetrievalStep::byDocument)
                .groupByKey()
                .values()
                .flatMap(RetrievalJoin::texts);
    }

    private static Iterator<RetrievalStep> texts(Iterable<RetrievalStep> steps) {
        List<RetrievalPart> parts = new ArrayList<>();
        List<RetrievalStep> joined = new ArrayList<>();
        partsOf(steps, parts, joined);
        List<RetrievalPart> hits = new ArrayList<>();
        List<Outcome> done = new ArrayList<>();
        RetrievalSamples.texts(parts, hits, done);
        hits.forEach(hit -> joined.add(new RetrievalStep.Part(hit)));
        done.forEach(outcome -> joined.add(new RetrievalStep.Done(outcome)));
        return joined.iterator();
    }

    private static Iterator<Outcome> samples(Iterable<RetrievalStep> steps, RetrievalSamples samples) {
        List<RetrievalPart> parts = new ArrayList<>();
        List<RetrievalStep> rest = new ArrayList<>();
        partsOf(steps, parts, rest);
        List<Outcome> outcomes = new ArrayList<>();
        for (RetrievalStep step : rest) {
            if (step instanceof RetrievalStep.Done done) {
                outcomes.add(done.outcome());
            }
        }
        if (!parts.isEmpty()) {
            String key = new RetrievalStep.Part(parts.get(0)).byQuery();
            outcomes.addAll(samples.of(key.substring(1), parts));
        }
        return outcomes.iterator();
    }

    private static void partsOf(Iterable<RetrievalStep> steps, List<RetrievalPart> parts, List<RetrievalStep> rest) {
        for (RetrievalStep step : steps) {
            if (step instanceof RetrievalStep.Part part) {
                parts.add(part.part());
            } else {
                rest.add(step);
            }
        }
    }
}
