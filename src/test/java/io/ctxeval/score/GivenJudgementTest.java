package io.ctxeval.score;

import static io.ctxeval.score.JudgedSamples.options;
import static io.ctxeval.score.JudgedSamples.sufficiencyJudged;
import static io.ctxeval.score.JudgedSamples.wasteJudged;
import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.sample.RagSample;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code judge.kind: given}: judgements that rows carry (product.md 5). */
class GivenJudgementTest {
    @Test
    void takesIdsAsPositionsInTheListAsGiven() {
        Score score = waste("""
                {"used": [false, true, true, true], "redundant_groups": [[1, 3]],
                 "contradictory_pairs": [{"a": 3, "b": 2, "reason": "years"}, [2, 1]]}""", " ", "one", "two", "three");

        WasteMetadata metadata = (WasteMetadata) Objects.requireNonNull(score.metadata());
        assertThat(metadata.context().groups()).containsExactly(List.of(1, 3));
        assertThat(metadata.context().pairs())
                .containsExactly(new ChunkPair(1, 2, "unspecified"), new ChunkPair(2, 3, "years"));
        assertThat(metadata.utilisationDensity()).isNull();
        // D = 2, M = 4, W_c = 4
        assertThat(((Score.Scored) score).value()).isEqualTo(25);
    }

    @Test
    void weighsByGivenMasses() {
        Score score = waste("{'used': [true, true, false], 'redundant_groups': [[0, 1]], 'mass': [100, 40, 60.0]}");

        assertThat(((Score.Scored) score).value()).isEqualTo(20);
    }

    @Test
    void readsAJudgementInsideAText() {
        Score score = waste("\"{\\\"used\\\": [true, true, false]}\"");

        assertThat(((Score.Scored) score).value()).isEqualTo(66.666667);
    }

    @Test
    void cleansWhatAJudgesVerdictIsCleanedOf() {
        Score score = waste("{'used': [true, true, true], 'redundant_groups': [[0, 0], [0, 1, 1], [1, 2]],"
                + " 'contradictory_pairs': [[1, 1], [0, 2], [2, 0]], 'comment': 'ignored'}");

        assertThat(((WasteMetadata) Objects.requireNonNull(score.metadata())).warnings())
                .containsExactly(
                        "repeated_group_id",
                        "small_group_dropped",
                        "groups_merged",
                        "self_pair_dropped",
                        "pairs_merged",
                        "unspecified_reason");
    }

    @Test
    void countsABlankChunkAsUnusedWhateverIsSaidOfIt() {
        Score score = waste(
                "{'used': [true, true, true], 'redundant_groups': [[0, 1]], 'contradictory_pairs': [[0, 1]]}",
                "one",
                "",
                "two");

        WasteMetadata metadata = (WasteMetadata) Objects.requireNonNull(score.metadata());
        assertThat(metadata.unusedChunks()).containsExactly(1);
        assertThat(metadata.context().groups()).isEmpty();
        assertThat(metadata.context().pairs()).isEmpty();
        assertThat(metadata.warnings()).containsExactly("blank_chunk_judged", "small_group_dropped");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {'used': [true, true]}                                              | chunk 2 has no verdict
            {'used': [true, true, true, true]}                                  | chunk 3 was not asked for; expected 0 to 2
            {}                                                                  | chunk 0 has no verdict
            {'used': [true, true, true], 'redundant_groups': [[1, 3]]}          | names chunk 3; expected 0 to 2
            {'used': [true, true, true], 'redundant_groups': [[1, 1.5]]}        | expected a chunk id, found number 1.5
            {'used': [true, true, true], 'redundant_groups': [['0', 1]]}        | expected a chunk id, found string
            {'used': [true, true, true], 'contradictory_pairs': [[0, -1]]}      | names chunk -1; expected 0 to 2
            {'used': [true, true, true], 'contradictory_pairs': [[0, 9999999999999999]]} | expected a chunk id
            {'used': [true, true, true], 'mass': [1, 2]}                        | expected 3 numbers, one for each chunk
            {'used': [true, true, true], 'mass': [1, 0, 1]}                     | mass[1]: expected a positive number
            {'used': [true, true, true], 'mass': [1, 1, -1]}                    | mass[2]: expected a positive number
            {'used': [true, true, true], 'mass': [1e999, 1, 1]}                 | mass[0]: expected a positive number
            {'used': [true, true, true], 'mass': [1e308, 1e308, 1e308]}         | mass[0]: expected a positive number
            """)
    void isInvalidWhereAJudgeWouldBeAskedAgain(String judgement, String reason) {
        Score score = waste(judgement);

        assertThat(score.status()).isEqualTo(Status.JUDGE_INVALID);
        assertThat(score.reason()).startsWith("ctx_waste_judgement: ").contains(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            nonsense                                                   | not JSON
            {'used': [true, true, true]} {}                            | not JSON
            {'used': [true, true, true], 'used': []}                   | not JSON
            {'used': [true, true, true], 'mass': [NaN, 1, 1]}          | not JSON
            [true, true, true]                                         | expected an object with used, found array
            7                                                          | expected an object with used, found number 7
            {'used': [1, 0, 1]}                                        | used[0]: expected true or false, found number 1
            {'used': 'yes'}                                            | used: expected a list of true or false, found string
            {'used': [true, true, true], 'redundant_groups': [0, 1]}   | redundant_groups[0]: expected a list of chunk ids
            {'used': [true, true, true], 'contradictory_pairs': [[0]]} | expected {a, b, reason} or [a, b]
            {'used': [true, true, true], 'contradictory_pairs': [{'a': 1}]} | expected {a, b, reason} or [a, b]
            {'used': [true, true, true], 'mass': ['1', 1, 1]}          | mass[0]: expected a number, found string
            """)
    void isUnparseableWhereItHasAnotherShape(String judgement, String reason) {
        Score score = waste(judgement);

        assertThat(score.status()).isEqualTo(Status.JUDGE_UNPARSEABLE);
        assertThat(score.reason()).startsWith("ctx_waste_judgement: ").contains(reason);
    }

    @Test
    void refusesVerdictsThatDifferBetweenCopies() {
        Score score = waste("{'used': [true, false]}", "one  two", "one two");

        assertThat(score.status()).isEqualTo(Status.JUDGE_INVALID);
        assertThat(score.reason()).contains("chunks 0 and 1 are copies of one text");
    }

    @Test
    void dropsBadReferencesWhereAskedTo() {
        RagSample sample = wasteJudged(
                json("{'used': [true, true, true], 'redundant_groups': [[0, 1, 9, 'x']]}"), "one", "two", "three");

        Score score = new ContextWaste(options(true, true, false, false), String::length).given(sample);

        WasteMetadata metadata = (WasteMetadata) Objects.requireNonNull(score.metadata());
        assertThat(metadata.context().groups()).containsExactly(List.of(0, 1));
        assertThat(metadata.warnings()).containsExactly("invalid_reference_dropped");
        assertThat(metadata.unusedChunks())
                .as("a judgement without quotes is no lack of evidence")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "", " ", "\" \""})
    void isNotSampledWithoutAJudgement(String judgement) {
        assertThat(waste(judgement).status()).isEqualTo(Status.NOT_SAMPLED);
        assertThat(sufficiency(judgement).status()).isEqualTo(Status.NOT_SAMPLED);
    }

    @Test
    void isNotSampledWithTheJudgementOfTheOtherMetricOnly() {
        RagSample sample = sufficiencyJudged("[\"covered\"]", "one");

        assertThat(new ContextWaste(ScoringOptions.DEFAULTS, String::length).given(sample))
                .isEqualTo(new Score.Unscored(Status.NOT_SAMPLED, "ctx_waste_judgement: missing"));
    }

    @Test
    void decidesWithoutAJudgementWhatNeedsNone() {
        assertThat(waste("null", " ").status()).isEqualTo(Status.NOT_APPLICABLE);
        assertThat(sufficiency("null", " ").status()).isEqualTo(Status.OK);
    }

    @Test
    void readsAspectsWithDetailsAndCitations() {
        Score score = sufficiency("""
                {"aspects": [{"description": "who", "status": "covered", "chunk_ids": [2, 0, 1, 9]},
                             {"status": "partial", "missing_detail": "the day"},
                             "missing"]}""", "one", "", "one");

        SufficiencyMetadata metadata = (SufficiencyMetadata) Objects.requireNonNull(score.metadata());
        assertThat(((Score.Scored) score).value()).isEqualTo(50);
        assertThat(metadata.missingDetails()).containsExactly("the day", "not covered: aspect 2");
        assertThat(metadata.aspects())
                .extracting(SufficiencyMetadata.AspectNote::description)
                .containsExactly("who", "aspect 1", "aspect 2");
        assertThat(metadata.supportingChunks()).containsExactly(0);
        assertThat(metadata.aspectSource()).isEqualTo(SufficiencyMetadata.AspectSource.GIVEN);
        assertThat(metadata.warnings())
                .containsExactly("blank_chunk_judged", "invalid_reference_dropped", "detail_filled");
    }

    @Test
    void takesTheWordThatNoInformationIsNeeded() {
        assertThat(sufficiency("{'needs_information': false}").status()).isEqualTo(Status.NOT_APPLICABLE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            []                                                   | JUDGE_INVALID
            {}                                                   | JUDGE_INVALID
            {'aspects': []}                                      | JUDGE_INVALID
            ['maybe']                                            | JUDGE_INVALID
            [{'description': 'who'}]                             | JUDGE_INVALID
            {'needs_information': false, 'aspects': ['covered']} | JUDGE_INVALID
            [1]                                                  | JUDGE_UNPARSEABLE
            'covered'                                            | JUDGE_UNPARSEABLE
            {'aspects': 'covered'}                               | JUDGE_UNPARSEABLE
            [{'status': 'covered', 'chunk_ids': ['x']}]          | JUDGE_UNPARSEABLE
            [{'status': 1}]                                      | JUDGE_UNPARSEABLE
            """)
    void refusesOtherSufficiencyJudgements(String judgement, Status status) {
        Score score = sufficiency(judgement);

        assertThat(score.status()).isEqualTo(status);
        assertThat(score.reason()).startsWith("ctx_suff_judgement: ");
    }

    private static Score waste(String judgement, String... chunks) {
        String[] texts = chunks.length == 0 ? new String[] {"one", "two", "three"} : chunks;
        return new ContextWaste(ScoringOptions.DEFAULTS, String::length).given(wasteJudged(json(judgement), texts));
    }

    private static Score sufficiency(String judgement, String... chunks) {
        String[] texts = chunks.length == 0 ? new String[] {"one"} : chunks;
        return new ContextSufficiency(ScoringOptions.DEFAULTS).given(sufficiencyJudged(json(judgement), texts));
    }

    private static String json(String quotedSingly) {
        return quotedSingly.replace('\'', '"');
    }
}
