package io.ctxeval.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.score.ScoringOptions;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.table.Column;
import io.ctxeval.table.CsvRows;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankTableTest {
    private static final List<GroupKey> WHOLE = List.of(GroupKey.WHOLE);

    private final Storage storage = new Storage(new Configuration(false));

    @TempDir
    java.nio.file.Path folder;

    /** Three chunks of two tokens each: 0 and 1 used and saying the same, 2 unused and against 0; 1 covers, 0 half covers. */
    private static final JudgedRow THREE = new JudgedRow(
            List.of("one text", "two text", "tri text"),
            "she did",
            List.of(true, true, false),
            List.of(List.of(0, 1)),
            List.of(List.of(2, 0)),
            null,
            List.of(
                    new JudgedRow.Aspect("covered", List.of(1)),
                    new JudgedRow.Aspect("partial", List.of(0)),
                    new JudgedRow.Aspect("missing", List.of())));

    private static List<RankFigures> ranks(int rows, JudgedRow row, @Nullable Double price) {
        Insights insights = new Insights(List.of());
        for (int i = 0; i < rows; i++) {
            insights.add(Map.of(), row.list(ScoringOptions.DEFAULTS));
        }
        return insights.ranks(WHOLE, "given", price);
    }

    @Test
    void countsWhatIsSaidOfEachPosition() {
        List<RankFigures> ranks = ranks(1, THREE, 1e6);

        assertThat(ranks.stream().map(RankFigures::use))
                .containsExactly(
                        new RankFigures.Use(1, 2, 1, 1, 1, 0, 1, 1, 0, 1),
                        new RankFigures.Use(1, 2, 1, 1, 1, 1, 0, 1, 1, 0),
                        new RankFigures.Use(1, 2, 1, 0, 0, 0, 1, 1, 0, 0));
        // one useful chunk of 1, of 2, of 3 plus a contradiction of 2
        assertThat(ranks.stream().map(rank -> rank.curve().waste().mean())).containsExactly(100.0, 50.0, 20.0);
        assertThat(ranks.stream().map(rank -> rank.curve().sufficiency().mean()))
                .containsExactly(16.666667, 50.0, 50.0);
        assertThat(ranks.stream().map(rank -> rank.curve().meanTokens())).containsExactly(2.0, 4.0, 6.0);
        assertThat(ranks.stream().map(rank -> rank.curve().wastedCostPerThousand()))
                .containsExactly(0.0, 2000.0, 4000.0);
    }

    @Test
    void aListThatEndsEarlierCountsWithAllItHas() {
        Insights insights = new Insights(List.of());
        insights.add(Map.of(), THREE.list(ScoringOptions.DEFAULTS));
        insights.add(Map.of(), THREE.first(1).list(ScoringOptions.DEFAULTS));

        List<RankFigures> ranks = insights.ranks(WHOLE, null, null);

        assertThat(ranks.stream().map(rank -> rank.use().chunks())).containsExactly(2L, 1L, 1L);
        assertThat(ranks.stream().map(rank -> rank.curve().waste().n())).containsExactly(2L, 2L, 2L);
        assertThat(ranks.stream().map(rank -> rank.curve().waste().mean())).containsExactly(100.0, 75.0, 60.0);
        assertThat(ranks.stream().map(rank -> rank.curve().tokens())).containsExactly(4L, 6L, 8L);
        // 100 and 20: standard error 40, so the interval ends at the scale
        assertThat(ranks.get(2).curve().waste().high()).isEqualTo(100.0);
        assertThat(ranks.get(2).curve().waste().low()).isEqualTo(0.0);
    }

    @Test
    void aRowWhoseJudgementNamesNoChunkHasNoCurveOfSufficiency() {
        JudgedRow bare = new JudgedRow(
                List.of("one text", "two text"),
                "she did",
                List.of(true, true),
                List.of(),
                List.of(),
                null,
                List.of(new JudgedRow.Aspect("covered", List.of())));

        List<RankFigures> ranks = ranks(40, bare, null);

        assertThat(ranks).allSatisfy(rank -> {
            assertThat(rank.curve().sufficiency().n()).isZero();
            assertThat(rank.curve().uncited()).isEqualTo(40);
            assertThat(rank.use().sufficiencyChunks()).isEqualTo(40);
        });
        assertThat(Advice.of(ranks)).isEqualTo(new Advice.None("the judgements of ctx_suff name no chunks"));
    }

    @Test
    void advisesTheFewestChunksThatKeepAlmostAllSufficiency() {
        assertThat(Advice.of(ranks(30, THREE, null))).isEqualTo(new Advice.Fewer(2, 3, 1, 1 - 4.0 / 6, 30));
    }

    @Test
    void saysWhyItAdvisesNothing() {
        assertThat(Advice.of(ranks(29, THREE, null))).isEqualTo(new Advice.None("only 29 rows, fewer than 30"));
        assertThat(Advice.of(ranks(30, THREE.first(2), null)))
                .isEqualTo(new Advice.None("every shorter list keeps less than 99 % of sufficiency"));
        assertThat(Advice.of(List.of())).isEqualTo(new Advice.None("no chunk was judged"));
        JudgedRow useless = new JudgedRow(
                THREE.chunks(),
                "she did",
                THREE.used(),
                List.of(),
                List.of(),
                null,
                List.of(new JudgedRow.Aspect("missing", List.of())));
        assertThat(Advice.of(ranks(30, useless, null)))
                .isEqualTo(new Advice.None("no row has any sufficiency to keep"));
    }

    @Test
    void theColumnsAreFixed() {
        assertThat(RankTable.schema(List.of("judge")).columns().stream().map(Column::name))
                .containsExactly(
                        "group",
                        "judge_group",
                        "judge",
                        "position",
                        "k",
                        "chunks",
                        "tokens",
                        "waste_chunks",
                        "used",
                        "redundant",
                        "repeated",
                        "contradicting",
                        "suff_chunks",
                        "supporting",
                        "supporting_partly",
                        "used_share",
                        "redundant_share",
                        "repeated_share",
                        "contradicting_share",
                        "supporting_share",
                        "rows",
                        "context_tokens",
                        "context_tokens_mean",
                        "ctx_waste_n",
                        "ctx_waste_mean",
                        "ctx_waste_low",
                        "ctx_waste_high",
                        "wasted_tokens",
                        "wasted_cost",
                        "wasted_cost_per_1000",
                        "ctx_suff_n",
                        "ctx_suff_mean",
                        "ctx_suff_low",
                        "ctx_suff_high",
                        "ctx_suff_uncited");
    }

    @Test
    void readsBackWhatItWrote() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        Insights insights = new Insights(List.of("v"));
        for (int i = 0; i < 20; i++) {
            insights.add(
                    Map.of("v", "a, b=" + i % 2), JudgedRow.random(random, 110).list(ScoringOptions.DEFAULTS));
        }
        List<GroupKey> groups = List.of(GroupKey.WHOLE, new GroupKey(List.of(new GroupKey.Part("v", "a, b=1"))));
        List<RankFigures> ranks = insights.ranks(groups, "given", 0.25);

        RankTable.of(ranks, List.of("v")).write(storage, new Path(folder.toString()));

        assertThat(ranks).anyMatch(rank -> rank.k() == null);
        assertThat(RankTable.read(CsvRows.read(storage, new Path(folder + "/ranks.csv"))))
                .isEqualTo(ranks);
    }
}
