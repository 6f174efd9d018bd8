package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.Retrieval;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.text.Tokenizer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every deterministic metric of a sample with values worked out by hand, and with null, empty, blank and zero. */
class SampleMetricsTest {
    private static final String ANSWER = "Paris is the capital of France.";
    private static final String CAPITAL = "The capital of France is Paris.";
    private static final String LYON = "Lyon lies on the Rhône.";

    private static Score score(String metric, RagSample sample) {
        return score(metric, sample, ScoringOptions.DEFAULTS);
    }

    private static Score score(String metric, RagSample sample, ScoringOptions options) {
        SampleMetric found =
                (SampleMetric) MetricCatalog.standard(options).byId(metric).orElseThrow();
        return found.score(new SampleFeatures(sample, Tokenizer.named("chars4")));
    }

    private static double value(String metric, RagSample sample) {
        return ((Score.Scored) score(metric, sample)).value();
    }

    private static ScoringOptions budget(int tokens) {
        return new ScoringOptions(
                "chars4", tokens, 1.0, false, false, false, false, false, false, false, false, 12, "text", "none");
    }

    private static double withBudget(String metric, int tokens) {
        return ((Score.Scored) score(metric, context("The sky is blue.", "Grass"), budget(tokens))).value();
    }

    private static RagSample context(String... chunks) {
        return RagSample.of(null, null, chunks);
    }

    private static RagSample output(@Nullable String output, String... chunks) {
        return RagSample.of(null, output, chunks);
    }

    private static RagSample reference(@Nullable List<String> reference, String... chunks) {
        return new RagSample(null, null, RetrievedContext.Chunks.of(chunks), reference, null, null, null, null, null);
    }

    private static RagSample unusable(String reason) {
        return new RagSample(
                "q", "o", new RetrievedContext.Unusable(reason), List.of("r"), null, null, null, null, null);
    }

    private static @Nullable Object metadata(String metric, RagSample sample, int column) {
        Metadata metadata = score(metric, sample).metadata();
        return metadata == null ? null : metadata.values()[column];
    }

    private static void assertNotApplicable(String metric, RagSample sample, String reason) {
        assertThat(score(metric, sample)).isEqualTo(Score.notApplicable(reason));
    }

    @Test
    void tokensAreSummed() {
        RagSample sample = context("The sky is blue.", "Grass");
        assertThat(value("ctx_tokens", sample)).isEqualTo(6);
        assertThat(metadata("ctx_tokens", sample, 0)).isEqualTo("chars4");
        assertThat(metadata("ctx_tokens", sample, 1)).isEqualTo(List.of(4, 2));
        assertThat(value("ctx_tokens", context())).isZero();
        assertThat(value("ctx_tokens", context("", " "))).isEqualTo(1);
    }

    @Test
    void theLargestChunkHasItsShare() {
        assertThat(value("largest_chunk_share", context("The sky is blue.", "Grass")))
                .isEqualTo(4 / 6.0);
        assertNotApplicable("largest_chunk_share", context(), "empty_context: no token");
        assertNotApplicable("largest_chunk_share", context("", ""), "empty_context: no token");
    }

    @Test
    void budgetsNeedOne() {
        assertThat(withBudget("budget_use", 8)).isEqualTo(0.75);
        assertThat(withBudget("over_budget", 5)).isEqualTo(1);
        assertThat(withBudget("over_budget", 6)).isZero();
        assertNotApplicable("budget_use", context("a"), "context_budget: none is set");
        assertNotApplicable("over_budget", context("a"), "context_budget: none is set");
    }

    @Test
    void copiesAreCountedByNormalForm() {
        RagSample sample = context("a b", "a  b", "A b");
        assertThat(value("exact_dup_ratio", sample)).isEqualTo(1 / 3.0);
        assertThat(metadata("exact_dup_ratio", sample, 0)).isEqualTo(List.of(List.of(0, 1)));
        assertThat(value("exact_dup_ratio", context("", "x", " ", "x"))).isEqualTo(0.5);
        assertThat(metadata("exact_dup_ratio", context("", "x", " ", "x"), 0))
                .isEqualTo(List.of(List.of(0, 2), List.of(1, 3)));
        assertThat(value("exact_dup_ratio", context("x"))).isZero();
        assertNotApplicable("exact_dup_ratio", context(), "empty_context: no chunk");
    }

    @Test
    void nearCopiesShareShingles() {
        String words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen";
        RagSample sample = context(words, "something else altogether stands in here", words + " fifteen");
        assertThat(value("near_dup_ratio", sample)).isEqualTo(1 / 3.0);
        assertThat(metadata("near_dup_ratio", sample, 0)).isEqualTo(List.of(List.of(0, 2)));
        assertThat(metadata("near_dup_ratio", sample, 1)).isEqualTo("exact");
        assertThat(value("near_dup_ratio", context("x"))).isZero();
        assertNotApplicable("near_dup_ratio", context(), "empty_context: no chunk");
    }

    @Test
    void aWindowOfALargerTextIsANearCopyFromFiveShinglesOn() {
        String nine = "a1 a2 a3 a4 a5 a6 a7 a8 a9";
        String more = " b1 b2 b3 b4 b5 b6 b7 b8 b9";
        assertThat(value("near_dup_ratio", context(nine, nine + more))).isEqualTo(0.5);
        assertThat(value("near_dup_ratio", context("a1 a2 a3 a4 a5 a6 a7 a8", nine + more)))
                .isZero();
    }

    @Test
    void shortTextsAreOneShingle() {
        assertThat(value("near_dup_ratio", context("One two!", "one, TWO"))).isEqualTo(0.5);
        assertThat(value("near_dup_ratio", context("one two", "one two three"))).isZero();
        assertThat(value("near_dup_ratio", context("!!!", "???", ""))).isZero();
        assertThat(value("near_dup_ratio", context("", " ", "word"))).isEqualTo(1 / 3.0);
    }

    @Test
    void manyChunksAreComparedByMinHash() {
        String[] chunks = new String[201];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = "chunk number " + i + " speaks of w" + i + " and x" + i;
        }
        chunks[200] = chunks[7] + "!";
        RagSample sample = context(chunks);
        assertThat(value("near_dup_ratio", sample)).isEqualTo(1 / 201.0);
        assertThat(metadata("near_dup_ratio", sample, 0)).isEqualTo(List.of(List.of(7, 200)));
        assertThat(metadata("near_dup_ratio", sample, 1)).isEqualTo("minhash");
        assertThat(metadata("near_dup_ratio", sample, 2)).isEqualTo("checked among candidates only");
    }

    @Test
    void usedChunksShareWordsWithTheOutput() {
        RagSample sample = output(ANSWER, CAPITAL, LYON);
        assertThat(value("lex_utilisation", sample)).isEqualTo(0.5);
        assertThat(metadata("lex_utilisation", sample, 0)).isEqualTo(List.of(0));
        assertThat(value("lex_utilisation", output(ANSWER, "", LYON))).isZero();
        assertNotApplicable("lex_utilisation", output(ANSWER), "empty_context: no chunk");
        assertNotApplicable("lex_utilisation", output("No.", CAPITAL), "output: no segment");
        assertNotApplicable("lex_utilisation", output("", CAPITAL), "output: no segment");
    }

    @Test
    void aShortOutputIsUsedWhereItStands() {
        assertThat(value("lex_utilisation", output("Paris", CAPITAL, LYON))).isEqualTo(0.5);
        assertThat(value("lex_utilisation", output("capital of", CAPITAL, LYON)))
                .isEqualTo(0.5);
        assertThat(value("lex_utilisation", output("of capital", CAPITAL, LYON)))
                .isZero();
    }

    @Test
    void densityWeighsSentencesByTokens() {
        RagSample sample = output(ANSWER, CAPITAL + " It has two million people.");
        assertThat(value("lex_density", sample)).isEqualTo(8 / 15.0);
        assertNotApplicable("lex_density", output(ANSWER), "context: no segment");
        assertNotApplicable("lex_density", output(ANSWER, "no", ""), "context: no segment");
        assertNotApplicable("lex_density", output(" ", CAPITAL), "output: no segment");
    }

    @Test
    void wasteTakesWordsForUse() {
        assertThat(value("ctx_waste_lex", output(ANSWER, CAPITAL, LYON))).isEqualTo(50);
        assertThat(value("ctx_waste_lex", output(ANSWER, CAPITAL, CAPITAL))).isEqualTo(50);
        assertThat(value("ctx_waste_lex", output(ANSWER, CAPITAL, "", CAPITAL))).isEqualTo(33.333333);
        assertThat(value("ctx_waste_lex", output("", CAPITAL))).isZero();
        assertNotApplicable("ctx_waste_lex", output("No.", CAPITAL), "output: no segment");
        assertNotApplicable("ctx_waste_lex", output(ANSWER), "empty_context: no text");
        assertNotApplicable("ctx_waste_lex", output("", "", " "), "empty_context: no text");
    }

    @Test
    void supportedSegmentsHaveHalfTheirWordsInOneChunk() {
        assertThat(value("support", output(ANSWER + " It was founded by Romans.", CAPITAL, LYON)))
                .isEqualTo(0.5);
        assertThat(value("support", output("alpha beta", "alpha", "beta"))).isEqualTo(1);
        assertThat(value("support", output("alpha beta gamma", "alpha", "beta")))
                .isZero();
        assertThat(value("support", output(ANSWER))).isZero();
        assertNotApplicable("support", output("", CAPITAL), "output: no segment");
    }

    @Test
    void answersStandInOneChunkWordByWord() {
        assertThat(value("ans_in_ctx", reference(List.of("the Eiffel Tower"), "It's the tall Eiffel Tower.")))
                .isEqualTo(1);
        assertThat(value("ans_in_ctx", reference(List.of("Eiffel Tower"), "Eiffel", "Tower")))
                .isZero();
        assertThat(value("ans_in_ctx", reference(List.of("no", "U.S."), "the us")))
                .isEqualTo(1);
        assertThat(value("ans_in_ctx", reference(List.of("x")))).isZero();
        assertNotApplicable("ans_in_ctx", reference(List.of(), "x"), "reference: no word");
        assertNotApplicable("ans_in_ctx", reference(List.of("the", "!"), "the x"), "reference: no word");
    }

    @Test
    void answerWordsAreRecalledAsOftenAsBothHaveThem() {
        assertThat(value("ans_token_recall", reference(List.of("Eiffel Tower in Paris"), "The Eiffel Tower.")))
                .isEqualTo(0.5);
        assertThat(value("ans_token_recall", reference(List.of("so so good", "the"), "so", "good")))
                .isEqualTo(2 / 3.0);
        assertThat(value("ans_token_recall", reference(List.of("x", "y z"), "z")))
                .isEqualTo(0.5);
        assertThat(value("ans_token_recall", reference(List.of("x")))).isZero();
        assertNotApplicable("ans_token_recall", reference(List.of(" ", "an"), "x"), "reference: no word");
    }

    @Test
    void questionsAreCoveredByContentWords() {
        assertThat(value("query_coverage", RagSample.of("Where is the Eiffel Tower?", null, "The Eiffel Tower")))
                .isCloseTo(0.6667, within(1e-4));
        assertThat(value("query_coverage", RagSample.of("Where is it?", null))).isZero();
        assertNotApplicable("query_coverage", RagSample.of("Who is he?", null, "he"), "input: no content word");
        assertNotApplicable("query_coverage", RagSample.of("", null, "he"), "input: no content word");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ctx_tokens",
                "largest_chunk_share",
                "budget_use",
                "over_budget",
                "exact_dup_ratio",
                "near_dup_ratio",
                "lex_utilisation",
                "lex_density",
                "ctx_waste_lex",
                "support",
                "ans_in_ctx",
                "ans_token_recall",
                "query_coverage"
            })
    void aMissingOrUnusableContextIsInvalid(String metric) {
        RagSample missing = new RagSample("q", "o", null, List.of("r"), null, null, null, null, null);
        assertThat(score(metric, missing)).isEqualTo(Score.invalidInput("context: missing"));
        assertThat(score(metric, unusable("boolean at 2, expected text")))
                .isEqualTo(Score.invalidInput("context: boolean at 2, expected text"));
    }

    @Test
    void aMissingFieldIsInvalidWhereItIsNeeded() {
        for (String metric : List.of("lex_utilisation", "lex_density", "ctx_waste_lex", "support")) {
            assertThat(score(metric, output(null, CAPITAL))).isEqualTo(Score.invalidInput("output: missing"));
        }
        for (String metric : List.of("ans_in_ctx", "ans_token_recall")) {
            assertThat(score(metric, reference(null, CAPITAL))).isEqualTo(Score.invalidInput("reference: missing"));
        }
        assertThat(score("query_coverage", context(CAPITAL))).isEqualTo(Score.invalidInput("input: missing"));
    }

    @Test
    void aNullChunkCountsAsBlank() {
        RetrievedContext.Chunks chunks = new RetrievedContext.Chunks(
                List.of(new Chunk(0, "", true, Chunk.WHOLE), new Chunk(1, CAPITAL, false, Chunk.WHOLE)));
        RagSample sample = new RagSample(null, ANSWER, chunks, null, null, null, null, null, null);
        assertThat(value("ctx_waste_lex", sample)).isEqualTo(50);
        assertThat(value("exact_dup_ratio", sample)).isZero();
    }

    @Test
    void metadataMatchesItsColumns() {
        RagSample sample = new RagSample(
                "q",
                ANSWER,
                RetrievedContext.Chunks.of(CAPITAL, LYON),
                List.of("r"),
                null,
                null,
                null,
                null,
                null,
                Retrieval.of(List.of("a"), Map.of("a", 1.0)));
        for (Metric metric : MetricCatalog.standard(budget(5)).all()) {
            if (metric instanceof SampleMetric one) {
                Metadata metadata = one.score(new SampleFeatures(sample, Tokenizer.named("chars4")))
                        .metadata();
                int values = metadata == null ? 0 : metadata.values().length;
                assertThat(values)
                        .as(metric.id())
                        .isEqualTo(metric.metadataColumns().size());
            }
        }
    }

    @Test
    void aWorkbenchTurnsFromSampleToSample() {
        Workbench bench = new Workbench(Tokenizer.named("chars4"));
        SampleMetric support = new OutputSupport();
        SampleMetric density = new LexicalDensity();
        for (int round = 0; round < 3; round++) {
            SampleFeatures first = bench.featuresOf(output(ANSWER, CAPITAL));
            assertThat(support.score(first)).isEqualTo(new Score.Scored(1));
            assertThat(density.score(first)).isEqualTo(new Score.Scored(1));
            SampleFeatures second = bench.featuresOf(output("Other words entirely here", CAPITAL, LYON));
            assertThat(density.score(second)).isEqualTo(new Score.Scored(0));
            assertThat(support.score(second)).isEqualTo(new Score.Scored(0));
        }
    }
}
