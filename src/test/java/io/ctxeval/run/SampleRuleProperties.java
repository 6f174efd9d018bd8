package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.Origin;
import io.ctxeval.dataset.ReadingNotes;
import io.ctxeval.plan.SamplePlan;
import io.ctxeval.sample.RagSample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A sample is the same for any order and any parts of the rows, has its size, and keeps versions together. */
class SampleRuleProperties {
    @ParameterizedTest
    @MethodSource("seeds")
    void hasItsSizeInProportionToTheStrataWhateverTheParts(int seed) {
        Random random = new Random(seed);
        List<CanonicalRecord> rows = new ArrayList<>();
        int strata = 1 + random.nextInt(4);
        for (int i = 0; i < 400; i++) {
            rows.add(row("s" + i, "v1", "topic " + (int) Math.floor(strata * Math.pow(random.nextDouble(), 2))));
        }
        long size = 1L + random.nextInt(399);
        SamplePlan plan = new SamplePlan(null, size, List.of("topic"), seed);

        SampleRule whole = rule(plan, List.of(rows));
        Collections.shuffle(rows, random);
        SampleRule parted = rule(plan, List.of(rows.subList(0, 13), rows.subList(13, 200), rows.subList(200, 400)));

        assertThat(rows.stream().filter(whole::judges).count())
                .as("seed " + seed)
                .isEqualTo(size);
        assertThat(rows.stream().filter(parted::judges).toList())
                .as("seed " + seed)
                .isEqualTo(rows.stream().filter(whole::judges).toList());
        for (int topic = 0; topic < strata; topic++) {
            String name = "topic " + topic;
            double all = rows.stream()
                    .filter(row -> name.equals(row.dimensions().get("topic")))
                    .count();
            double judged = rows.stream()
                    .filter(row -> name.equals(row.dimensions().get("topic")) && whole.judges(row))
                    .count();
            assertThat(Math.abs(judged - size * all / 400)).as("seed " + seed).isLessThan(1);
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    @Test
    void keepsTheVersionsOfAnIdTogether() {
        List<CanonicalRecord> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            rows.add(row("s" + i, "v1", "t"));
            rows.add(row("s" + i, "v2", "t"));
        }

        SampleRule rule = rule(new SamplePlan(null, 100L, List.of("retriever_version"), 5), List.of(rows));

        for (int i = 0; i < rows.size(); i += 2) {
            assertThat(rule.judges(rows.get(i))).isEqualTo(rule.judges(rows.get(i + 1)));
        }
        assertThat(rows.stream().filter(rule::judges).count()).isEqualTo(100);
    }

    @Test
    void aRateTakesItsShareAndAllWithoutAPlan() {
        List<CanonicalRecord> rows = IntStream.range(0, 20_000)
                .mapToObj(i -> row("id " + i, "v1", "t"))
                .toList();

        SampleRule tenth = rule(new SamplePlan(0.1, null, List.of(), 1), List.of(rows));

        // four standard deviations of a binomial share
        assertThat(rows.stream().filter(tenth::judges).count() / 20_000.0).isBetween(0.0915, 0.1085);
        assertThat(rows).allMatch(SampleRule.Strata.of(null).rule()::judges);
        assertThat(rows).allMatch(rule(new SamplePlan(1.0, null, List.of(), 1), List.of(rows))::judges);
    }

    private static SampleRule rule(SamplePlan plan, List<List<CanonicalRecord>> parts) {
        SampleRule.Strata all = SampleRule.Strata.of(plan);
        for (List<CanonicalRecord> part : parts) {
            SampleRule.Strata strata = SampleRule.Strata.of(plan);
            part.forEach(strata::count);
            all.merge(strata);
        }
        return all.rule();
    }

    private static CanonicalRecord row(String id, String version, String topic) {
        return new CanonicalRecord(
                new Origin(0, "f", 0),
                id,
                false,
                Map.of("retriever_version", version, "topic", topic),
                RagSample.of("q", "o", "c"),
                null,
                ReadingNotes.NONE);
    }
}
