package io.ctxeval.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.score.Scale;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorstRowsProperties {
    private record Offer(GroupKey group, int metric, WorstKey key) {}

    static LongStream seeds() {
        return LongStream.range(0, 30);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anySplitInAnyOrderKeepsTheSameRows(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int groups = 1 + random.nextInt(400);
        List<Offer> offers = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            GroupKey group = GroupKey.of(List.of("g"), Map.of("g", "g" + random.nextInt(groups)));
            WorstKey key = WorstKey.of(Scale.PERCENT, random.nextInt(20), "s" + random.nextInt(50), 0, "f", i);
            offers.add(new Offer(group, random.nextInt(2), key));
        }
        WorstTable whole = table(offers);
        Collections.shuffle(offers, new Random(seed));
        int cut = random.nextInt(offers.size());
        WorstTable left = table(offers.subList(0, cut));
        WorstTable right = table(offers.subList(cut, offers.size()));
        right.merge(left);
        assertThat(right.lines()).as("seed %d", seed).isEqualTo(whole.lines());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theRowsKeptAreTheFirstInSortedOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        WorstRows<WorstKey, String> worst = new WorstRows<>(1 + random.nextInt(20));
        List<WorstKey> keys = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            WorstKey key = WorstKey.of(Scale.SHARE_LOWER, random.nextInt(9) / 8.0, "s" + random.nextInt(9), 0, "f", i);
            keys.add(key);
            worst.offer(key, key::toString);
        }
        Collections.sort(keys);
        List<WorstKey> kept = worst.toList().stream().map(WorstRows.Entry::key).toList();
        assertThat(kept).as("seed %d", seed).isEqualTo(keys.subList(0, kept.size()));
        long alike = keys.subList(kept.size(), keys.size()).stream()
                .filter(key -> key.badness() == kept.get(kept.size() - 1).badness())
                .count();
        assertThat(worst.alikeLeftOut()).as("seed %d", seed).isEqualTo(alike);
    }

    @Test
    void theLastOfSeveralAlikeSaysHowManyMoreThereAre() {
        WorstTable table = new WorstTable(1, 2);
        for (int i = 0; i < 9; i++) {
            WorstKey key = WorstKey.of(Scale.PERCENT, i < 1 ? 0 : 5, "s" + i, 0, "f", i);
            table.offer(GroupKey.WHOLE, 0, key, () -> "{\"id\":\"" + key.sampleId() + "\"}");
        }

        assertThat(table.lines()).containsExactly("{\"id\":\"s0\"}", "{\"id\":\"s1\",\"n_more_alike\":7}");
    }

    @Test
    void worstIsLowestOrHighestByTheScale() {
        assertThat(WorstKey.of(Scale.PERCENT, 10, "b", 0, "f", 0))
                .isLessThan(WorstKey.of(Scale.PERCENT, 20, "a", 0, "f", 0));
        assertThat(WorstKey.of(Scale.SHARE_LOWER, 0.9, "b", 0, "f", 0))
                .isLessThan(WorstKey.of(Scale.SHARE_LOWER, 0.1, "a", 0, "f", 0));
        assertThat(WorstKey.of(Scale.PERCENT, -0.0, "a", 0, "f", 0))
                .isEqualTo(WorstKey.of(Scale.PERCENT, 0.0, "a", 0, "f", 0));
    }

    private static WorstTable table(List<Offer> offers) {
        WorstTable table = new WorstTable(2, 3);
        offers.forEach(offer -> table.offer(offer.group(), offer.metric(), offer.key(), () -> "{" + offer + "}"));
        return table;
    }
}
