package io.ctxeval.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.score.Score;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.score.Status;
import io.ctxeval.score.WasteMetadata;
import io.ctxeval.summary.GroupKey;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The k-curve says what the metrics say of the shorter lists, whatever the order and the partitioning of the rows. */
class RankCurveProperties {
    private static final long SEED = 20261130;
    private static final ScoringOptions CHUNKS = options(1, false);

    private static ScoringOptions options(double contradictionWeight, boolean tokenWeighting) {
        ScoringOptions defaults = ScoringOptions.DEFAULTS;
        return new ScoringOptions(
                "chars4",
                defaults.contextBudget(),
                contradictionWeight,
                tokenWeighting,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                defaults.maxAspects(),
                defaults.contextFormat(),
                defaults.split());
    }

    @Test
    void everyPrefixScoresLikeTheMetricsOnTheShortenedSample() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int sample = 0; sample < 1000; sample++) {
            ScoringOptions options = options(random.nextInt(4) / 2.0, random.nextInt(3) == 0);
            JudgedRow row = JudgedRow.random(random, 9);
            JudgedList list = row.list(options);
            for (int k = 1; k <= row.size() + 1; k++) {
                JudgedRow shortened = row.first(Math.min(k, row.size()));
                String which = "seed " + SEED + ", sample " + sample + ", k " + k + ": " + row;

                WasteMetadata.Prefix prefix = list.wasteOfFirst(k);
                Score waste = shortened.waste(options);
                if (prefix == null) {
                    assertThat(waste.status()).as(which).isEqualTo(Status.NOT_APPLICABLE);
                } else {
                    WasteMetadata metadata = (WasteMetadata) Objects.requireNonNull(waste.metadata());
                    assertThat(waste).as(which).isInstanceOf(Score.Scored.class);
                    assertThat(prefix)
                            .as(which)
                            .isEqualTo(new WasteMetadata.Prefix(
                                    ((Score.Scored) waste).value(), metadata.tokensTotal(), metadata.tokensWasted()));
                }
                assertThat(list.sufficiencyOfFirst(k))
                        .as(which)
                        .isEqualTo(row.isCited() ? valueOf(shortened.sufficiency(options)) : null);
            }
        }
    }

    private static double valueOf(Score score) {
        return ((Score.Scored) score).value();
    }

    @Test
    void theMeansAtEachKAreThoseOfAllRowsEachWithAtMostKChunks() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<JudgedRow> rows = rows(random, 300, 7);
        Insights insights = new Insights(List.of());
        rows.forEach(row -> insights.add(Map.of(), row.list(CHUNKS)));

        List<RankFigures> ranks = insights.ranks(List.of(GroupKey.WHOLE), "given", 2.0);

        assertThat(ranks).hasSize(7);
        for (RankFigures rank : ranks) {
            int k = Objects.requireNonNull(rank.k());
            List<Double> waste = new ArrayList<>();
            List<Double> sufficiency = new ArrayList<>();
            long wasted = 0;
            long tokens = 0;
            for (JudgedRow row : rows) {
                JudgedRow kept = row.first(Math.min(k, row.size()));
                if (kept.waste(CHUNKS) instanceof Score.Scored scored) {
                    waste.add(scored.value());
                    wasted += ((WasteMetadata) Objects.requireNonNull(scored.metadata())).tokensWasted();
                }
                if (row.isCited()) {
                    sufficiency.add(valueOf(kept.sufficiency(CHUNKS)));
                }
                tokens += kept.chunks().stream()
                        .mapToInt(chunk -> (chunk.length() + 3) / 4)
                        .sum();
            }
            assertThat(rank.position()).isEqualTo(k - 1);
            assertThat(rank.curve().waste().n()).isEqualTo(waste.size());
            assertThat(rank.curve().waste().mean()).isEqualTo(mean(waste));
            assertThat(rank.curve().sufficiency().n()).isEqualTo(sufficiency.size());
            assertThat(rank.curve().sufficiency().mean()).isEqualTo(mean(sufficiency));
            assertThat(rank.curve().uncited()).isEqualTo(rows.size() - sufficiency.size());
            assertThat(rank.curve().wastedTokens()).isEqualTo(wasted);
            assertThat(rank.curve().wastedCost()).isEqualTo(wasted * 2.0 / 1e6);
            // a row of blank chunks alone has tokens, and a judgement of ctx_suff
            assertThat(rank.curve().tokens()).isEqualTo(tokens);
        }
    }

    private static double mean(List<Double> values) {
        BigDecimal sum = values.stream().map(BigDecimal::valueOf).reduce(BigDecimal.ZERO, BigDecimal::add);
        return sum.divide(BigDecimal.valueOf(values.size()), MathContext.DECIMAL128)
                .doubleValue();
    }

    private static List<JudgedRow> rows(SplittableRandom random, int count, int most) {
        List<JudgedRow> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(JudgedRow.random(random, most));
        }
        return rows;
    }

    private record Versioned(String version, JudgedRow row) {}

    @ParameterizedTest
    @ValueSource(ints = {2, 7, 50})
    void orderAndPartitioningOfTheRowsChangeNothing(int parts) {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Versioned> rows = new ArrayList<>();
        for (JudgedRow row : rows(random, 200, 130)) {
            rows.add(new Versioned("v" + (1 + random.nextInt(2)), row));
        }
        List<GroupKey> groups = List.of(GroupKey.WHOLE, group("v1"), group("v2"), group("v3"));
        List<RankFigures> once = figures(rows, 1, groups);
        Collections.shuffle(rows, new Random(parts));

        assertThat(figures(rows, parts, groups)).isEqualTo(once);
        assertThat(once.stream().map(RankFigures::group).distinct())
                .containsExactly(GroupKey.WHOLE, group("v1"), group("v2"));
        RankFigures last = once.stream()
                .filter(rank -> rank.group().isWhole())
                .reduce((a, b) -> b)
                .orElseThrow();
        assertThat(last.k()).isNull();
        assertThat(last.position()).isEqualTo(100);
        assertThat(last.use().chunks())
                .isEqualTo(rows.stream()
                        .mapToLong(row -> Math.max(0, row.row().size() - 100))
                        .sum());
    }

    private static GroupKey group(String version) {
        return new GroupKey(List.of(new GroupKey.Part("retriever_version", version)));
    }

    private static List<RankFigures> figures(List<Versioned> rows, int parts, List<GroupKey> groups) {
        List<String> dimensions = List.of("retriever_version", "topic");
        Insights whole = new Insights(dimensions);
        for (int part = 0; part < parts; part++) {
            Insights some = new Insights(dimensions);
            for (int i = part; i < rows.size(); i += parts) {
                Map<String, String> values = new TreeMap<>();
                values.put("retriever_version", rows.get(i).version());
                if (rows.get(i).row().size() % 2 == 0) {
                    values.put("topic", "even");
                }
                some.add(values, rows.get(i).row().list(CHUNKS));
            }
            whole.merge(some);
        }
        return whole.ranks(groups, "given", 1.5);
    }
}
