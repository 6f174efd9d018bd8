package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.ctxeval.judge.Verdict.AspectStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The properties of metrics.md 4.4, and that they notice mistakes. */
class SufficiencyFormulaProperties {
    private static final int CASES = 100_000;
    private static final List<AspectStatus> BY_VALUE =
            List.of(AspectStatus.MISSING, AspectStatus.PARTIAL, AspectStatus.COVERED);

    @ParameterizedTest
    @EnumSource
    void holds(Law law) {
        for (long seed = 0; seed < CASES; seed++) {
            if (!law.holds(statuses -> SufficiencyFormula.figures(statuses).score(), seed)) {
                fail("%s, seed %d", law, seed);
            }
        }
    }

    @Test
    void equalsTheMeanOfTheValues() {
        for (long seed = 0; seed < CASES; seed++) {
            List<AspectStatus> statuses = random(new SplittableRandom(seed));
            double mean = statuses.stream()
                    .mapToDouble(
                            status -> status == AspectStatus.COVERED ? 1 : status == AspectStatus.PARTIAL ? 0.5 : 0)
                    .average()
                    .orElseThrow();
            double score = SufficiencyFormula.figures(statuses).score();
            if (Math.abs(score - 100 * mean) > 1e-9) {
                fail("seed %d: %s instead of %s", seed, score, 100 * mean);
            }
        }
    }

    /** Half a point for what is missing, all points for what is partial, the last aspect weighing double. */
    @Test
    void noticesPlantedMistakes() {
        List<ToDoubleFunction<List<AspectStatus>>> mistakes = List.of(
                statuses -> share(statuses, 1, 0.5, 0.5),
                statuses -> share(statuses, 1, 1, 0),
                statuses -> (share(statuses, 1, 0.5, 0) * statuses.size()
                                + share(statuses.subList(statuses.size() - 1, statuses.size()), 1, 0.5, 0))
                        / (statuses.size() + 1));

        assertThat(mistakes)
                .allMatch(mistake -> Stream.of(Law.values())
                        .anyMatch(law -> !IntStream.range(0, 1000).allMatch(seed -> law.holds(mistake, seed))));
    }

    private static double share(List<AspectStatus> statuses, double covered, double partial, double missing) {
        return statuses.stream()
                .mapToDouble(status -> switch (status) {
                    case COVERED -> 100 * covered;
                    case PARTIAL -> 100 * partial;
                    case MISSING -> 100 * missing;
                })
                .average()
                .orElseThrow();
    }

    private static List<AspectStatus> random(SplittableRandom random) {
        List<AspectStatus> statuses = new ArrayList<>();
        int most = 1 + random.nextInt(3);
        for (int i = random.nextInt(12); i >= 0; i--) {
            statuses.add(BY_VALUE.get(random.nextInt(most)));
        }
        if (random.nextBoolean()) {
            statuses.replaceAll(status -> BY_VALUE.get(2 - BY_VALUE.indexOf(status)));
        }
        return statuses;
    }

    enum Law {
        STAYS_ON_ITS_SCALE {
            @Override
            boolean holds(ToDoubleFunction<List<AspectStatus>> score, SplittableRandom random) {
                double found = score.applyAsDouble(random(random));
                return found >= 0 && found <= 100;
            }
        },

        S1_IS_FULL_EXACTLY_WHERE_ALL_IS_COVERED {
            @Override
            boolean holds(ToDoubleFunction<List<AspectStatus>> score, SplittableRandom random) {
                List<AspectStatus> statuses = random(random);
                boolean sufficient = SufficiencyFormula.figures(statuses).sufficient();
                boolean covered = statuses.stream().allMatch(status -> status == AspectStatus.COVERED);
                return (score.applyAsDouble(statuses) == 100) == covered && sufficient == covered;
            }
        },

        S2_IS_ZERO_EXACTLY_WHERE_ALL_IS_MISSING {
            @Override
            boolean holds(ToDoubleFunction<List<AspectStatus>> score, SplittableRandom random) {
                List<AspectStatus> statuses = random(random);
                return (score.applyAsDouble(statuses) == 0)
                        == statuses.stream().allMatch(status -> status == AspectStatus.MISSING);
            }
        },

        PERMUTING_ASPECTS_CHANGES_NOTHING {
            @Override
            boolean holds(ToDoubleFunction<List<AspectStatus>> score, SplittableRandom random) {
                List<AspectStatus> statuses = random(random);
                List<AspectStatus> shuffled = new ArrayList<>(statuses);
                Collections.shuffle(shuffled, new Random(random.nextLong()));
                return score.applyAsDouble(shuffled) == score.applyAsDouble(statuses);
            }
        },

        RAISING_A_STATUS_RAISES_IT {
            @Override
            boolean holds(ToDoubleFunction<List<AspectStatus>> score, SplittableRandom random) {
                List<AspectStatus> statuses = random(random);
                int id = random.nextInt(statuses.size());
                List<AspectStatus> raised = new ArrayList<>(statuses);
                if (statuses.get(id) == AspectStatus.COVERED) {
                    return true;
                }
                int better = BY_VALUE.indexOf(statuses.get(id)) + 1;
                raised.set(id, BY_VALUE.get(better + random.nextInt(BY_VALUE.size() - better)));
                return score.applyAsDouble(raised) > score.applyAsDouble(statuses);
            }
        };

        abstract boolean holds(ToDoubleFunction<List<AspectStatus>> score, SplittableRandom random);

        boolean holds(ToDoubleFunction<List<AspectStatus>> score, long seed) {
            return holds(score, new SplittableRandom(seed));
        }
    }
}
