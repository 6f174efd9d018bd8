package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.Retrieval;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.text.Tokenizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hand-made rankings; the expected numbers were worked out apart, from the formulas of metrics.md 6.7. */
class RetrievalMetricsTest {
    /** A repeat at rank 4, an id without a label at rank 2, a relevant id that isn't retrieved, a label below 0. */
    private static final Retrieval GRADED =
            Retrieval.of(List.of("a", "x", "b", "a", "c"), Map.of("a", 2.0, "b", 1.0, "c", 0.0, "d", 3.0, "e", -1.0));

    private static RetrievalOptions depths(Integer... depths) {
        return new RetrievalOptions(List.of(depths), 1, false, TextMatch.CONTAINMENT, null);
    }

    private static Score score(String id, RagSample sample, RetrievalOptions options) {
        SampleMetric metric = RetrievalMetrics.of(options).stream()
                .filter(one -> one.id().equals(id))
                .map(SampleMetric.class::cast)
                .findFirst()
                .orElseThrow();
        return metric.score(new SampleFeatures(sample, Tokenizer.named("chars4")));
    }

    private static RagSample sample(Retrieval retrieval) {
        return new RagSample("q", null, null, null, null, null, null, null, null, retrieval);
    }

    private static Score score(String id, Retrieval retrieval) {
        return score(id, sample(retrieval), depths(3, 10));
    }

    private static double value(Score score) {
        return ((Score.Scored) score).value();
    }

    @ParameterizedTest
    @CsvSource({
        // two of the first three are hits, three of the five labels are relevant
        "precision_3, 0.6666666666666666",
        "precision_10, 0.2",
        "recall_3, 0.6666666666666666",
        "hit_3, 1",
        "rr, 1",
        "ap, 0.5555555555555555",
        "ap_retrieved, 0.8333333333333334",
        "r_precision, 0.6666666666666666",
        "set_precision, 0.4",
        "set_recall, 0.6666666666666666",
        "ndcg_3, 0.5250049893849101",
        "ndcg, 0.5250049893849101",
        // a, b and the repeat of a and c carry labels: 4 of 5
        "judged_3, 0.6666666666666666",
        "judged_10, 0.8"
    })
    void followsTheFormulas(String id, double expected) {
        assertThat(value(score(id, GRADED))).isCloseTo(expected, within(1e-15));
    }

    @ParameterizedTest
    @CsvSource({
        "precision_3, 0.3333333333333333",
        "recall_3, 0.5",
        "ap, 0.5",
        "ap_retrieved, 1",
        "r_precision, 0.5",
        "set_precision, 0.2"
    })
    void takesTheLeastLabelOfAHitFromTheSettings(String id, double expected) {
        RetrievalOptions strict = new RetrievalOptions(List.of(3), 2, false, TextMatch.CONTAINMENT, null);
        assertThat(value(score(id, sample(GRADED), strict))).isCloseTo(expected, within(1e-15));
    }

    @Test
    void gainsExponentiallyWhereAsked() {
        RetrievalOptions steep = new RetrievalOptions(List.of(3), 1, true, TextMatch.CONTAINMENT, null);
        assertThat(value(score("ndcg_3", sample(GRADED), steep))).isCloseTo(0.3726262671130988, within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(strings = {"recall_3", "hit_3", "rr", "ap", "r_precision", "set_recall"})
    void hasNoValueWhereNothingIsRelevant(String id) {
        Retrieval irrelevant = Retrieval.of(List.of("a"), Map.of("a", 0.0));
        assertThat(score(id, irrelevant)).isInstanceOfSatisfying(Score.Unscored.class, none -> {
            assertThat(none.status()).isEqualTo(Status.NOT_APPLICABLE);
            assertThat(none.reason()).isEqualTo("relevance: no id is relevant");
        });
    }

    @Test
    void hasNoGainWithoutALabelAboveZero() {
        Retrieval irrelevant = Retrieval.of(List.of("a"), Map.of("a", 0.0, "b", -2.0));
        assertThat(score("ndcg", irrelevant)).isEqualTo(Score.notApplicable("relevance: no label is above 0"));
        assertThat(value(score("precision_3", irrelevant))).isZero();
        assertThat(value(score("judged_3", irrelevant))).isEqualTo(1);
    }

    @Test
    void aQueryWithoutLabelsIsOnlyCountedAsUnjudged() {
        Retrieval unlabelled = Retrieval.of(List.of("a"), Map.of());
        for (Metric metric : RetrievalMetrics.of(depths(3))) {
            if (metric.needs().contains(Field.RELEVANCE) && !metric.id().equals("judged_3")) {
                assertThat(score(metric.id(), sample(unlabelled), depths(3)))
                        .as(metric.id())
                        .isInstanceOfSatisfying(
                                Score.Unscored.class,
                                none -> assertThat(none.reason()).isEqualTo("relevance: no label"));
            }
        }
        assertThat(value(score("judged_3", unlabelled))).isZero();
    }

    @Test
    void nothingRetrievedIsZeroAndNotMissing() {
        Retrieval nothing = Retrieval.of(List.of(), Map.of("a", 1.0));
        for (String id : List.of("precision_3", "recall_3", "hit_3", "rr", "ap", "ndcg_3", "ndcg", "ap_retrieved")) {
            assertThat(value(score(id, nothing))).as(id).isZero();
        }
        for (String id : List.of("set_precision", "judged_3")) {
            assertThat(score(id, nothing)).as(id).isEqualTo(Score.notApplicable("retrieved_ids: none"));
        }
    }

    @Test
    void namesTheFieldThatIsMissing() {
        Map<String, Double> labels = Map.of("a", 1.0);
        assertThat(score("rr", new Retrieval(null, labels, null, null)))
                .isEqualTo(Score.invalidInput("retrieved_ids: missing"));
        assertThat(score("rr", new Retrieval(List.of("a"), null, null, null)))
                .isEqualTo(Score.invalidInput("relevance: missing"));
        assertThat(score("coverage_3", Retrieval.of(List.of("a"), labels)))
                .isEqualTo(Score.invalidInput("reference_groups: missing"));
        assertThat(score("rr", new Retrieval(List.of("a"), labels, null, "relevance: \"x\" is no number")))
                .isEqualTo(Score.invalidInput("relevance: \"x\" is no number"));
    }

    @Test
    void countsWhatStandsBehindTheAveragePrecision() {
        Metadata counts = Objects.requireNonNull(score("ap", GRADED).metadata());
        assertThat(counts.values()).containsExactly(5L, 3L, 2L, 1L, 5L);
    }

    @Test
    void labelsThatOverflowAreInvalid() {
        Retrieval huge = Retrieval.of(List.of("a"), Map.of("a", 5000.0));
        RetrievalOptions steep = new RetrievalOptions(List.of(3), 1, true, TextMatch.CONTAINMENT, null);
        assertThat(score("ndcg", sample(huge), steep))
                .isEqualTo(Score.invalidInput("relevance: labels too large for this gain"));
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0.3333333333333333", "3, 0.6666666666666666", "4, 0.6666666666666666"})
    void oneMemberCoversItsGroup(int k, double coverage) {
        assertThat(value(score("coverage_" + k, sample(grouped()), depths(k)))).isEqualTo(coverage);
    }

    @Test
    void eachGroupGainsOnce() {
        // c at rank 2 and b at rank 3 are the first of their groups; a at rank 4 adds nothing
        assertThat(value(score("group_ndcg_10", grouped()))).isCloseTo(0.5307212739772434, within(1e-15));
        Retrieval both = new Retrieval(List.of("a"), Map.of(), List.of(List.of("a"), List.of("a", "b")), null);
        assertThat(value(score("group_ndcg_10", both))).isLessThanOrEqualTo(1);
        assertThat(score("coverage_3", new Retrieval(List.of("a"), null, List.of(), null)))
                .isEqualTo(Score.notApplicable("reference_groups: none"));
    }

    private static Retrieval grouped() {
        return new Retrieval(
                List.of("x", "c", "b", "a"), null, List.of(List.of("a", "b"), List.of("c"), List.of("d", "e")), null);
    }

    /** Ten words; of the six runs of five, a chunk that lacks the last word has five: 0.83. */
    private static final String REFERENCE = "one two three four five six seven eight nine ten";

    @ParameterizedTest
    @CsvSource({
        "CONTAINMENT, one two three four five six seven eight nine, 1",
        "CONTAINMENT, one two three four five six seven eight, 0",
        "CONTAINMENT, 'Well: One two, three four five six seven eight nine ten!', 1",
        // seven of ten words in their order, though far apart
        "ROUGE_L_RECALL, one x two x three x four x five x six x seven x, 1",
        "ROUGE_L_RECALL, one x two x three x four x five x six x, 0",
        // 48 code points; 24 of them are there
        "LEVENSHTEIN, 'one two three four five ', 1",
        "LEVENSHTEIN, one two three four five, 0"
    })
    void matchesTextsAsChosen(TextMatch match, String chunk, int matched) {
        assertThat(texts(match, List.of(chunk), List.of(REFERENCE), "ref_recall"))
                .isEqualTo(matched);
    }

    private static double texts(TextMatch match, List<String> chunks, List<String> references, String id) {
        RetrievalOptions options = new RetrievalOptions(List.of(10), 1, false, match, null);
        RagSample sample =
                new RagSample(null, null, RetrievedContext.Chunks.of(chunks), null, references, null, null, null, null);
        return value(score(id, sample, options));
    }

    @Test
    void precisionCountsChunksAndRecallCountsReferences() {
        List<String> chunks = List.of(REFERENCE, "something else", REFERENCE + " eleven");
        List<String> references = List.of(REFERENCE, "not found anywhere", " ", "something else");
        assertThat(texts(TextMatch.CONTAINMENT, chunks, references, "ref_precision"))
                .isEqualTo(1);
        assertThat(texts(TextMatch.CONTAINMENT, chunks, references, "ref_recall"))
                .isEqualTo(2.0 / 3);
        assertThat(texts(TextMatch.CONTAINMENT, chunks, List.of("eleven"), "ref_precision"))
                .isEqualTo(1.0 / 3);
        assertThat(texts(TextMatch.CONTAINMENT, chunks, List.of(), "ref_precision"))
                .isZero();
    }

    @Test
    void textsWithoutASideHaveNoValue() {
        Map<String, Score> scores = new LinkedHashMap<>();
        RagSample noReference =
                new RagSample(null, null, RetrievedContext.Chunks.of("c"), null, List.of(""), null, null, null, null);
        RagSample noChunk =
                new RagSample(null, null, RetrievedContext.Chunks.of(), null, List.of("r"), null, null, null, null);
        scores.put("recall", score("ref_recall", noReference, RetrievalOptions.DEFAULTS));
        scores.put("precision", score("ref_precision", noChunk, RetrievalOptions.DEFAULTS));
        assertThat(scores)
                .containsEntry("recall", Score.notApplicable("reference_context: no text"))
                .containsEntry("precision", Score.notApplicable("empty_context: no chunk"));
        assertThat(value(score("ref_recall", noChunk, RetrievalOptions.DEFAULTS)))
                .isZero();
    }
}
