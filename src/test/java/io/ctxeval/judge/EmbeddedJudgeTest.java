package io.ctxeval.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.embedding.EmbeddingModel;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.score.Status;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedJudgeTest {
    private static final String PAUSE =
            "Riders may lock the bike and keep it during a stop. Minutes keep counting while a ride is paused.";
    private static final String HISTORY = "The cooperative was founded by eleven neighbours with a borrowed van.";

    private static EmbeddedJudge judge;

    @BeforeAll
    static void load() throws Exception {
        judge = new EmbeddedJudge(EmbeddingModel.shared());
    }

    private static Verdict.Waste waste(String output, String... chunks) {
        return (Verdict.Waste) judge.answer(new Question.Waste(List.of(chunks), output, null));
    }

    private static Verdict.Waste relations(String... chunks) {
        return (Verdict.Waste) judge.answer(new Question.Relations(List.of(chunks)));
    }

    private static Verdict.Assessment assess(String input, String... chunks) {
        return (Verdict.Assessment) judge.answer(new Question.Assess(input, List.of(chunks), null, 12));
    }

    @Test
    void tellsUsedFromUnusedChunksAndQuotesBoth() {
        Verdict.Waste verdict = waste("Yes, minutes keep counting while your ride is paused.", PAUSE, HISTORY);

        assertThat(verdict.chunks()).extracting(ChunkUse::used).containsExactly(true, false);
        Verdict.Evidence evidence = verdict.chunks().get(0).evidence().get(0);
        assertThat(PAUSE).contains(evidence.chunkQuote());
        assertThat(evidence.chunkQuote()).startsWith("Minutes keep counting");
        assertThat(evidence.outputPart()).contains("minutes keep counting");
        assertThat(verdict.explanation()).contains("uses 1 of 2 texts");
    }

    @Test
    void groupsChunksThatSayTheSameInOtherWords() {
        assertThat(relations(
                                "The deposit is returned within five days.",
                                "You get the deposit back within five days.",
                                HISTORY)
                        .redundantGroups())
                .containsExactly(List.of(0, 1));
    }

    @Test
    void aDifferentNumberIsAContradictionAndNoRepeat() {
        Verdict.Waste verdict =
                relations("The warranty of the bike lasts three years.", "The warranty of the bike lasts five years.");

        assertThat(verdict.redundantGroups()).isEmpty();
        assertThat(verdict.contradictions()).containsExactly(new Verdict.Contradiction(0, 1, "number: 3 against 5"));
    }

    @Test
    void aDifferentNameOfTheSameThingIsAContradiction() {
        assertThat(relations(
                                "The old cathedral stands in the city of Kalamazoo, and was founded in 1856.",
                                "The old cathedral stands in the city of Detroit, and was founded in 1856.")
                        .contradictions())
                .containsExactly(new Verdict.Contradiction(0, 1, "value: kalamazoo against detroit"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The tank of the museum holds 1,200 litres of water. | The tank of the museum holds 1200 litres of water.",
                "The tank of the museum holds 1.2 million litres of water. | The tank of the museum holds 1,200,000 litres of water.",
                "The ferry to the island costs 2.50 crowns. | The ferry to the island costs 2,5 crowns.",
                "A pass holder may take one bike along. | A pass holder may take 1 bike along.",
                "A pass holder may take twelve bikes along. | A pass holder may take 12 bikes along."
            })
    void oneNumberInTwoSpellingsIsARepeatAndNoContradiction(String one, String other) {
        assertThat(relations(one, other).contradictions()).isEmpty();
        assertThat(relations(one, other).redundantGroups()).containsExactly(List.of(0, 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The lift on Platform 3 is out of service. | The lift on Platform 5 is out of service.",
                "The lift on Platform 3 is out of service. | The lift on Platform five is out of service.",
                "Step 1 of the repair takes about ten minutes. | Step 2 of the repair takes about ten minutes.",
                "Item 5 of the catalogue is kept in the cellar. | Item 6 of the catalogue is kept in the cellar.",
                "Apollo 11 was launched from Florida by a rocket. | Apollo 12 was launched from Florida by a rocket.",
                "The gate B2 opens an hour before departure. | The gate B3 opens an hour before departure.",
                "Order A17 of the customer is sent tomorrow. | Order A18 of the customer is sent tomorrow.",
                "The average temperature of Berlin in summer is 28 °C. | The average temperature of Munich in summer is 30 °C.",
                "The shop in the old town is closed on Sundays. | The shop in the old town is closed on Mondays.",
                "The shop in the old town is open on Sundays. | The shop in the old town is closed on Mondays.",
                "The pool in the park is closed in January. | The pool in the park is closed in February.",
                "The bike shop opens its doors at 9. | The bike shop opens its doors at 10 on Sundays."
            })
    void aStatementAboutAnotherThingOrTimeIsNeitherAContradictionNorARepeat(String one, String other) {
        assertThat(relations(one, other).contradictions()).isEmpty();
        assertThat(relations(one, other).redundantGroups()).isEmpty();
    }

    @Test
    void aLongTextAboutAnotherThingIsNoNearDuplicate() {
        String tail =
                " is out of service and will be repaired by the technicians of the city as soon as the spare parts that were"
                        + " ordered in the spring have come";
        assertThat(relations("The lift on Platform 3" + tail + ".", "The lift on Platform 5" + tail + ".")
                        .redundantGroups())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A pass holder may take one bike along. | A pass holder may take two bikes along. | number: 1 against 2",
                "The tank of the museum holds 1,200 litres. | The tank of the museum holds 1,300 litres. | number: 1200 against 1300",
                "The lift on Platform 3 takes 8 people. | The lift on Platform 3 takes 9 people. | number: 8 against 9",
                "The ferry costs EUR 30 a day. | The ferry costs EUR 35 a day. | number: 30 against 35",
                "The bridge was opened on May 5, 1931. | The bridge was opened on May 7, 1931. | number: 5 against 7",
                "The shop has 5 helpers on Sundays. | The shop has 7 helpers on Sundays. | number: 5 against 7"
            })
    void whatDiffersInTheStatedNumberStaysAContradiction(String one, String other, String reason) {
        assertThat(relations(one, other).contradictions()).containsExactly(new Verdict.Contradiction(0, 1, reason));
    }

    @Test
    void theSameSentenceAboutAnotherPlaceIsNoContradiction() {
        assertThat(relations(
                                "Pinehurst is a place in Montgomery County. The population was 4,624 at the 2010 census.",
                                "Osgood is a town near the railroad in Indiana. Its population was 1,624 in 2010.")
                        .contradictions())
                .isEmpty();
    }

    @Test
    void namesTheWordsOfADetailThatTheContextLacks() {
        Verdict.Assessment verdict =
                assess("Do minutes keep counting while a ride is paused, and how high is the deposit?", PAUSE);

        assertThat(verdict.descriptions())
                .containsExactly("Do minutes keep counting while a ride is paused", "how high is the deposit");
        assertThat(verdict.grades())
                .extracting(Verdict.AspectGrade::status)
                .containsExactly(AspectStatus.COVERED, AspectStatus.MISSING);
        assertThat(verdict.grades().get(0).evidence().get(0).quote()).startsWith("Minutes keep counting");
        assertThat(verdict.grades().get(1).missingDetail()).isEqualTo("not found: deposit (how high is the deposit)");
    }

    @Test
    void aNumberThatIsAskedForMustBeThere() {
        Verdict.Assessment verdict = assess("How long may a ride be paused?", PAUSE);

        assertThat(verdict.grades().get(0).status()).isEqualTo(AspectStatus.PARTIAL);
        assertThat(verdict.grades().get(0).missingDetail())
                .isEqualTo("no number found for: How long may a ride be paused");
    }

    @Test
    void aConditionThatTheContextDoesNotMentionIsMissing() {
        String asked = "How do I change my telephone number if the old number is no longer reachable?";
        String usual =
                "The telephone number is changed under Profile; the old number stays active for sign-in until then.";

        assertThat(assess(asked, usual).grades().get(0).status()).isEqualTo(AspectStatus.PARTIAL);
        assertThat(assess(asked, usual).grades().get(0).missingDetail()).contains("reachable");
        assertThat(assess(
                                asked,
                                usual
                                        + " If the old number can't be reached, the service desk changes the telephone number.")
                        .grades()
                        .get(0)
                        .status())
                .isEqualTo(AspectStatus.COVERED);
    }

    @Test
    void aChunkThatSaysLessNeverHidesOneThatAnswersAndIsNotCitedForIt() {
        String asked = "How long may a pause last?";
        String answers = "A paused ride ends by itself after 45 minutes.";

        assertThat(assess(asked, PAUSE).grades().get(0).status()).isEqualTo(AspectStatus.PARTIAL);
        assertThat(assess(asked, PAUSE, answers).grades().get(0).status()).isEqualTo(AspectStatus.COVERED);
        assertThat(assess(asked, PAUSE, answers).grades().get(0).evidence())
                .extracting(Verdict.Citation::chunkId)
                .containsExactly(1);
    }

    /** No full stop in a megabyte, and a thousand chunks: what is kept of words and pairs has a limit. */
    @Test
    void keepsLittleOfALongTextAndOfManyPairs() {
        String endless = "the bike waits at the dock ".repeat(1_000);
        String[] many =
                IntStream.range(0, 100).mapToObj(i -> "Dock " + i + " waits.").toArray(String[]::new);

        assertThat(endless).hasSizeGreaterThan(SentenceMemory.LONGEST);
        assertThat(waste("The bike waits at the dock.", endless).chunks().get(0).used())
                .isTrue();
        assertThat(assess("Where does the bike wait?", endless).grades()).hasSize(1);
        assertThat(waste("Dock 7 waits.", many).suspicions()).hasSize(EmbeddedRelations.MOST_SUSPECTED);
    }

    @Test
    void reportsSoManyContradictionsOfACatalogueAndNoMore() {
        String[] lines = IntStream.range(0, 200)
                .mapToObj(i -> "The crate of the catalogue weighs " + 7 * i + " grams.")
                .toArray(String[]::new);

        assertThat(relations(lines).contradictions()).hasSize(EmbeddedRelations.MOST_CONTRADICTIONS);
        assertThat(relations(lines).explanation()).contains("the first 10000 are reported");
        assertThat(waste("The crate weighs 49 grams.", lines).explanation()).contains("the first 10000 are reported");
    }

    @Test
    void ranksFirstThePairOfWhichOneLacksWhatTheOutputStates() {
        Verdict.Waste verdict = waste(
                "The bridge was opened in 1931.",
                "The bridge over the river was opened in 1931 by the mayor.",
                "The bridge over the river was opened long after the war.",
                "The bridge opened in 1931, as the mayor of the town wished.");

        assertThat(verdict.suspicions())
                .hasSize(3)
                .allSatisfy(pair -> assertThat(pair.strength()).isBetween(0.0, 1.0));
        assertThat(strength(verdict, 0, 1)).isGreaterThan(strength(verdict, 0, 2));
        assertThat(verdict.contradictions()).isEmpty();
    }

    private static double strength(Verdict.Waste verdict, int a, int b) {
        return Objects.requireNonNull(verdict.suspicions()).stream()
                .filter(pair -> pair.a() == a && pair.b() == b)
                .findFirst()
                .orElseThrow()
                .strength();
    }

    @Test
    void gradesWhatItSays() {
        Verdict.Waste verdict = waste("Minutes keep counting while your ride is paused.", PAUSE, HISTORY);
        Verdict.Assessment assessed = assess("Do I pay while my ride is paused, and how high is the deposit?", PAUSE);

        assertThat(verdict.chunks().get(0).strength())
                .isGreaterThan(verdict.chunks().get(1).strength());
        assertThat(assessed.grades().get(0).strength())
                .isGreaterThan(assessed.grades().get(1).strength());
    }

    @Test
    void textsInAnotherScriptAreComparedByWordsAndThatIsSaid() {
        Verdict.Waste verdict = waste("窓口は夜八時まで開いています。", "窓口は夜八時まで開いています。", "自転車は青いです。");

        assertThat(verdict)
                .isEqualTo(new LexicalJudge()
                        .answer(new Question.Waste(List.of("窓口は夜八時まで開いています。", "自転車は青いです。"), "窓口は夜八時まで開いています。", null)));
        assertThat(verdict.explanation()).startsWith("By wording alone");
    }

    @Test
    void answersOfBatchesAreThoseOfTheWhole() {
        String output = "Minutes keep counting while a ride is paused.";
        Verdict.Waste whole = waste(output, PAUSE, HISTORY);
        Verdict.Waste usage = (Verdict.Waste) judge.answer(new Question.Usage(List.of(PAUSE, HISTORY), output, null));

        assertThat(usage.chunks()).isEqualTo(whole.chunks());
        assertThat(relations(PAUSE, HISTORY).redundantGroups()).isEqualTo(whole.redundantGroups());
    }

    @Test
    void oneChunkInAnotherScriptLeavesTheOthersToTheModel() {
        String foreign = "窓口は夜八時まで開いています。".repeat(20);
        String output = "Yes, minutes keep counting while your ride is paused.";
        Verdict.Waste alone = waste(output, PAUSE, HISTORY);
        Verdict.Waste verdict = waste(output, PAUSE, HISTORY, foreign);

        assertThat(verdict.chunks().subList(0, 2)).isEqualTo(alone.chunks());
        assertThat(verdict.chunks().get(2)).isEqualTo(new ChunkUse(2, false, List.of()));
        assertThat(verdict.explanation())
                .startsWith("By a small embedding model")
                .endsWith("Texts in another script, judged by wording alone: 1.");
        assertThat(relations(
                                foreign,
                                "The deposit is returned within five days.",
                                "You get the deposit back within five days.",
                                foreign.replace("八", "九"))
                        .redundantGroups())
                .contains(List.of(1, 2));
    }

    @Test
    void aChunkInAnotherScriptNeverLowersAnAspect() {
        String asked = "Do minutes keep counting while a ride is paused?";
        String foreign = "窓口は夜八時まで開いています。".repeat(20);
        Verdict.AspectGrade alone = assess(asked, PAUSE).grades().get(0);
        Verdict.AspectGrade with = assess(asked, foreign, PAUSE).grades().get(0);

        assertThat(alone.status()).isEqualTo(AspectStatus.COVERED);
        assertThat(with.status()).isEqualTo(AspectStatus.COVERED);
        assertThat(with.evidence()).extracting(Verdict.Citation::chunkId).containsExactly(1);
        assertThat(with.strength()).isEqualTo(alone.strength());
    }

    @ParameterizedTest
    @ValueSource(strings = {"…", "👍", "?!", "\uD83D", "— ✓ —"})
    void aTextWithoutAnyWordIsNothingToHoldTheContextAgainst(String text) {
        for (Judge any : List.of(judge, new LexicalJudge())) {
            for (Question question : List.of(
                    new Question.Waste(List.of(PAUSE), text, null),
                    new Question.Usage(List.of(PAUSE), text, null),
                    new Question.Decompose(text, null, 12),
                    new Question.Assess(text, List.of(PAUSE), null, 12))) {
                assertThat(any.answer(question)).isInstanceOfSatisfying(Verdict.Failed.class, failed -> {
                    assertThat(failed.status()).isEqualTo(Status.NOT_APPLICABLE);
                    assertThat(failed.reason()).contains("no letter and no digit");
                });
            }
        }
    }

    @Test
    void halfASurrogatePairIsAsIfItWereNotThere() {
        String output = "Minutes keep counting while a ride is paused.";
        Verdict.Waste whole = waste(output, PAUSE, HISTORY);
        Verdict.Waste broken = waste(output + " \uD83D", PAUSE + "\uDC4D", "\uD83D" + HISTORY);

        assertThat(broken.chunks()).extracting(ChunkUse::used).containsExactly(true, false);
        assertThat(broken.chunks())
                .extracting(ChunkUse::strength)
                .isEqualTo(whole.chunks().stream().map(ChunkUse::strength).toList());
        assertThat(assess("How long may a ride be paused?\uD83D", PAUSE + " \uD83D")
                        .grades())
                .extracting(Verdict.AspectGrade::status)
                .isEqualTo(assess("How long may a ride be paused?", PAUSE).grades().stream()
                        .map(Verdict.AspectGrade::status)
                        .toList());
    }

    @Test
    void chunksWithoutSentencesAreUnusedAndRelatedToNothing() {
        Verdict.Waste verdict = waste("Minutes count.", "!", "?");

        assertThat(verdict.chunks()).extracting(ChunkUse::used).containsExactly(false, false);
        assertThat(verdict.redundantGroups()).isEmpty();
        assertThat(assess("What?", "!").grades()).hasSize(1);
    }

    @Test
    void equalQuestionsGetEqualVerdictsWhateverWasAskedBefore() throws Exception {
        Question question = new Question.Waste(List.of(PAUSE, HISTORY), "Minutes keep counting.", null);
        Verdict first = judge.answer(question);
        assess("When was the cooperative founded?", HISTORY);

        assertThat(judge.answer(question)).isEqualTo(first);
        assertThat(new EmbeddedJudge(EmbeddingModel.shared()).answer(question)).isEqualTo(first);
    }

    @Test
    void breaksNoRuleOfTheContract() {
        VerdictRules rules = new VerdictRules(false);
        for (Question question : List.of(
                new Question.Waste(List.of(PAUSE, HISTORY), "Minutes count.", null),
                new Question.Decompose("How long may a ride be paused, and why?", null, 12),
                new Question.Assess("How long may a ride be paused, and who pays?", List.of(PAUSE, HISTORY), null, 12),
                new Question.Grade("x", List.of("who pays"), List.of(PAUSE), null))) {
            assertThat(rules.violations(question, judge.answer(question)))
                    .as(question.toString())
                    .isEmpty();
        }
    }

    @Test
    void aStandInSaysForWhomItStands() {
        Judge standIn = new StandIn(new LexicalJudge(), "embedded");

        assertThat(standIn.name()).isEqualTo("lexical");
        assertThat(((Verdict.Waste) standIn.answer(new Question.Waste(List.of(PAUSE), PAUSE, null))).explanation())
                .startsWith("In place of the embedded judge, which couldn't be loaded. By wording alone");
    }
}
