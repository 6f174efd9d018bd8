package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.ctxeval.score.WasteLaws.Case;
import io.ctxeval.score.WasteLaws.Scorer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of metrics.md 3.5, and that they notice mistakes. */
class WasteFormulaProperties {
    private static final int CASES = 100_000;
    private static final int PLANTED_CASES = 10_000;
    private static final WasteFormula FORMULA = new WasteFormula(1);

    @ParameterizedTest
    @EnumSource
    void holds(WasteLaws law) {
        for (long seed = 0; seed < CASES; seed++) {
            if (!law.holds(given -> figures(given).score(), seed)) {
                fail("%s, seed %d: %s", law, seed, Case.random(new SplittableRandom(seed)));
            }
        }
    }

    @Test
    void isTheProductOfItsComponentsWhereAnythingIsUsed() {
        for (long seed = 0; seed < CASES; seed++) {
            WasteFormula.Figures figures = figures(Case.random(new SplittableRandom(seed)));
            Double nonRedundancy = figures.nonRedundancy();
            double product =
                    nonRedundancy == null ? 0 : 100 * figures.utilisation() * nonRedundancy * figures.consistency();
            assertClose(figures.score(), product, seed);
        }
    }

    @Test
    void equalsThePlainDefinitionForAnyWeight() {
        for (long seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Case given = Case.random(random);
            double lambda = random.nextInt(4) / 2.0;
            double score = new WasteFormula(lambda)
                    .figures(given.context(), given.masses())
                    .score();
            assertClose(score, plain(given, lambda, Mistake.NONE), seed);
        }
    }

    @Test
    void contradictionsCountLessTheSmallerTheirWeight() {
        for (long seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Case given = Case.random(random);
            double lambda = random.nextInt(4);
            double lighter = new WasteFormula(lambda)
                    .figures(given.context(), given.masses())
                    .score();
            double heavier = new WasteFormula(lambda + 1)
                    .figures(given.context(), given.masses())
                    .score();
            if (heavier > lighter) {
                fail("seed %d: %s with the heavier weight, %s with the lighter", seed, heavier, lighter);
            }
        }
    }

    /** A mistake in the formula must break the law that is named beside it. */
    @ParameterizedTest
    @MethodSource
    void noticesAPlantedMistake(Mistake mistake, WasteLaws law) {
        Scorer mistaken = given -> plain(given, 1, mistake);
        Scorer right = given -> plain(given, 1, Mistake.NONE);

        assertThat(IntStream.range(0, PLANTED_CASES).allMatch(seed -> law.holds(right, seed)))
                .as("the definition keeps %s", law)
                .isTrue();
        assertThat(IntStream.range(0, PLANTED_CASES).allMatch(seed -> law.holds(mistaken, seed)))
                .as("%s keeps %s", mistake, law)
                .isFalse();
    }

    static Stream<Arguments> noticesAPlantedMistake() {
        return Stream.of(
                Arguments.of(Mistake.LARGEST_MEMBER, WasteLaws.P4_A_CHUNK_MORE_IN_A_USED_COMPONENT_LOWERS_IT),
                Arguments.of(Mistake.PAIR_PER_COPY, WasteLaws.P7_A_PAIR_BETWEEN_COPIES_OF_ITS_TEXTS_HAS_NO_EFFECT),
                Arguments.of(Mistake.UNUSED_COMPONENT_COUNTS, WasteLaws.P8_NOTHING_USED_IS_ZERO),
                Arguments.of(
                        Mistake.ONLY_THE_LAST_GROUP, WasteLaws.P1_STAYS_ON_ITS_SCALE_AND_IS_FULL_ONLY_WITHOUT_WASTE),
                Arguments.of(Mistake.COPIES_APART, WasteLaws.P3_AN_EXACT_COPY_LOWERS_IT));
    }

    private static void assertClose(double found, double expected, long seed) {
        if (!(Math.abs(found - expected) < 1e-9)) {
            fail("seed %d: %s instead of %s", seed, found, expected);
        }
    }

    private static WasteFormula.Figures figures(Case given) {
        return FORMULA.figures(given.context(), given.masses());
    }

    /** What can go wrong in writing the formula down. */
    enum Mistake {
        NONE,
        LARGEST_MEMBER,
        PAIR_PER_COPY,
        UNUSED_COMPONENT_COUNTS,
        ONLY_THE_LAST_GROUP,
        COPIES_APART
    }

    /** The definition of metrics.md 3.3 word by word, by closure of a relation instead of by union of sets. */
    private static double plain(Case given, double lambda, Mistake mistake) {
        int n = given.size();
        int[] component = components(given, mistake);
        double useful = 0;
        for (int root = 0; root < n; root++) {
            int number = root;
            int[] members =
                    IntStream.range(0, n).filter(i -> component[i] == number).toArray();
            boolean counts = mistake == Mistake.UNUSED_COMPONENT_COUNTS
                    || Arrays.stream(members).anyMatch(i -> given.used()[i]);
            if (members.length > 0 && counts) {
                var masses = Arrays.stream(members).mapToDouble(i -> given.masses()[i]);
                useful += (mistake == Mistake.LARGEST_MEMBER ? masses.max() : masses.min()).getAsDouble();
            }
        }
        double contradictory = 0;
        Set<Set<Integer>> seen = new HashSet<>();
        for (ChunkPair pair : given.pairs()) {
            int a = given.classes()[pair.a()];
            int b = given.classes()[pair.b()];
            if (a == b) {
                continue;
            }
            Set<Integer> key = mistake == Mistake.PAIR_PER_COPY ? Set.of(pair.a(), pair.b()) : Set.of(a, b);
            if (seen.add(key)) {
                contradictory += given.masses()[pair.a()] + given.masses()[pair.b()];
            }
        }
        double all = Arrays.stream(given.masses()).sum();
        return useful == 0 ? 0 : 100.0 * useful / (all + lambda * contradictory);
    }

    private static int[] components(Case given, Mistake mistake) {
        int n = given.size();
        boolean[][] same = new boolean[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                same[i][j] = i == j || (mistake != Mistake.COPIES_APART && given.classes()[i] == given.classes()[j]);
            }
        }
        List<List<Integer>> groups = given.groups();
        for (List<Integer> group : mistake == Mistake.ONLY_THE_LAST_GROUP ? lastOf(groups) : groups) {
            group.forEach(a -> group.forEach(b -> same[a][b] = true));
        }
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    same[i][j] |= same[i][k] && same[k][j];
                }
            }
        }
        return IntStream.range(0, n)
                .map(i -> IntStream.range(0, n)
                        .filter(j -> same[i][j])
                        .findFirst()
                        .orElse(i))
                .toArray();
    }

    private static List<List<Integer>> lastOf(List<List<Integer>> groups) {
        return groups.isEmpty() ? groups : groups.subList(groups.size() - 1, groups.size());
    }
}
