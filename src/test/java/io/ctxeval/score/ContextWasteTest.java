package io.ctxeval.score;

import static io.ctxeval.score.JudgedSamples.options;
import static io.ctxeval.score.JudgedSamples.weighing;
import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.Interview;
import io.ctxeval.judge.Judge;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.judge.Verdict.Evidence;
import io.ctxeval.judge.Violation.Kind;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ContextWasteTest {
    private static final RagSample THREE = RagSample.of("who?", "she did", "one", "two", "three");
    private static final RagSample ONE = RagSample.of("who?", "she did", "one");

    @Test
    void showsEachTextOnceAndMapsIdsBack() {
        RagSample sample = RagSample.of("who?", "she did", " ", "one two", "three", "one  two", "four");
        ScriptedJudge judge = judge(verdict("110", List.of(List.of(0, 1)), List.of(new Contradiction(2, 0, "no"))));

        Score score = score(sample, judge);

        assertThat(judge.asked())
                .containsExactly(new Question.Waste(List.of("one two", "three", "four"), "she did", null));
        WasteMetadata metadata = metadata(score);
        assertThat(metadata.context().groups()).containsExactly(List.of(1, 2, 3));
        assertThat(metadata.context().pairs()).containsExactly(new ChunkPair(1, 4, "no"));
        assertThat(metadata.unusedChunks()).containsExactly(0, 4);
        assertThat(metadata.textCount()).isEqualTo(3);
        assertThat(metadata.chunks().get(3).copyOf()).isEqualTo(1);
        assertThat(metadata.chunks().get(1).copyOf()).isNull();
        // D = 1, M = 5, W_c = 2
        assertThat(value(score)).isEqualTo(14.285714);
    }

    @Test
    void startsItsReasonWithTheCountsAndThenQuotesTheJudge() {
        Score score = score(THREE, judge(verdict("110", List.of(List.of(0, 1)), List.of())));

        assertThat(score.reason())
                .isEqualTo(
                        "3 chunks with 3 different texts: 2 used, 1 unused, 1 redundant group, 0 contradictory pairs. "
                                + "because");
    }

    @Test
    void laysItsMetadataOutInTheOrderOfItsColumns() {
        RagSample sample = RagSample.of("who?", "she did", "one two", "three four five");
        Verdict verdict = new Verdict.Waste(
                List.of(new ChunkUse(0, true, List.of(new Evidence("ONE", "she"))), new ChunkUse(1, false, List.of())),
                List.of(),
                List.of(new Contradiction(1, 0, "no")),
                "");

        WasteMetadata metadata = metadata(score(sample, judge(verdict)));

        assertThat(metadata.values()).hasSameSizeAs(WasteMetadata.COLUMNS);
        assertThat(metadata.values()).usingRecursiveComparison().isEqualTo(new Object[] {
            List.of(),
            Collections.singletonList(new Object[] {0, 1, "no"}),
            List.of(1),
            List.<Object>of(
                    new Object[] {0, true, Collections.singletonList(new Object[] {"ONE", "she"}), null, 2, null, null},
                    new Object[] {1, false, List.of(), null, 3, null, null}),
            new Object[] {0.5, 1.0, 0.5},
            20.0,
            0.2,
            5L,
            3L,
            2,
            2,
            null,
            List.of()
        });
    }

    @Test
    void weighsByTokensWhereAskedTo() {
        RagSample sample = RagSample.of("who?", "she did", "one two three", "four");
        Verdict verdict = verdict("10", List.of(), List.of());

        assertThat(value(score(sample, judge(verdict)))).isEqualTo(50);
        assertThat(value(score(sample, judge(verdict), weighing(1, true, false))))
                .isEqualTo(75);
        assertThat(metadata(score(sample, judge(verdict))).scoreTokenWeighted()).isEqualTo(75);
    }

    /** P9: what only weighs verdicts doesn't change the question; what the judge is shown does. */
    @Test
    void asksTheSameWhateverTheWeights() {
        ScriptedJudge light = judge(verdict("110", List.of(), List.of()));
        ScriptedJudge heavy = judge(verdict("110", List.of(), List.of()));
        ScriptedJudge informed = judge(verdict("110", List.of(), List.of()));

        score(THREE, light, weighing(0, false, false));
        score(THREE, heavy, weighing(7, true, false));
        score(THREE, informed, weighing(1, false, true));

        assertThat(light.asked()).isEqualTo(heavy.asked());
        assertThat(informed.asked())
                .containsExactly(new Question.Waste(List.of("one", "two", "three"), "she did", "who?"));
    }

    @Test
    void asksNobodyWithoutOutputOrContext() {
        Judge nobody = judge();

        assertThat(score(RagSample.of("q", null, "one"), nobody)).isEqualTo(Score.invalidInput("output: missing"));
        assertThat(score(RagSample.of("q", null), nobody)).isEqualTo(Score.invalidInput("output: missing"));
        assertThat(score(withContext(null), nobody)).isEqualTo(Score.invalidInput("context: missing"));
        assertThat(score(withContext(new RetrievedContext.Unusable("found true, expected texts")), nobody))
                .isEqualTo(Score.invalidInput("context: found true, expected texts"));
    }

    @Test
    void isNotApplicableToAnEmptyContext() {
        for (RagSample sample :
                List.of(RagSample.of("q", "a"), RagSample.of("q", "a", "", " "), RagSample.of("q", ""))) {
            Score score = score(sample, judge());
            assertThat(score.status()).isEqualTo(Status.NOT_APPLICABLE);
            assertThat(score.reason()).startsWith("empty_context: ");
        }
    }

    @Test
    void scoresABlankOutputZeroWithoutAJudge() {
        Score score = score(RagSample.of("q", " \n", "one", "one"), judge());

        assertThat(value(score)).isZero();
        assertThat(metadata(score).warnings()).containsExactly("blank_output");
        assertThat(metadata(score).unusedChunks()).containsExactly(0, 1);
        assertThat(metadata(score).context().groups()).containsExactly(List.of(0, 1));
        assertThat(metadata(score).tokensWasted()).isEqualTo(2);
    }

    @Test
    void warnsOfANullChunkAndNamesOffsets() {
        RagSample sample = withContext(
                new RetrievedContext.Chunks(List.of(new Chunk(0, "", true, 0), new Chunk(1, "one", false, 7))));

        WasteMetadata metadata = metadata(score(sample, judge(verdict("1", List.of(), List.of()))));

        assertThat(metadata.warnings()).containsExactly("null_chunk");
        assertThat(metadata.chunks())
                .extracting(WasteMetadata.ChunkNote::offset)
                .containsExactly(0, 7);
    }

    @Test
    void asksAgainOnceAndTakesTheSecondVerdict() {
        ScriptedJudge judge = judge(verdict("11", List.of(), List.of()), verdict("110", List.of(), List.of()));

        assertThat(value(score(THREE, judge))).isEqualTo(66.666667);
        assertThat(judge.complaints()).containsExactly(Kind.MISSING_ID);
    }

    @Test
    void isInvalidAfterASecondVerdictThatBreaksTheRules() {
        ScriptedJudge judge = judge(verdict("11", List.of(), List.of()), verdict("1111", List.of(), List.of()));

        Score score = score(THREE, judge);

        assertThat(score.status()).isEqualTo(Status.JUDGE_INVALID);
        assertThat(score.reason()).contains("chunk 3 was not asked for; expected 0 to 2");
    }

    @Test
    void doesNotAskAJudgeTwiceThatWouldOnlyRepeatItself() {
        List<Question> asked = new ArrayList<>();
        Judge stubborn = new Judge() {
            @Override
            public String name() {
                return "stubborn";
            }

            @Override
            public Verdict answer(Question question) {
                asked.add(question);
                return verdict("1", List.of(), List.of());
            }
        };

        assertThat(score(THREE, stubborn).status()).isEqualTo(Status.JUDGE_INVALID);
        assertThat(asked).hasSize(1);
    }

    @Test
    void passesAFailureOn() {
        Verdict failed = new Verdict.Failed(Status.JUDGE_UNAVAILABLE, "503 after 6 attempts");

        assertThat(score(THREE, judge(failed)))
                .isEqualTo(new Score.Unscored(Status.JUDGE_UNAVAILABLE, "503 after 6 attempts"));
    }

    @Test
    void passesAFailureOfTheSecondRoundOn() {
        Verdict failed = new Verdict.Failed(Status.JUDGE_TRUNCATED, "length");

        assertThat(score(THREE, judge(verdict("1", List.of(), List.of()), failed))
                        .status())
                .isEqualTo(Status.JUDGE_TRUNCATED);
    }

    @Test
    void mergesEqualVerdictsOnOneChunk() {
        Verdict verdict = new Verdict.Waste(
                List.of(
                        new ChunkUse(0, true, List.of(new Evidence("one", "a"))),
                        new ChunkUse(0, true, List.of(new Evidence("one", "a"), new Evidence("one", "b"))),
                        new ChunkUse(1, true, List.of()),
                        new ChunkUse(2, true, List.of())),
                List.of(),
                List.of(),
                "");

        WasteMetadata metadata = metadata(score(THREE, judge(verdict)));

        assertThat(metadata.warnings()).containsExactly("merged_verdict");
        assertThat(metadata.chunks().get(0).evidence()).hasSize(2);
    }

    @Test
    void dropsRepeatsInAGroupAndGroupsWithoutTwoIds() {
        Score score =
                score(THREE, judge(verdict("111", List.of(List.of(0, 1, 0), List.of(2, 2), List.of()), List.of())));

        assertThat(metadata(score).warnings()).containsExactly("repeated_group_id", "small_group_dropped");
        assertThat(metadata(score).context().groups()).containsExactly(List.of(0, 1));
    }

    @Test
    void mergesOverlappingGroups() {
        Score score = score(THREE, judge(verdict("111", List.of(List.of(2, 1), List.of(1, 0)), List.of())));

        assertThat(metadata(score).warnings()).containsExactly("groups_merged");
        assertThat(metadata(score).context().groups()).containsExactly(List.of(0, 1, 2));
        assertThat(value(score)).isEqualTo(33.333333);
    }

    @Test
    void dropsAPairOfAChunkWithItself() {
        Score score = score(THREE, judge(verdict("111", List.of(), List.of(new Contradiction(1, 1, "no")))));

        assertThat(metadata(score).warnings()).containsExactly("self_pair_dropped");
        assertThat(value(score)).isEqualTo(100);
    }

    @Test
    void keepsOnePairOfTwoTextsWithTheFirstReasonThatSaysSomething() {
        List<Contradiction> pairs = List.of(
                new Contradiction(2, 0, " "), new Contradiction(0, 2, "years"), new Contradiction(2, 0, "months"));

        Score score = score(THREE, judge(verdict("111", List.of(), pairs)));

        assertThat(metadata(score).warnings()).containsExactly("pairs_merged");
        assertThat(metadata(score).context().pairs()).containsExactly(new ChunkPair(0, 2, "years"));
        assertThat(value(score)).isEqualTo(60);
    }

    @Test
    void keepsAPairWithoutAReasonAsUnspecified() {
        Score score = score(THREE, judge(verdict("111", List.of(), List.of(new Contradiction(0, 2, "")))));

        assertThat(metadata(score).warnings()).containsExactly("unspecified_reason");
        assertThat(metadata(score).context().pairs()).containsExactly(new ChunkPair(0, 2, "unspecified"));
    }

    @Test
    void dropsAnyGroupOrPairOfASingleChunk() {
        Score score = score(ONE, judge(verdict("1", List.of(List.of(0, 1)), List.of(new Contradiction(0, 5, "no")))));

        assertThat(metadata(score).warnings()).containsExactly("single_chunk_relation");
        assertThat(value(score)).isEqualTo(100);
    }

    @Test
    void dropsBadReferencesWhereAskedTo() {
        Verdict verdict = verdict("111", List.of(List.of(0, 1, 7)), List.of(new Contradiction(-1, 0, "no")));

        ScriptedJudge strict = judge(verdict, verdict);
        assertThat(score(THREE, strict).status()).isEqualTo(Status.JUDGE_INVALID);
        assertThat(strict.complaints()).containsExactly(Kind.REFERENCE_OUT_OF_RANGE, Kind.REFERENCE_OUT_OF_RANGE);
        Score score = score(THREE, judge(verdict), options(true, false, false, false));
        assertThat(metadata(score).warnings()).containsExactly("invalid_reference_dropped");
        assertThat(metadata(score).context().groups()).containsExactly(List.of(0, 1));
        assertThat(metadata(score).context().pairs()).isEmpty();
    }

    @Test
    void warnsOfAQuoteThatIsNotInItsChunk() {
        WasteMetadata metadata = metadata(score(ONE, judge(quoting("elsewhere", " "))));

        assertThat(metadata.warnings()).containsExactly("unverified_quote");
        assertThat(metadata.unusedChunks()).isEmpty();
        assertThat(metadata.utilisationDensity()).isZero();
    }

    @Test
    void takesAnUnprovenUseBackWhereEvidenceIsStrict() {
        Score score = score(ONE, judge(quoting("elsewhere", " ")), options(false, true, false, false));

        assertThat(metadata(score).warnings()).containsExactly("unverified_quote", "unverified_use");
        assertThat(metadata(score).unusedChunks()).containsExactly(0);
        assertThat(value(score)).isZero();
    }

    @Test
    void keepsAUseThatOneQuoteProves() {
        RagSample sample = RagSample.of("q", "a", "The  Café is\nopen");

        Score score =
                score(sample, judge(quoting("elsewhere", "cafe\u0301 IS open")), options(false, true, false, false));

        assertThat(value(score)).isEqualTo(100);
        assertThat(metadata(score).utilisationDensity()).isEqualTo(0.75);
    }

    private static RagSample withContext(@Nullable RetrievedContext context) {
        return new RagSample("who?", "she did", context, null, null, null, null, null, null);
    }

    private static ScriptedJudge judge(Verdict... script) {
        return new ScriptedJudge(script);
    }

    private static Verdict.Waste verdict(String used, List<List<Integer>> groups, List<Contradiction> contradictions) {
        List<ChunkUse> uses = new ArrayList<>();
        used.chars().forEach(digit -> uses.add(new ChunkUse(uses.size(), digit == '1', List.of())));
        return new Verdict.Waste(uses, groups, contradictions, "because");
    }

    /** The only chunk is used, with these quotes. */
    private static Verdict.Waste quoting(String... quotes) {
        List<Evidence> evidence =
                Arrays.stream(quotes).map(quote -> new Evidence(quote, "a")).toList();
        return new Verdict.Waste(List.of(new ChunkUse(0, true, evidence)), List.of(), List.of(), "");
    }

    private static Score score(RagSample sample, Judge judge) {
        return score(sample, judge, ScoringOptions.DEFAULTS);
    }

    private static Score score(RagSample sample, Judge judge, ScoringOptions options) {
        return Interview.conduct(new ContextWaste(options, ContextWasteTest::words), sample, judge)
                .score();
    }

    private static int words(String text) {
        return text.isBlank() ? 0 : text.strip().split("\\s+").length;
    }

    private static double value(Score score) {
        return ((Score.Scored) score).value();
    }

    private static WasteMetadata metadata(Score score) {
        return (WasteMetadata) Objects.requireNonNull(score.metadata());
    }
}
