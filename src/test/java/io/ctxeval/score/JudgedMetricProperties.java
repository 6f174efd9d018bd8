package io.ctxeval.score;

import static org.assertj.core.api.Assertions.fail;

import io.ctxeval.judge.Interview;
import io.ctxeval.judge.Judge;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.ChunkUse;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.judge.Verdict.Contradiction;
import io.ctxeval.sample.RagSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Laws of metrics.md 3.5 and 4.4 end to end, with a judge that goes by the texts alone. */
class JudgedMetricProperties {
    private static final int CASES = 100_000;

    /** For laws that {@link WasteLaws} and {@link SufficiencyFormulaProperties} hold the formulas to already. */
    private static final int FEW_CASES = 10_000;

    private static final JudgedMetric WASTE = new ContextWaste(ScoringOptions.DEFAULTS, String::length);
    private static final JudgedMetric SUFFICIENCY = new ContextSufficiency(ScoringOptions.DEFAULTS);

    @Test
    void aLaterCopyLeavesTheWasteQuestionAloneAndLowersTheScore() {
        for (long seed = 0; seed < FEW_CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<String> chunks = chunks(random);
            List<String> more = withLaterCopy(chunks, random);
            Interview before = interview(WASTE, chunks);
            Interview after = interview(WASTE, more);
            if (!after.answered().equals(before.answered()) || (value(before) > 0 && value(after) >= value(before))) {
                fail("seed %d: %s scores %s, %s scores %s", seed, chunks, before.score(), more, after.score());
            }
        }
    }

    @Test
    void theOrderOfChunksDoesNotChangeWaste() {
        assertOrderDoesNotMatter(WASTE, FEW_CASES);
    }

    @Test
    void theOrderOfChunksDoesNotChangeSufficiency() {
        assertOrderDoesNotMatter(SUFFICIENCY, CASES);
    }

    private static void assertOrderDoesNotMatter(JudgedMetric metric, int cases) {
        for (long seed = 0; seed < cases; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<String> chunks = chunks(random);
            List<String> shuffled = new ArrayList<>(chunks);
            Collections.shuffle(shuffled, new Random(random.nextLong()));
            if (value(interview(metric, chunks)) != value(interview(metric, shuffled))) {
                fail("seed %d: %s scores otherwise than %s", seed, chunks, shuffled);
            }
        }
    }

    @Test
    void aLaterCopyChangesNothingOfSufficiency() {
        for (long seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<String> chunks = chunks(random);
            Interview before = interview(SUFFICIENCY, chunks);
            Interview after = interview(SUFFICIENCY, withLaterCopy(chunks, random));
            if (!after.answered().equals(before.answered()) || value(after) != value(before)) {
                fail("seed %d: %s scores %s, with a copy %s", seed, chunks, before.score(), after.score());
            }
        }
    }

    @Test
    void aChunkThatChangesNoStatusChangesNothingOfSufficiency() {
        for (long seed = 0; seed < CASES; seed++) {
            List<String> chunks = chunks(new SplittableRandom(seed));
            List<String> more = new ArrayList<>(chunks);
            more.add("~");
            Score before = interview(SUFFICIENCY, chunks).score();
            if (!before.equals(interview(SUFFICIENCY, more).score())) {
                fail("seed %d: %s scores %s, but otherwise with a chunk of no use", seed, chunks, before);
            }
        }
    }

    @Test
    void aFullScoreMeansSufficientAndNothingMissing() {
        for (long seed = 0; seed < FEW_CASES; seed++) {
            Score score =
                    interview(SUFFICIENCY, chunks(new SplittableRandom(seed))).score();
            SufficiencyMetadata metadata = (SufficiencyMetadata) Objects.requireNonNull(score.metadata());
            boolean full = ((Score.Scored) score).value() == 100;
            if (full != metadata.sufficient()
                    || full != metadata.missingDetails().isEmpty()) {
                fail("seed %d: %s", seed, score);
            }
        }
    }

    /** One to five texts of two letters each; some spelled with other white space, at least one not blank. */
    private static List<String> chunks(SplittableRandom random) {
        List<String> chunks = new ArrayList<>();
        for (int i = random.nextInt(5); i >= 0; i--) {
            String gap = random.nextInt(3) == 0 ? "  " : " ";
            chunks.add(random.nextInt(6) == 0 ? " " : letter(random) + gap + letter(random));
        }
        chunks.set(0, letter(random) + " " + letter(random));
        return chunks;
    }

    private static char letter(SplittableRandom random) {
        return (char) ('a' + random.nextInt(5));
    }

    private static List<String> withLaterCopy(List<String> chunks, SplittableRandom random) {
        int id = random.nextInt(chunks.size());
        List<String> more = new ArrayList<>(chunks);
        more.add(id + 1 + random.nextInt(chunks.size() - id), " " + chunks.get(id));
        return more;
    }

    private static Interview interview(JudgedMetric metric, List<String> chunks) {
        return Interview.conduct(metric, RagSample.of("q", "o", chunks.toArray(String[]::new)), new LetterJudge());
    }

    private static double value(Interview interview) {
        return ((Score.Scored) interview.score()).value();
    }

    /**
     * A text is used if it begins with a or b, says the same as texts with its first letter, and contradicts the text with its
     * letters reversed. An aspect is a letter: covered by a text that begins with it, partial by one that ends with it.
     */
    private static final class LetterJudge implements Judge {
        @Override
        public String name() {
            return "letters";
        }

        @Override
        public Verdict answer(Question question) {
            if (question instanceof Question.Waste waste) {
                return waste(waste.chunks());
            }
            return question instanceof Question.Grade grade
                    ? new Verdict.Grades(
                            IntStream.range(0, grade.aspects().size())
                                    .mapToObj(id -> grade(id, grade.aspects().get(id), grade.chunks()))
                                    .toList(),
                            "")
                    : new Verdict.Aspects(true, List.of("a", "b", "c"), "");
        }

        private static Verdict waste(List<String> texts) {
            List<ChunkUse> uses = new ArrayList<>();
            List<List<Integer>> groups = new ArrayList<>();
            List<Contradiction> contradictions = new ArrayList<>();
            for (int i = 0; i < texts.size(); i++) {
                uses.add(new ChunkUse(i, first(texts.get(i)) <= 'b', List.of()));
                for (int j = 0; j < i; j++) {
                    if (first(texts.get(i)) == first(texts.get(j))) {
                        groups.add(List.of(i, j));
                    } else if (first(texts.get(i)) == last(texts.get(j)) && last(texts.get(i)) == first(texts.get(j))) {
                        contradictions.add(new Contradiction(i, j, "reversed"));
                    }
                }
            }
            return new Verdict.Waste(uses, groups, contradictions, "");
        }

        private static AspectGrade grade(int id, String aspect, List<String> texts) {
            List<Citation> covering = new ArrayList<>();
            List<Citation> touching = new ArrayList<>();
            for (int i = 0; i < texts.size(); i++) {
                if (first(texts.get(i)) == aspect.charAt(0)) {
                    covering.add(new Citation(i, aspect));
                } else if (last(texts.get(i)) == aspect.charAt(0)) {
                    touching.add(new Citation(i, aspect));
                }
            }
            if (!covering.isEmpty()) {
                return new AspectGrade(id, AspectStatus.COVERED, covering, "");
            }
            return new AspectGrade(
                    id, touching.isEmpty() ? AspectStatus.MISSING : AspectStatus.PARTIAL, touching, "no " + aspect);
        }

        private static char first(String text) {
            return text.strip().charAt(0);
        }

        private static char last(String text) {
            return text.strip().charAt(text.strip().length() - 1);
        }
    }
}
