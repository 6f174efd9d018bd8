package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WasteFormulaTest {
    /** The anchors of metrics.md 3.6: texts, used chunks, groups and pairs, each list without separators. */
    @ParameterizedTest(name = "{0}: {5}")
    @CsvSource(nullValues = "-", textBlock = """
            two chunks used,                     ab,         11,         -,       -,           100,   true
            one chunk used,                      a,          1,          -,       -,           100,   true
            one chunk unused,                    a,          0,          -,       -,           0,     false
            four of five used,                   abcde,      11110,      -,       -,           80,    true
            five used one redundant pair,        abcde,      11111,      01,      -,           80,    true
            five used one contradiction,         abcde,      11111,      -,       01,          71.43, false
            two used and contradictory,          ab,         11,         -,       01,          50,    false
            two used and redundant,              ab,         11,         01,      -,           50,    false
            ten used one contradiction,          abcdefghij, 1111111111, -,       37,          83.33, true
            five used in one group,              abcde,      11111,      01234,   -,           20,    false
            none used,                           abcde,      00000,      -,       -,           0,     false
            four used overlapping groups,        abcd,       1111,       01 12,   -,           50,    false
            two of ten used,                     abcdefghij, 1100000000, -,       -,           20,    false
            unused contradicts used,             abc,        110,        -,       02,          40,    false
            redundant and contradictory,         ab,         11,         01,      01,          25,    false
            unused in a group with a used one,   abcd,       1110,       03,      -,           75,    false
            one contradicts each of the others,  abcde,      11111,      -,       01 02 03 04, 38.46, false
            ten with everything,                 abcdefghij, 1111110000, 012,     34,          33.33, false
            exact copy that no group names,      aac,        111,        -,       -,           66.67, false
            """)
    void scoresTheAnchors(
            String name, String texts, String used, String groups, String pairs, double score, boolean passes) {
        double found = new WasteFormula(1)
                .figures(JudgedContext.of(classes(texts), flags(used), lists(groups), pairs(pairs)))
                .score();

        assertThat(found).isCloseTo(score, within(0.005));
        assertThat(found >= 80 - 1e-9).isEqualTo(passes);
    }

    @Test
    void countsTheCheapestMemberOfAGroupByItsTokens() {
        JudgedContext context = JudgedContext.of(classes("abc"), flags("110"), lists("01"), List.of());

        WasteFormula.Figures figures = new WasteFormula(1).figures(context, new double[] {100, 40, 60});

        assertThat(figures.score()).isEqualTo(20);
        assertThat(figures.useful()).isEqualTo(40);
    }

    @Test
    void namesComponentsByIdsAsGivenAndPairsByTheFirstCopies() {
        JudgedContext context = JudgedContext.of(
                new int[] {0, 1, 0, JudgedContext.BLANK, 2},
                new boolean[] {true, true, true, true, false},
                List.of(List.of(4, 3, 1), List.of(1, 4)),
                List.of(
                        new ChunkPair(4, 2, " "),
                        new ChunkPair(0, 4, "years differ"),
                        new ChunkPair(0, 2, "copies"),
                        new ChunkPair(3, 1, "blank")));

        assertThat(context.groups()).containsExactly(List.of(0, 2), List.of(1, 4));
        assertThat(context.pairs()).containsExactly(new ChunkPair(0, 4, "years differ"));
        assertThat(context.isUsed(3)).isFalse();
        assertThat(context.textCount()).isEqualTo(3);
    }

    @Test
    void hasNoRedundancyFigureWhereNothingIsUsed() {
        WasteFormula.Figures figures =
                new WasteFormula(1).figures(JudgedContext.of(classes("ab"), flags("00"), List.of(), pairs("01")));

        assertThat(figures.nonRedundancy()).isNull();
        assertThat(figures.utilisation()).isZero();
        assertThat(figures.consistency()).isEqualTo(0.5);
    }

    @Test
    void ignoresContradictionsAtWeightZero() {
        JudgedContext context = JudgedContext.of(classes("ab"), flags("11"), List.of(), pairs("01"));

        assertThat(new WasteFormula(0).figures(context).score()).isEqualTo(100);
        assertThat(new WasteFormula(2.5).figures(context).score()).isCloseTo(100 * 2 / 7.0, within(1e-12));
    }

    @Test
    void refusesWeightsThatAreNone() {
        for (double weight : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> new WasteFormula(weight)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void refusesAContextWithoutChunks() {
        JudgedContext nothing = JudgedContext.of(new int[0], new boolean[0], List.of(), List.of());

        assertThatThrownBy(() -> new WasteFormula(1).figures(nothing)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void storesSixDecimalsRoundedHalfUp() {
        assertThat(StoredScore.of(500 / 7.0)).isEqualTo(71.428571);
        assertThat(StoredScore.of(200 / 3.0)).isEqualTo(66.666667);
        assertThat(StoredScore.of(0.0000005000001)).isEqualTo(0.000001);
        assertThat(StoredScore.of(1 / 128.0)).isEqualTo(0.007813);
    }

    private static int[] classes(String texts) {
        return texts.chars().toArray();
    }

    private static boolean[] flags(String digits) {
        boolean[] flags = new boolean[digits.length()];
        IntStream.range(0, flags.length).forEach(i -> flags[i] = digits.charAt(i) == '1');
        return flags;
    }

    private static List<List<Integer>> lists(@Nullable String lists) {
        return lists == null
                ? List.of()
                : Arrays.stream(lists.split(" "))
                        .map(list -> list.chars().map(c -> c - '0').boxed().toList())
                        .toList();
    }

    private static List<ChunkPair> pairs(@Nullable String pairs) {
        return lists(pairs).stream()
                .map(pair -> new ChunkPair(pair.get(0), pair.get(1), "differ"))
                .toList();
    }
}
