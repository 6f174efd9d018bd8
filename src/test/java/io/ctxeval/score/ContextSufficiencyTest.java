package io.ctxeval.score;

import static io.ctxeval.judge.Verdict.AspectStatus.COVERED;
import static io.ctxeval.judge.Verdict.AspectStatus.MISSING;
import static io.ctxeval.judge.Verdict.AspectStatus.PARTIAL;
import static io.ctxeval.score.JudgedSamples.options;
import static io.ctxeval.score.JudgedSamples.withAspects;
import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.Interview;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.judge.Violation.Kind;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ContextSufficiencyTest {
    private static final RagSample SAMPLE = RagSample.of("who and when?", null, "", "one", "two", "one");
    private static final Verdict ASPECTS = new Verdict.Aspects(true, List.of("who", "when"), "");

    @Test
    void decomposesWithoutTheContextAndThenGrades() {
        ScriptedJudge judge = judge(ASPECTS, grades(grade(1, PARTIAL, "the year", 1), grade(0, COVERED, "", 0, 1)));

        Score score = score(SAMPLE, judge);

        assertThat(judge.asked())
                .containsExactly(
                        new Question.Decompose("who and when?", null, 12),
                        new Question.Grade("who and when?", List.of("who", "when"), List.of("one", "two"), null));
        assertThat(value(score)).isEqualTo(75);
        assertThat(score.reason()).isEqualTo("2 aspects: 1 covered, 1 partial, 0 missing. because");
        assertThat(metadata(score).values()).hasSameSizeAs(SufficiencyMetadata.COLUMNS);
        assertThat(metadata(score).values()).usingRecursiveComparison().isEqualTo(new Object[] {
            List.of("the year"),
            Arrays.<Object>asList(
                    new Object[] {0, "who", "covered", List.of(1, 2), null, null},
                    new Object[] {1, "when", "partial", List.of(2), "the year", null}),
            false,
            2,
            "judge",
            List.of(1, 2),
            List.of()
        });
    }

    @Test
    void gradesGivenAspectsWithoutDecomposing() {
        RagSample sample = withAspects(List.of("who", " ", "who ", "when"), "one");
        ScriptedJudge judge = judge(grades(grade(0, COVERED, "", 0), grade(1, MISSING, "the date")));

        Score score = score(sample, judge);

        assertThat(judge.asked())
                .containsExactly(new Question.Grade("who and when?", List.of("who", "when"), List.of("one"), null));
        assertThat(value(score)).isEqualTo(50);
        assertThat(metadata(score).aspectSource()).isEqualTo(SufficiencyMetadata.AspectSource.GIVEN);
        assertThat(metadata(score).warnings()).containsExactly("blank_aspect_dropped", "repeated_aspect_dropped");
    }

    @Test
    void asksNobodyWithoutInputOrContext() {
        assertThat(score(RagSample.of(null, "a", "one"), judge())).isEqualTo(Score.invalidInput("input: missing"));
        assertThat(score(RagSample.of(" ", "a", "one"), judge())).isEqualTo(Score.invalidInput("input: blank"));
        assertThat(score(withContext(null), judge())).isEqualTo(Score.invalidInput("context: missing"));
        assertThat(score(withContext(new RetrievedContext.Unusable("found true")), judge()))
                .isEqualTo(Score.invalidInput("context: found true"));
    }

    @Test
    void scoresAnEmptyContextZeroWithoutAJudge() {
        for (RagSample sample : List.of(RagSample.of("q", null), RagSample.of("q", "a", " ", ""))) {
            Score score = score(sample, judge());
            assertThat(value(score)).isZero();
            assertThat(metadata(score).missingDetails()).containsExactly("no context was provided");
            assertThat(metadata(score).warnings()).containsExactly("empty_context");
            assertThat(metadata(score).sufficient()).isFalse();
        }
    }

    @Test
    void isNotApplicableToAnInputThatNeedsNothing() {
        Verdict greeting = new Verdict.Aspects(false, List.of(), "It is a greeting.");

        Score score = score(SAMPLE, judge(greeting));
        assertThat(score.status()).isEqualTo(Status.NOT_APPLICABLE);
        assertThat(score.reason()).startsWith("no_information_needed: ").endsWith("It is a greeting.");

        Score full = score(SAMPLE, judge(greeting), options(false, false, false, true));
        assertThat(value(full)).isEqualTo(100);
        assertThat(metadata(full).warnings()).containsExactly("no_information_needed");
        assertThat(metadata(full).sufficient()).isTrue();
    }

    @Test
    void asksAgainOnceInEachStep() {
        ScriptedJudge judge = judge(
                new Verdict.Aspects(true, List.of(), ""),
                ASPECTS,
                grades(grade(0, COVERED, "", 0)),
                grades(grade(0, COVERED, "", 0), grade(1, COVERED, "", 1)));

        assertThat(value(score(SAMPLE, judge))).isEqualTo(100);
        assertThat(judge.complaints()).containsExactly(Kind.ASPECT_COUNT, Kind.MISSING_ID);
    }

    @Test
    void isInvalidAfterASecondVerdictThatBreaksTheRules() {
        Verdict none = new Verdict.Aspects(true, List.of(), "");
        Verdict half = grades(grade(0, COVERED, "", 0));

        assertThat(score(SAMPLE, judge(none, none)).status()).isEqualTo(Status.JUDGE_INVALID);
        assertThat(score(SAMPLE, judge(ASPECTS, half, half)).status()).isEqualTo(Status.JUDGE_INVALID);
    }

    @Test
    void passesAFailureOfEitherStepOn() {
        Verdict failed = new Verdict.Failed(Status.JUDGE_REFUSED, "content filter");

        assertThat(score(SAMPLE, judge(failed))).isEqualTo(new Score.Unscored(Status.JUDGE_REFUSED, "content filter"));
        assertThat(score(SAMPLE, judge(ASPECTS, failed)).status()).isEqualTo(Status.JUDGE_REFUSED);
    }

    @Test
    void acceptsCoverageWithoutACitationOnlyWhereValidationIsLenient() {
        Verdict uncited = grades(grade(0, COVERED, ""), grade(1, COVERED, "", 1));
        Verdict outOfRange = grades(grade(0, COVERED, "", 7), grade(1, COVERED, "", 1));
        ScoringOptions lenient = options(false, false, true, false);

        assertThat(score(SAMPLE, judge(ASPECTS, uncited, uncited)).status()).isEqualTo(Status.JUDGE_INVALID);
        Score score = score(SAMPLE, judge(ASPECTS, uncited, uncited), lenient);
        assertThat(value(score)).isEqualTo(100);
        assertThat(metadata(score).warnings()).containsExactly("uncited_coverage");
        assertThat(score(SAMPLE, judge(ASPECTS, outOfRange, outOfRange), lenient)
                        .status())
                .isEqualTo(Status.JUDGE_INVALID);
    }

    @Test
    void ignoresWhatContradictsTheStatusAndFillsWhatIsMissing() {
        Verdict verdict = grades(grade(0, COVERED, "nothing", 0), grade(1, MISSING, " ", 1));

        SufficiencyMetadata metadata = metadata(score(SAMPLE, judge(ASPECTS, verdict)));

        assertThat(metadata.warnings()).containsExactly("citation_ignored", "detail_ignored", "detail_filled");
        assertThat(metadata.missingDetails()).containsExactly("not covered: when");
        assertThat(metadata.supportingChunks()).containsExactly(1);
    }

    @Test
    void listsARepeatedDetailOnce() {
        Verdict verdict = grades(grade(0, MISSING, "the year"), grade(1, PARTIAL, "the year", 0));

        assertThat(metadata(score(SAMPLE, judge(ASPECTS, verdict))).missingDetails())
                .containsExactly("the year");
    }

    private static RagSample withContext(@Nullable RetrievedContext context) {
        return new RagSample("who?", null, context, null, null, null, null, null, null);
    }

    private static ScriptedJudge judge(Verdict... script) {
        return new ScriptedJudge(script);
    }

    private static Verdict grades(AspectGrade... grades) {
        return new Verdict.Grades(List.of(grades), "because");
    }

    private static AspectGrade grade(int id, AspectStatus status, String missing, int... chunkIds) {
        List<Citation> evidence = Arrays.stream(chunkIds)
                .mapToObj(chunkId -> new Citation(chunkId, "quote"))
                .toList();
        return new AspectGrade(id, status, evidence, missing);
    }

    private static Score score(RagSample sample, ScriptedJudge judge) {
        return score(sample, judge, ScoringOptions.DEFAULTS);
    }

    private static Score score(RagSample sample, ScriptedJudge judge, ScoringOptions options) {
        return Interview.conduct(new ContextSufficiency(options), sample, judge).score();
    }

    private static double value(Score score) {
        return ((Score.Scored) score).value();
    }

    private static SufficiencyMetadata metadata(Score score) {
        return (SufficiencyMetadata) Objects.requireNonNull(score.metadata());
    }
}
