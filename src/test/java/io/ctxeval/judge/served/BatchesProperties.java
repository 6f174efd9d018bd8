package io.ctxeval.judge.served;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.judge.Verdict.Evidence;
import io.ctxeval.judge.served.Batches.Plan;
import io.ctxeval.score.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BatchesProperties {
    /** A model whose tokens are thirds of characters, and one whose tokens are o200k_base's. */
    private static final List<String> MODELS = List.of("some-model", "gpt-4o-mini");

    static Stream<Long> seeds() {
        return Stream.iterate(1L, seed -> seed + 1).limit(60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theMergeOfASplitIsTheVerdictOnTheWhole(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Question whole = randomQuestion(random);
        ModelSettings settings = tooSmallFor(whole, random);
        Plan plan = Batches.plan(whole, settings, 200);
        if (!(plan instanceof Plan.Split split)) {
            assertThat(plan).isInstanceOf(Plan.TooLong.class);
            return;
        }
        for (JudgeRequest request : split.requests()) {
            assertThat(Window.of(settings).fits(request)).as("seed " + seed).isTrue();
        }
        if (!(whole instanceof Question.Grade)) {
            assertThat(pairsSeen(split.questions()))
                    .as("seed " + seed)
                    .containsAll(whole instanceof Question.Usage ? Set.of() : allPairs(chunks(whole)));
        }
        Verdict merged = Batches.merge(whole, split.questions(), verdicts(split.questions()));
        assertThat(merged).as("seed " + seed).isEqualTo(merged(verdict(whole)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aSplitOfAPartComesTogetherToo(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Question whole = randomQuestion(random);
        Plan plan = Batches.plan(whole, tooSmallFor(whole, random), 200);
        if (!(plan instanceof Plan.Split split)) {
            return;
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (Question part : split.questions()) {
            Plan again = Batches.splitOnceMore(part, Settings.PLAIN, 500);
            assertThat(again).isNotInstanceOf(Plan.Whole.class);
            if (again instanceof Plan.Split parts) {
                verdicts.add(Batches.merge(part, parts.questions(), verdicts(parts.questions())));
            } else {
                verdicts.add(verdict(part));
            }
        }
        assertThat(Batches.merge(whole, split.questions(), verdicts))
                .as("seed " + seed)
                .isEqualTo(merged(verdict(whole)));
    }

    @Test
    void whatFitsIsAskedInOneCall() {
        Question small = new Question.Waste(List.of("a", "b"), "out", null);

        assertThat(Batches.plan(small, Settings.PLAIN, 12))
                .isEqualTo(new Plan.Whole(Requests.of(small, Settings.PLAIN)));
    }

    @Test
    void twoBatchesTakeThreeCallsAndMoreBatchesAllTheirPairs() {
        Question waste = new Question.Waste(Collections.nCopies(8, "x".repeat(6_000)), "out", null);
        long need = Window.need(Requests.of(waste, Settings.PLAIN));

        Plan.Split two = (Plan.Split) Batches.plan(waste, Settings.window((int) need - 1), 12);
        assertThat(two.questions()).hasSize(3);
        assertThat(steps(two)).containsExactly(JudgeStep.USAGE, JudgeStep.USAGE, JudgeStep.RELATIONS);
        Plan.Split four = (Plan.Split) Batches.plan(waste, Settings.window(11_000), 12);
        assertThat(steps(four))
                .startsWith(JudgeStep.USAGE, JudgeStep.USAGE, JudgeStep.USAGE, JudgeStep.USAGE)
                .hasSize(10);
        assertThat(Batches.plan(waste, Settings.window(11_000), 9))
                .isInstanceOfSatisfying(
                        Plan.TooLong.class, plan -> assertThat(plan.reason()).contains("10 calls, at most 9"));
    }

    @Test
    void oneLongChunkStandsAlone() {
        List<String> chunks = new ArrayList<>(Collections.nCopies(9, "y".repeat(3_000)));
        chunks.add(4, "x".repeat(30_000));
        Question waste = new Question.Waste(chunks, "out", null);
        Plan.Split split = (Plan.Split) Batches.plan(waste, Settings.window(18_000), 30);

        assertThat(split.questions()).contains(new Question.Usage(List.of(chunks.get(4)), "out", null));
        assertThat(Batches.merge(waste, split.questions(), verdicts(split.questions())))
                .isEqualTo(merged(verdict(waste)));
    }

    @Test
    void whatCannotBeDividedIsTooLongWithCountsAndAdvice() {
        assertThat(reason(new Question.Waste(List.of("x".repeat(30_000), "b"), "out", null), 9_000))
                .contains("chunk 0", "the window has 9,000", "prompt ");
        assertThat(reason(new Question.Waste(List.of("x".repeat(12_000), "b", "y".repeat(12_000)), "out", null), 9_000))
                .contains("compared with");
        assertThat(reason(new Question.Waste(List.of("a", "b"), "o".repeat(60_000), null), 9_000))
                .contains("too little of the window");
        assertThat(reason(new Question.Decompose("q".repeat(60_000), null, 12), 9_000))
                .contains("cannot be split");
        assertThat(reason(new Question.Assess("q", Collections.nCopies(9, "x".repeat(6_000)), null, 12), 9_000))
                .contains("two_step");
        assertThat(Batches.splitOnceMore(new Question.Usage(List.of("a"), "o", null), Settings.PLAIN, 12))
                .isInstanceOf(Plan.TooLong.class);
    }

    @Test
    void aspectsPartialInTwoBatchesAreAskedOnceMoreOverTheCitedChunks() {
        Question.Grade whole =
                new Question.Grade("q", List.of("w", "x", "y"), List.of("a", "b", "c", "d"), "2024-01-01");
        List<Question> subs = List.of(
                new Question.Grade("q", whole.aspects(), List.of("a", "b"), "2024-01-01"),
                new Question.Grade("q", whole.aspects(), List.of("c", "d"), "2024-01-01"));
        List<Verdict> verdicts = List.of(
                new Verdict.Grades(List.of(partial(0, 1, "no b"), partial(1, 0, "one"), covered(2, 0)), "first"),
                new Verdict.Grades(List.of(partial(0, 0, "no c"), missing(1), partial(2, 1, "no d")), "second"));

        Optional<Question> followUp = Batches.followUp(whole, subs, verdicts, Settings.PLAIN, 12);

        assertThat(followUp).contains(new Question.Grade("q", List.of("w"), List.of("b", "c"), "2024-01-01"));
        assertThat(Batches.followUp(whole, subs, verdicts, Settings.PLAIN, 2)).isEmpty();
        assertThat(Batches.followUp(whole, subs, verdicts, Settings.window(1_000), 12))
                .isEmpty();
        assertThat(Batches.merge(whole, subs, verdicts))
                .isEqualTo(new Verdict.Grades(
                        List.of(
                                new AspectGrade(0, AspectStatus.PARTIAL, List.of(cited(1), cited(2)), "no b; no c"),
                                partial(1, 0, "one"),
                                covered(2, 0)),
                        "first second"));
        List<Question> three = List.of(subs.get(0), subs.get(1), followUp.orElseThrow());
        assertThat(merged(whole, three, verdicts, covered(0, 1)))
                .isEqualTo(new AspectGrade(0, AspectStatus.COVERED, List.of(cited(2)), ""));
        assertThat(merged(whole, three, verdicts, partial(0, 0, "still no e")))
                .isEqualTo(new AspectGrade(0, AspectStatus.PARTIAL, List.of(cited(1), cited(2)), "still no e"));
        assertThat(merged(whole, three, verdicts, missing(0)))
                .isEqualTo(new AspectGrade(0, AspectStatus.PARTIAL, List.of(cited(1), cited(2)), "no b; no c"));
    }

    @Test
    void aFailedPartFailsTheWhole() {
        Question.Usage half = new Question.Usage(List.of("a"), "o", null);
        Verdict failed = new Verdict.Failed(Status.JUDGE_TRUNCATED, "cut");

        assertThat(Batches.merge(
                        new Question.Usage(List.of("a", "a"), "o", null),
                        List.of(half, half),
                        List.of(verdict(half), failed)))
                .isEqualTo(failed);
    }

    @Test
    void idsThatAPartDoesNotHaveStayVisible() {
        Question.Waste whole = new Question.Waste(List.of("a", "b"), "o", null);
        List<Question> subs = List.of(
                new Question.Usage(List.of("a"), "o", null),
                new Question.Usage(List.of("b"), "o", null),
                new Question.Relations(List.of("a", "b")));
        List<Verdict> verdicts = List.of(
                verdict(subs.get(0)),
                verdict(subs.get(1)),
                new Verdict.Waste(List.of(), List.of(List.of(0, 2)), List.of(new Contradiction(7, 1, "r")), ""));

        Verdict.Waste merged = (Verdict.Waste) Batches.merge(whole, subs, verdicts);

        assertThat(merged.redundantGroups()).containsExactly(List.of(-1));
        assertThat(merged.contradictions()).containsExactly(new Contradiction(-1, 1, "r"));
    }

    private static AspectGrade merged(Question whole, List<Question> subs, List<Verdict> two, AspectGrade followUp) {
        List<Verdict> three = List.of(two.get(0), two.get(1), new Verdict.Grades(List.of(followUp), "third"));
        return ((Verdict.Grades) Batches.merge(whole, subs, three)).aspects().get(0);
    }

    private static AspectGrade partial(int id, int chunk, String detail) {
        return new AspectGrade(id, AspectStatus.PARTIAL, List.of(cited(chunk)), detail);
    }

    private static AspectGrade covered(int id, int chunk) {
        return new AspectGrade(id, AspectStatus.COVERED, List.of(cited(chunk)), "");
    }

    private static AspectGrade missing(int id) {
        return new AspectGrade(id, AspectStatus.MISSING, List.of(), "nothing");
    }

    private static Citation cited(int chunk) {
        return new Citation(chunk, "quote");
    }

    private static String reason(Question question, int window) {
        Plan plan = Batches.plan(question, Settings.window(window), 12);
        assertThat(plan).isInstanceOf(Plan.TooLong.class);
        return ((Plan.TooLong) plan).reason();
    }

    private static List<JudgeStep> steps(Plan.Split split) {
        return split.questions().stream().map(JudgeStep::of).toList();
    }

    private static List<Verdict> verdicts(List<Question> questions) {
        return questions.stream().map(BatchesProperties::verdict).toList();
    }

    /** Judges chunk by chunk and pair by pair, by the letters that texts begin and end with. */
    private static Verdict verdict(Question question) {
        if (question instanceof Question.Grade asked) {
            List<AspectGrade> grades = new ArrayList<>();
            for (int aspect = 0; aspect < asked.aspects().size(); aspect++) {
                grades.add(grade(aspect, asked.aspects().get(aspect), asked.chunks()));
            }
            return new Verdict.Grades(grades, "by letters");
        }
        List<String> chunks = chunks(question);
        List<ChunkUse> uses = new ArrayList<>();
        for (int id = 0; id < chunks.size() && !(question instanceof Question.Relations); id++) {
            String text = chunks.get(id);
            uses.add(new ChunkUse(id, text.charAt(0) < 'k', List.of(new Evidence(text.substring(0, 1), "o"))));
        }
        List<List<Integer>> groups = new ArrayList<>();
        List<Contradiction> pairs = new ArrayList<>();
        for (int a = 0; a < chunks.size() && !(question instanceof Question.Usage); a++) {
            for (int b = a + 1; b < chunks.size(); b++) {
                if (chunks.get(a).charAt(0) == chunks.get(b).charAt(0)) {
                    groups.add(List.of(b, a));
                } else if (last(chunks.get(a)) == last(chunks.get(b))) {
                    pairs.add(new Contradiction(b, a, "both end with " + last(chunks.get(a))));
                }
            }
        }
        return new Verdict.Waste(uses, groups, pairs, "by letters");
    }

    private static AspectGrade grade(int id, String aspect, List<String> chunks) {
        AspectStatus best = AspectStatus.MISSING;
        for (String chunk : chunks) {
            AspectStatus status = status(aspect, chunk);
            best = status.compareTo(best) < 0 ? status : best;
        }
        List<Citation> evidence = new ArrayList<>();
        for (int chunk = 0; chunk < chunks.size(); chunk++) {
            if (best != AspectStatus.MISSING && status(aspect, chunks.get(chunk)) == best) {
                evidence.add(new Citation(chunk, chunks.get(chunk).substring(0, 1)));
            }
        }
        return new AspectGrade(id, best, evidence, best == AspectStatus.COVERED ? "" : "not " + aspect);
    }

    private static AspectStatus status(String aspect, String chunk) {
        int distance = Math.abs(aspect.charAt(0) - chunk.charAt(0));
        return distance == 0 ? AspectStatus.COVERED : distance == 1 ? AspectStatus.PARTIAL : AspectStatus.MISSING;
    }

    private static char last(String text) {
        return text.charAt(text.length() - 1);
    }

    /** The verdict with its groups joined and its pairs turned and sorted out, written down a second time. */
    private static Verdict merged(Verdict verdict) {
        if (!(verdict instanceof Verdict.Waste waste)) {
            return verdict;
        }
        TreeMap<Integer, Integer> first = new TreeMap<>();
        boolean changed = true;
        while (changed) {
            changed = false;
            for (List<Integer> group : waste.redundantGroups()) {
                int least = group.stream()
                        .mapToInt(id -> first.getOrDefault(id, id))
                        .min()
                        .orElseThrow();
                for (int id : group) {
                    changed |= first.getOrDefault(id, Integer.MAX_VALUE) != least;
                    first.put(id, least);
                }
            }
        }
        TreeMap<Integer, List<Integer>> groups = new TreeMap<>();
        first.forEach((id, least) ->
                groups.computeIfAbsent(least, any -> new ArrayList<>()).add(id));
        Set<Contradiction> pairs = new HashSet<>();
        waste.contradictions().forEach(pair -> pairs.add(new Contradiction(pair.b(), pair.a(), pair.reason())));
        return new Verdict.Waste(waste.chunks(), List.copyOf(groups.values()), sorted(pairs), waste.explanation());
    }

    private static List<Contradiction> sorted(Set<Contradiction> pairs) {
        return pairs.stream()
                .sorted(Comparator.comparingInt(Contradiction::a).thenComparingInt(Contradiction::b))
                .toList();
    }

    private static Set<List<String>> pairsSeen(List<Question> questions) {
        Set<List<String>> pairs = new HashSet<>();
        questions.stream()
                .filter(Question.Relations.class::isInstance)
                .forEach(question -> pairs.addAll(allPairs(chunks(question))));
        return pairs;
    }

    private static Set<List<String>> allPairs(List<String> chunks) {
        Set<List<String>> pairs = new HashSet<>();
        for (int a = 0; a < chunks.size(); a++) {
            for (int b = a + 1; b < chunks.size(); b++) {
                pairs.add(List.of(chunks.get(a), chunks.get(b)));
            }
        }
        return pairs;
    }

    private static List<String> chunks(Question question) {
        if (question instanceof Question.Waste asked) {
            return asked.chunks();
        }
        if (question instanceof Question.Usage asked) {
            return asked.chunks();
        }
        return question instanceof Question.Grade asked ? asked.chunks() : ((Question.Relations) question).chunks();
    }

    private static Question randomQuestion(SplittableRandom random) {
        List<String> chunks = new ArrayList<>();
        int count = 1 + random.nextInt(24);
        for (int i = 0; i < count; i++) {
            chunks.add(randomText(random, random.nextInt(8) == 0 ? 9_000 : 1_500));
        }
        List<String> aspects = List.of("a what", "f which", "m who");
        return switch (random.nextInt(4)) {
            case 0 -> new Question.Usage(chunks, "out", "in");
            case 1 -> new Question.Relations(chunks);
            case 2 -> new Question.Grade("q", aspects, chunks, null);
            default -> new Question.Waste(chunks, randomText(random, 300), null);
        };
    }

    private static String randomText(SplittableRandom random, int most) {
        StringBuilder text = new StringBuilder();
        int length = 2 + random.nextInt(most);
        for (int i = 0; i < length; i++) {
            int kind = random.nextInt(40);
            text.append(kind == 0 ? "\ud83d\ude00 " : kind < 8 ? " " : kind == 9 ? "\"\n" : "");
            text.append((char) ('a' + random.nextInt(20)));
        }
        return (char) ('a' + random.nextInt(20)) + text.toString();
    }

    private static ModelSettings tooSmallFor(Question question, SplittableRandom random) {
        String model = MODELS.get(random.nextInt(MODELS.size()));
        JudgeRequest request = Requests.of(question, Settings.of("openai", model, 1_000_000));
        double share = 0.35 + 0.64 * random.nextDouble();
        return Settings.of("openai", model, (int) (share * Window.need(request)));
    }
}
