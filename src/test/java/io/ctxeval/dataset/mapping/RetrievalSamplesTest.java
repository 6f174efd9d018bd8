package io.ctxeval.dataset.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.Filtered;
import io.ctxeval.dataset.Origin;
import io.ctxeval.dataset.Outcome;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.Retrieval;
import io.ctxeval.sample.RetrievedContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetrievalSamplesTest {
    private static final RetrievalSamples TWO_RUNS = new RetrievalSamples(true, false, List.of("a", "b"), null);

    private static Origin at(int input, long position) {
        return new Origin(input, "file" + input, position);
    }

    private static RetrievalPart hit(long position, String document, @Nullable Float score, String version) {
        return hit(position, document, score, null, version);
    }

    private static RetrievalPart hit(
            long position, String document, @Nullable Float score, @Nullable Double rank, String version) {
        return new RetrievalPart.Hit(at(1, position), "q", document, version, score, rank, null, Map.of());
    }

    private static RetrievalPart label(long position, String document, double relevance) {
        return new RetrievalPart.Label(at(0, position), "q", document, relevance);
    }

    private static Retrieval retrieval(CanonicalRecord record) {
        return Objects.requireNonNull(Objects.requireNonNull(record.sample()).retrieval());
    }

    private static List<CanonicalRecord> records(List<Outcome> outcomes) {
        return outcomes.stream()
                .filter(CanonicalRecord.class::isInstance)
                .map(CanonicalRecord.class::cast)
                .toList();
    }

    private static @Nullable List<String> ranked(RetrievalPart... hits) {
        RetrievalSamples samples = new RetrievalSamples(false, false, List.of(), null);
        return retrieval(records(samples.of("q", List.of(hits))).get(0)).ids();
    }

    @Test
    void ranksByScoreAndThenByIdFromTheLast() {
        assertThat(ranked(hit(1, "d1", 1f, "a"), hit(2, "d10", 2f, "a"), hit(3, "d2", 2f, "a"), hit(4, "d9", 3f, "a")))
                .containsExactly("d9", "d2", "d10", "d1");
    }

    /** UTF-8 puts U+1F600 behind U+FF5E; UTF-16 has it the other way round. */
    @Test
    void comparesIdsByCodePoints() {
        assertThat(ranked(hit(1, "\uFF5E", 1f, "a"), hit(2, "\uD83D\uDE00", 1f, "a"), hit(3, "z", 1f, "a")))
                .containsExactly("\uD83D\uDE00", "\uFF5E", "z");
    }

    @Test
    void goesByRankWhereThereIsNoScore() {
        assertThat(ranked(hit(1, "x", null, 2.0, "a"), hit(2, "y", null, 1.0, "a"), hit(3, "z", -5f, 9.0, "a")))
                .containsExactly("z", "y", "x");
    }

    @Test
    void aRunThatHasNothingForALabelledQueryHasRetrievedNothing() {
        List<Outcome> outcomes = TWO_RUNS.of("q", List.of(label(1, "d", 1), label(2, "e", 0), hit(1, "d", 1f, "a")));

        List<CanonicalRecord> records = records(outcomes);
        assertThat(records).hasSize(2);
        assertThat(retrieval(records.get(0)).ids()).containsExactly("d");
        assertThat(records.get(1).dimensions()).containsEntry("retriever_version", "b");
        assertThat(retrieval(records.get(1)).ids()).isEmpty();
        assertThat(retrieval(records.get(1)).labels()).isEqualTo(Map.of("d", 1.0, "e", 0.0));
        // one of the labels stands for the sample, the other is part of both
        assertThat(outcomes).hasSize(3).contains(new Filtered(at(0, 2)));
    }

    @Test
    void aQueryWithoutLabelsHasEmptyOnes() {
        CanonicalRecord record =
                records(TWO_RUNS.of("q", List.of(hit(1, "d", 1f, "a")))).get(0);
        assertThat(retrieval(record).labels()).isEmpty();
    }

    @Test
    void aQueryThatNobodyAskedIsNoSample() {
        RetrievalPart question = new RetrievalPart.Question(at(2, 1), "q", "why?", null, null, Map.of());
        assertThat(TWO_RUNS.of("q", List.of(question))).containsExactly(new Filtered(at(2, 1)));
    }

    @Test
    void labelsThatContradictEachOtherAreRejectedButTheFirst() {
        List<Outcome> outcomes =
                TWO_RUNS.of("q", List.of(label(3, "d", 1), label(1, "d", 2), label(2, "d", 2), hit(1, "d", 1f, "a")));

        assertThat(outcomes.stream().filter(Rejection.class::isInstance))
                .containsExactly(new Rejection(
                        at(0, 3),
                        null,
                        "relevance",
                        "query q, document d has another label in file0 at 1, which holds",
                        null));
        assertThat(retrieval(records(outcomes).get(0)).labels()).isEqualTo(Map.of("d", 2.0));
        assertThat(outcomes).hasSize(4);
    }

    @Test
    void putsTheTextsOfACorpusBesideTheHits() {
        List<RetrievalPart> hits = new ArrayList<>();
        List<Outcome> done = new ArrayList<>();
        RetrievalSamples.texts(
                List.of(
                        hit(1, "d", 1f, "a"),
                        new RetrievalPart.Document(at(3, 2), "d", "other"),
                        new RetrievalPart.Document(at(3, 1), "d", "text")),
                hits,
                done);
        assertThat(hits).extracting(hit -> ((RetrievalPart.Hit) hit).text()).containsExactly("text");
        assertThat(done).hasSize(2).contains(new Filtered(at(3, 1)));

        hits.add(hit(2, "lost", 2f, "a"));
        RetrievalSamples samples = new RetrievalSamples(false, true, List.of(), 5);
        RagSample sample =
                Objects.requireNonNull(records(samples.of("q", hits)).get(0).sample());
        assertThat(sample.context())
                .isEqualTo(new RetrievedContext.Chunks(
                        List.of(new Chunk(0, "", true, Chunk.WHOLE), new Chunk(1, "text", false, Chunk.WHOLE))));
    }

    @Test
    void takesOnlySoManyDocumentsIntoTheContext() {
        RetrievalSamples samples = new RetrievalSamples(false, true, List.of(), 1);
        CanonicalRecord record = records(samples.of("q", List.of(hit(1, "d", 1f, "a"), hit(2, "e", 2f, "a"))))
                .get(0);
        RagSample sample = Objects.requireNonNull(record.sample());
        assertThat(sample.context())
                .isInstanceOfSatisfying(
                        RetrievedContext.Chunks.class,
                        chunks -> assertThat(chunks.chunks()).hasSize(1));
        assertThat(retrieval(record).ids()).containsExactly("e", "d");
    }

    @Test
    void comesToTheSameInWhateverOrderTheRowsCome() {
        long seed = 20261130;
        Random random = new Random(seed);
        List<RetrievalPart> parts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            parts.add(hit(i, "d" + random.nextInt(20), (float) random.nextInt(5), random.nextBoolean() ? "a" : "b"));
            parts.add(label(i, "d" + random.nextInt(30), random.nextInt(3)));
        }
        parts.add(new RetrievalPart.Question(at(2, 1), "q", "why?", List.of("r"), null, Map.of("topic", "t")));
        parts.add(new RetrievalPart.Question(at(2, 2), "q", "why not?", null, null, Map.of()));
        Set<Outcome> once = new HashSet<>(TWO_RUNS.of("q", parts));
        for (int round = 0; round < 20; round++) {
            Collections.shuffle(parts, random);
            List<Outcome> again = TWO_RUNS.of("q", parts);
            // each row comes to one outcome: no row vanishes
            assertThat(again).as("seed " + seed).hasSize(parts.size());
            assertThat(new HashSet<>(again)).as("seed " + seed).isEqualTo(once);
        }
    }
}
