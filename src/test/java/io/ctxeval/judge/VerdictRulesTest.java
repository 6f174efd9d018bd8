package io.ctxeval.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.judge.Violation.Kind;
import io.ctxeval.score.Status;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictRulesTest {
    private static final Question WASTE = new Question.Waste(List.of("a", "b", "c"), "out", null);
    private static final Question GRADE = new Question.Grade("q", List.of("who", "when"), List.of("a", "b"), null);
    private static final Question DECOMPOSE = new Question.Decompose("q", null, 2);

    @Test
    void findsNothingWrongWithACompleteVerdict() {
        assertThat(kinds(WASTE, waste(List.of(List.of(0, 2)), List.of(new Contradiction(1, 2, "")), 2, 0, 1)))
                .isEmpty();
    }

    @Test
    void namesMissingAndUnknownIds() {
        assertThat(kinds(WASTE, waste(List.of(), List.of(), 0, 2))).containsExactly(Kind.MISSING_ID);
        assertThat(kinds(WASTE, waste(List.of(), List.of(), 0, 1, 2, 3))).containsExactly(Kind.ID_OUT_OF_RANGE);
        assertThat(kinds(WASTE, waste(List.of(), List.of(), 0, 1, 2, -1))).containsExactly(Kind.ID_OUT_OF_RANGE);
        assertThat(kinds(WASTE, waste(List.of(), List.of())))
                .containsExactly(Kind.MISSING_ID, Kind.MISSING_ID, Kind.MISSING_ID);
    }

    @Test
    void suspectsCountingFromOneAndSaysSo() {
        assertThat(kinds(WASTE, waste(List.of(), List.of(), 1, 2, 3))).containsExactly(Kind.SUSPECTED_ONE_BASED);
        assertThat(kinds(WASTE, waste(List.of(), List.of(), 1, 3)))
                .as("0 absent, k present, all within 1 to k")
                .containsExactly(Kind.SUSPECTED_ONE_BASED);
        assertThat(kinds(WASTE, waste(List.of(), List.of(), 1, 2))).containsExactly(Kind.MISSING_ID);
    }

    @Test
    void namesChunksCalledBothUsedAndUnused() {
        Verdict verdict = new Verdict.Waste(
                List.of(use(0, true), use(1, true), use(2, true), use(1, false)), List.of(), List.of(), "");

        assertThat(kinds(WASTE, verdict)).containsExactly(Kind.CONFLICTING_ID);
        assertThat(kinds(WASTE, waste(List.of(), List.of(), 0, 1, 2, 1)))
                .as("the same verdict twice is cleaned, not asked again")
                .isEmpty();
    }

    @Test
    void namesReferencesOutOfRangeUnlessTheyAreDropped() {
        Verdict verdict = waste(List.of(List.of(0, 3)), List.of(new Contradiction(-1, 5, "")), 0, 1, 2);

        assertThat(kinds(WASTE, verdict))
                .containsExactly(Kind.REFERENCE_OUT_OF_RANGE, Kind.REFERENCE_OUT_OF_RANGE, Kind.REFERENCE_OUT_OF_RANGE);
        assertThat(new VerdictRules(true).violations(WASTE, verdict)).isEmpty();
    }

    @Test
    void doesNotMindRelationsOfASingleChunk() {
        Question single = new Question.Waste(List.of("a"), "out", null);

        assertThat(kinds(single, waste(List.of(List.of(0, 1)), List.of(new Contradiction(1, 2, "")), 0)))
                .isEmpty();
    }

    @Test
    void wantsEveryAspectOnce() {
        assertThat(kinds(GRADE, grades(grade(0, AspectStatus.COVERED, 1)))).containsExactly(Kind.MISSING_ID);
        assertThat(kinds(
                        GRADE,
                        grades(
                                grade(0, AspectStatus.MISSING),
                                grade(1, AspectStatus.MISSING),
                                grade(1, AspectStatus.MISSING))))
                .containsExactly(Kind.CONFLICTING_ID);
        assertThat(kinds(GRADE, grades(grade(1, AspectStatus.MISSING), grade(2, AspectStatus.MISSING))))
                .containsExactly(Kind.SUSPECTED_ONE_BASED);
    }

    @Test
    void wantsACitationInRangeForWhatIsNotMissing() {
        assertThat(kinds(GRADE, grades(grade(0, AspectStatus.COVERED), grade(1, AspectStatus.PARTIAL, 2))))
                .containsExactly(Kind.UNCITED_COVERAGE, Kind.REFERENCE_OUT_OF_RANGE);
        assertThat(kinds(GRADE, grades(grade(0, AspectStatus.COVERED, 0), grade(1, AspectStatus.MISSING, 9))))
                .as("citations of a missing aspect are ignored")
                .isEmpty();
    }

    @Test
    void wantsBetweenOneAndTheGreatestNumberOfAspects() {
        assertThat(kinds(DECOMPOSE, new Verdict.Aspects(true, List.of("who", " who "), "")))
                .isEmpty();
        assertThat(kinds(DECOMPOSE, new Verdict.Aspects(false, List.of(" "), "")))
                .isEmpty();
        assertThat(kinds(DECOMPOSE, new Verdict.Aspects(true, List.of(" "), "")))
                .containsExactly(Kind.ASPECT_COUNT);
        assertThat(kinds(DECOMPOSE, new Verdict.Aspects(true, List.of("a", "b", "c"), "")))
                .containsExactly(Kind.ASPECT_COUNT);
        assertThat(kinds(DECOMPOSE, new Verdict.Aspects(false, List.of("a"), "")))
                .containsExactly(Kind.ASPECT_COUNT);
    }

    @Test
    void refusesAnAnswerToAnotherQuestion() {
        assertThat(kinds(WASTE, grades())).containsExactly(Kind.WRONG_ANSWER);
    }

    @Test
    void looksAtUsageAndRelationsApart() {
        Question usage = new Question.Usage(List.of("a", "b"), "out", null);
        Question relations = new Question.Relations(List.of("a", "b"));

        assertThat(kinds(usage, waste(List.of(List.of(0, 9)), List.of(), 0))).containsExactly(Kind.MISSING_ID);
        assertThat(kinds(relations, waste(List.of(List.of(0, 9)), List.of())))
                .containsExactly(Kind.REFERENCE_OUT_OF_RANGE);
        assertThat(kinds(relations, waste(List.of(List.of(0, 1)), List.of()))).isEmpty();
        assertThat(kinds(relations, grades())).containsExactly(Kind.WRONG_ANSWER);
    }

    @Test
    void judgesAnAssessmentAsAspectsAndAsGrades() {
        Question assess = new Question.Assess("q", List.of("a"), null, 2);

        assertThat(kinds(assess, assessment(true, grade(0, AspectStatus.COVERED, 0), grade(1, AspectStatus.MISSING))))
                .isEmpty();
        assertThat(kinds(assess, assessment(false))).isEmpty();
        assertThat(kinds(assess, assessment(true))).containsExactly(Kind.ASPECT_COUNT);
        assertThat(kinds(assess, assessment(false, grade(0, AspectStatus.MISSING))))
                .containsExactly(Kind.ASPECT_COUNT);
        assertThat(kinds(assess, assessment(true, grade(0, AspectStatus.PARTIAL, 1), grade(1, AspectStatus.COVERED))))
                .containsExactly(Kind.REFERENCE_OUT_OF_RANGE, Kind.UNCITED_COVERAGE);
    }

    private static Verdict assessment(boolean needsInformation, AspectGrade... grades) {
        List<String> descriptions =
                Arrays.stream(grades).map(grade -> "aspect " + grade.id()).toList();
        return new Verdict.Assessment(needsInformation, descriptions, List.of(grades), "");
    }

    @Test
    void hasNoComplaintsAboutAFailure() {
        assertThat(kinds(WASTE, new Verdict.Failed(Status.JUDGE_REFUSED, "filtered")))
                .isEmpty();
    }

    private static List<Kind> kinds(Question question, Verdict verdict) {
        return new VerdictRules(false)
                .violations(question, verdict).stream().map(Violation::kind).toList();
    }

    private static Verdict waste(List<List<Integer>> groups, List<Contradiction> pairs, int... ids) {
        return new Verdict.Waste(
                Arrays.stream(ids).mapToObj(id -> use(id, true)).toList(), groups, pairs, "");
    }

    private static ChunkUse use(int id, boolean used) {
        return new ChunkUse(id, used, List.of());
    }

    private static Verdict grades(AspectGrade... grades) {
        return new Verdict.Grades(List.of(grades), "");
    }

    private static AspectGrade grade(int id, AspectStatus status, int... chunkIds) {
        List<Citation> evidence = Arrays.stream(chunkIds)
                .mapToObj(chunkId -> new Citation(chunkId, "quote"))
                .toList();
        return new AspectGrade(id, status, evidence, "");
    }
}
