package io.ctxeval.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.judge.Verdict.Evidence;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LexicalJudgeTest {
    private static final String CAPITAL = "Some facts first. The capital of France is Paris.";
    private static final String LYON = "Lyon lies on the Rhône.";

    private final LexicalJudge judge = new LexicalJudge();

    private Verdict.Waste waste(String output, String... chunks) {
        return (Verdict.Waste) judge.answer(new Question.Waste(List.of(chunks), output, null));
    }

    private Verdict.Aspects aspects(String input) {
        return (Verdict.Aspects) judge.answer(new Question.Decompose(input, null, 12));
    }

    private AspectGrade grade(String aspect, String... chunks) {
        Question.Grade question = new Question.Grade("?", List.of(aspect), List.of(chunks), null);
        return ((Verdict.Grades) judge.answer(question)).aspects().get(0);
    }

    @Test
    void usedChunksQuoteBothSides() {
        Verdict.Waste verdict = waste("I know it. Paris is the capital of France!", CAPITAL, LYON);
        assertThat(verdict.chunks())
                .containsExactly(
                        new Verdict.ChunkUse(
                                0,
                                true,
                                List.of(new Evidence(
                                        "The capital of France is Paris.", "Paris is the capital of France!"))),
                        new Verdict.ChunkUse(1, false, List.of()));
        assertThat(verdict.redundantGroups()).isEmpty();
        assertThat(verdict.contradictions()).isEmpty();
        assertThat(verdict.explanation()).contains("1 of 2");
    }

    @Test
    void anOutputWithoutSegmentsUsesNothing() {
        assertThat(waste("No.", CAPITAL, LYON).chunks()).noneMatch(Verdict.ChunkUse::used);
        assertThat(waste("Nobody knows.").chunks()).isEmpty();
    }

    @Test
    void nearCopiesAreGrouped() {
        String window = "one two three four five six seven eight nine ten";
        assertThat(waste("x", LYON, window, window + " and then much more comes after that", "one two")
                        .redundantGroups())
                .containsExactly(List.of(1, 2));
    }

    @Test
    void anotherNumberContradictsAndIsNotRedundant() {
        String tail =
                " in the old town near the river, where the market was held every week for many centuries by the guild";
        Verdict.Waste verdict = waste(
                "x",
                "The warranty lasts three years" + tail + ".",
                "Unlike others.",
                "The warranty lasts 5 years" + tail + ".");
        assertThat(verdict.contradictions()).containsExactly(new Contradiction(0, 2, "number: 3 against 5"));
        assertThat(verdict.redundantGroups()).isEmpty();
    }

    @Test
    void aNegationContradicts() {
        assertThat(waste("x", "The device is waterproof in salt water.", "The device isn't waterproof in salt water.")
                        .contradictions())
                .containsExactly(new Contradiction(0, 1, "negation: no negation against \"isn't\""));
    }

    @Test
    void otherSubjectsDatesAndDetailsAreNoContradiction() {
        assertThat(waste("x", "The north office has 5 desks for staff.", "The south office has 7 desks for staff.")
                        .contradictions())
                .isEmpty();
        assertThat(waste("x", "In 2019 the company had 5 offices abroad.", "In 2020 the company had 5 offices abroad.")
                        .contradictions())
                .isEmpty();
        assertThat(waste("x", "In 2019 the company had 5 offices abroad.", "In 2020 the company had 7 offices abroad.")
                        .contradictions())
                .isEmpty();
        assertThat(waste("x", "The bridge opened to local traffic.", "The bridge opened to local traffic in 1937.")
                        .contradictions())
                .isEmpty();
        assertThat(waste("x", "He was not only a painter of ships.", "He was a painter of ships.")
                        .contradictions())
                .isEmpty();
    }

    @Test
    void aYearOfAnEventContradicts() {
        assertThat(waste(
                                "x",
                                "The parish was founded in 1856 by settlers.",
                                "The parish was founded in 1900 by settlers.")
                        .contradictions())
                .containsExactly(new Contradiction(0, 1, "number: 1856 against 1900"));
    }

    @Test
    void numbersAreComparedByValue() {
        assertThat(waste("x", "The tower weighs 1,200.50 tons in total.", "The tower weighs 1200.5 tons in total.")
                        .contradictions())
                .isEmpty();
    }

    @Test
    void clausesAreAspects() {
        assertThat(aspects("Who wrote Faust, and when was it published? Thanks a lot!")
                        .descriptions())
                .containsExactly("Who wrote Faust", "when was it published");
        assertThat(aspects("Where is Lyon").descriptions()).containsExactly("Where is Lyon");
        assertThat(aspects("Where is Lyon? Where is Lyon!").descriptions()).containsExactly("Where is Lyon");
        assertThat(aspects("Hello, where is Lyon?").needsInformation()).isTrue();
    }

    @Test
    void greetingsAndSumsAskForNothing() {
        for (String input :
                List.of("Hello!", "Hi there. Good morning!", "Thank you very much", "What is 2 + 2?", "(3*4)/2")) {
            Verdict.Aspects verdict = aspects(input);
            assertThat(verdict.needsInformation()).as(input).isFalse();
            assertThat(verdict.descriptions()).as(input).isEmpty();
        }
    }

    @Test
    void clausesBeyondTheLimitJoinTheLast() {
        String input = String.join(
                " ",
                IntStream.range(0, 5).mapToObj(i -> "Where is place" + i + "?").toList());
        Verdict.Aspects verdict = (Verdict.Aspects) judge.answer(new Question.Decompose(input, null, 3));
        assertThat(verdict.descriptions())
                .containsExactly(
                        "Where is place0", "Where is place1", "Where is place2; Where is place3; Where is place4");
    }

    @Test
    void theBestChunkGradesAnAspect() {
        String eiffel = "It rained. The Eiffel Tower stands in Paris since 1889.";
        assertThat(grade("Where is the Eiffel Tower?", LYON, eiffel))
                .isEqualTo(new AspectGrade(
                        0,
                        AspectStatus.COVERED,
                        List.of(new Citation(1, "The Eiffel Tower stands in Paris since 1889.")),
                        ""));
        AspectGrade partial = grade("Which engineers designed the Eiffel Tower?", LYON, eiffel);
        assertThat(partial.status()).isEqualTo(AspectStatus.PARTIAL);
        assertThat(partial.missingDetail()).isEqualTo("not found: engineers, designed");
        assertThat(partial.evidence()).extracting(Citation::chunkId).containsExactly(1);
        AspectGrade missing = grade("Where is the Eiffel Tower?", LYON);
        assertThat(missing.status()).isEqualTo(AspectStatus.MISSING);
        assertThat(missing.missingDetail()).isEqualTo("not found: eiffel, tower");
        assertThat(missing.evidence()).isEmpty();
    }

    @Test
    void aNumberAskedForMustBeStated() {
        String noNumber = "The Eiffel Tower was finished by engineers.";
        assertThat(grade("When was the Eiffel Tower finished?", noNumber).status())
                .isEqualTo(AspectStatus.PARTIAL);
        assertThat(grade("When was the Eiffel Tower finished?", noNumber + " That was in 1889. The tower took 2 years.")
                        .status())
                .isEqualTo(AspectStatus.COVERED);
    }

    @Test
    void aNumberAskedForMayStandInAnyChunkThatCovers() {
        String noNumber = "The Eiffel Tower was finished by engineers in Paris.";
        String answers = "The Eiffel Tower was finished in 1889.";
        AspectGrade grade = grade("When was the Eiffel Tower finished?", noNumber, LYON, answers);

        assertThat(grade.status()).isEqualTo(AspectStatus.COVERED);
        assertThat(grade.evidence()).containsExactly(new Citation(2, answers));
        assertThat(grade("When was the Eiffel Tower finished?", noNumber, "The tower has 3 floors.")
                        .status())
                .isEqualTo(AspectStatus.PARTIAL);
    }

    @Test
    void aLabelOrATimeThatDiffersIsAnotherSubject() {
        String tail =
                " is out of service and will be repaired by the technicians of the city as soon as the parts have come";
        Verdict.Waste platforms =
                waste("x", "The lift on Platform 3" + tail + ".", "The lift on Platform 5" + tail + ".");
        assertThat(platforms.contradictions()).isEmpty();
        assertThat(platforms.redundantGroups()).isEmpty();
        Verdict.Waste days = waste("x", "On Sundays the lift" + tail + " 5.", "On Mondays the lift" + tail + " 6.");
        assertThat(days.contradictions()).isEmpty();
        assertThat(days.redundantGroups()).isEmpty();
    }

    @Test
    void endingsDoNotMatter() {
        assertThat(grade("exported cars", "They export a car model.").missingDetail())
                .isEqualTo("not found: cars");
        assertThat(grade("painted windows", "She paints a window.").status()).isEqualTo(AspectStatus.COVERED);
    }

    @Test
    void answersBreakNoRule() {
        VerdictRules rules = new VerdictRules(false);
        for (Question question : List.of(
                new Question.Waste(List.of(CAPITAL, LYON, LYON + " Yes."), "Lyon lies on the Rhône.", null),
                new Question.Usage(List.of(CAPITAL, LYON), "Lyon lies on the Rhône.", null),
                new Question.Relations(List.of(CAPITAL, LYON, LYON + " Yes.")),
                new Question.Assess("Who is he, and where does Lyon lie?", List.of(CAPITAL, LYON), null, 2),
                new Question.Assess("Hello", List.of(CAPITAL), null, 2),
                new Question.Decompose("Who is he?", null, 1),
                new Question.Decompose("Hello", null, 1),
                new Question.Grade("?", List.of("Lyon", "the", "a b c", "!"), List.of(CAPITAL, LYON), null))) {
            assertThat(rules.violations(question, judge.answer(question))).isEmpty();
        }
    }

    @Test
    void usageAndRelationsAreTheHalvesOfWaste() {
        String window = "one two three four five six seven eight nine ten";
        List<String> chunks = List.of(window, LYON, window + " and then much more comes after that");
        Verdict.Waste whole = waste("Lyon lies on the Rhône.", chunks.toArray(String[]::new));
        Verdict.Waste usage = (Verdict.Waste) judge.answer(new Question.Usage(chunks, "Lyon lies on the Rhône.", null));
        Verdict.Waste relations = (Verdict.Waste) judge.answer(new Question.Relations(chunks));
        assertThat(usage.chunks()).isEqualTo(whole.chunks());
        assertThat(usage.redundantGroups()).isEmpty();
        assertThat(relations.chunks()).isEmpty();
        assertThat(relations.redundantGroups())
                .isEqualTo(whole.redundantGroups())
                .isNotEmpty();
        assertThat(relations.contradictions()).isEqualTo(whole.contradictions());
    }

    @Test
    void anAssessmentIsBothSteps() {
        String input = "Who painted it, and where does Lyon lie?";
        Verdict.Assessment assessment =
                (Verdict.Assessment) judge.answer(new Question.Assess(input, List.of(CAPITAL, LYON), null, 12));
        assertThat(assessment.descriptions()).isEqualTo(aspects(input).descriptions());
        for (int i = 0; i < assessment.grades().size(); i++) {
            AspectGrade alone = grade(assessment.descriptions().get(i), CAPITAL, LYON);
            assertThat(assessment.grades().get(i).status()).isEqualTo(alone.status());
            assertThat(assessment.grades().get(i).evidence()).isEqualTo(alone.evidence());
        }
        assertThat(judge.answer(new Question.Assess("Hello", List.of(LYON), null, 12)))
                .isEqualTo(new Verdict.Assessment(false, List.of(), List.of(), "The input is a greeting."));
    }

    @Test
    void equalQuestionsGetEqualVerdicts() {
        Question question = new Question.Waste(List.of(CAPITAL, LYON), "Lyon lies on the Rhône.", null);
        Verdict first = judge.answer(question);
        waste("something else", "other words");
        assertThat(judge.answer(question)).isEqualTo(first).isEqualTo(new LexicalJudge().answer(question));
        assertThat(judge.name()).isEqualTo("lexical");
    }
}
