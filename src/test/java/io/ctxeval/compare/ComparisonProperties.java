package io.ctxeval.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ctxeval.score.Scale;
import io.ctxeval.score.Status;
import io.ctxeval.summary.MetricRule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ComparisonProperties {
    private static final List<MetricRule> METRICS = List.of(
            Pairs.WASTE,
            new MetricRule("handoff", Scale.TEN, null, 8.0),
            new MetricRule("exact_dup_ratio", Scale.SHARE_LOWER, null, null),
            new MetricRule("ctx_tokens", Scale.COUNT_LOWER, null, null));

    static LongStream seeds() {
        return LongStream.range(0, 25);
    }

    /** One call on a state, on the given sides or on swapped ones. */
    @SuppressWarnings("ArrayRecordComponent") // read in place, never compared
    private record Event(int kind, @Nullable String lang, String cluster, double[] base, double[] candidate) {
        void on(ComparisonState state, boolean swapped) {
            Map<String, String> values = new HashMap<>();
            if (lang != null) {
                values.put("lang", lang);
            }
            ScoreRow first = row(swapped ? candidate : base);
            ScoreRow second = row(swapped ? base : candidate);
            Side side = swapped == kind % 2 < 1 ? Side.CANDIDATE : Side.BASE;
            if (kind < 8) {
                state.pair(values, cluster, first, second);
            } else if (kind < 10) {
                state.only(side, values, row(base));
            } else if (kind < 12) {
                state.repeated(side, values, row(base));
            } else {
                state.sameQuestion(side, values, row(base));
            }
        }

        private static ScoreRow row(double[] scores) {
            return Pairs.row(scores);
        }
    }

    private static Event event(SplittableRandom random) {
        int roll = random.nextInt(200);
        int kind = roll < 180 ? roll % 8 : roll < 198 ? 8 + roll % 2 : roll < 199 ? 10 + roll % 2 : 12 + roll % 2;
        String lang = random.nextInt(5) == 0 ? null : random.nextBoolean() ? "de" : "fr";
        return new Event(kind, lang, "c" + random.nextInt(60), scores(random, 0), scores(random, random.nextInt(3)));
    }

    private static double[] scores(SplittableRandom random, int lift) {
        double[] scores = {
            Math.min(100, random.nextInt(11) * 10 + lift * 5),
            random.nextInt(100_001) / 10_000.0,
            random.nextInt(4) / 3.0,
            random.nextInt(1, 5000)
        };
        for (int i = 0; i < scores.length; i++) {
            if (random.nextInt(25) == 0) {
                scores[i] = Double.NaN;
            }
        }
        return scores;
    }

    private static ComparisonRules rules(boolean clustered) {
        return new ComparisonRules(METRICS, List.of("lang"), clustered, 400, 3);
    }

    private static Comparison outcome(ComparisonState state) {
        return state.outcome("v1", "v2", ComparisonSettings.GATED, List.of(), false, List.of(List.of("lang")));
    }

    private static List<Event> events(SplittableRandom random) {
        List<Event> events = new ArrayList<>();
        int n = random.nextInt(900);
        for (int i = 0; i < n; i++) {
            events.add(event(random));
        }
        return events;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anySplitInAnyOrderGivesTheSameOutcome(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ComparisonRules rules = rules(seed % 2 == 0);
        List<Event> events = events(random);
        ComparisonState whole = new ComparisonState(rules);
        events.forEach(event -> event.on(whole, false));

        List<Event> shuffled = new ArrayList<>(events);
        Collections.shuffle(shuffled, new Random(seed));
        List<ComparisonState> parts = new ArrayList<>();
        int n = 1 + random.nextInt(30);
        for (int i = 0; i < n; i++) {
            parts.add(new ComparisonState(rules));
        }
        shuffled.forEach(event -> {
            ComparisonState part = parts.get(random.nextInt(n));
            event.on(part, false);
            if (random.nextInt(50) == 0) {
                part.expand();
            }
        });
        while (parts.size() > 1) {
            ComparisonState right = Serialized.copy(parts.remove(random.nextInt(parts.size())));
            parts.get(random.nextInt(parts.size())).merge(right);
        }
        assertThat(outcome(parts.get(0))).as("seed %d", seed).isEqualTo(outcome(whole));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void swappingTheVersionsMirrorsEveryFigureToTheBit(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ComparisonRules rules = rules(seed % 2 == 0);
        ComparisonState there = new ComparisonState(rules);
        ComparisonState back = new ComparisonState(rules);
        for (Event event : events(random)) {
            event.on(there, false);
            event.on(back, true);
        }
        List<MetricComparison> before = outcome(there).metrics();
        List<MetricComparison> after = outcome(back).metrics();
        assertThat(after).hasSameSizeAs(before);
        for (int i = 0; i < before.size(); i++) {
            assertMirrored(before.get(i), after.get(i), seed);
        }
    }

    private static void assertMirrored(MetricComparison there, MetricComparison back, long seed) {
        DeltaFigures a = there.delta();
        DeltaFigures b = back.delta();
        Consumer<Object[]> equal = pair -> assertThat(pair[0])
                .as("seed %d, %s", seed, there.rule().metric())
                .isEqualTo(pair[1]);
        equal.accept(new Object[] {a.pairs(), b.pairs()});
        equal.accept(new Object[] {a.negative(), b.positive()});
        equal.accept(new Object[] {a.baseMean(), b.candidateMean()});
        equal.accept(new Object[] {a.sd(), b.sd()});
        equal.accept(new Object[] {a.pWilcoxon(), b.pWilcoxon()});
        equal.accept(new Object[] {a.pSign(), b.pSign()});
        equal.accept(new Object[] {there.pAdjusted(), back.pAdjusted()});
        equal.accept(new Object[] {there.base(), back.candidate()});
        equal.accept(new Object[] {there.rows().onlyBase(), back.rows().onlyCandidate()});
        equal.accept(new Object[] {there.rows().repeatedBase(), back.rows().repeatedCandidate()});
        if (a.pairs() > 0) {
            Interval forth = Pairs.present(a.interval());
            Interval reverse = Pairs.present(b.interval());
            // Adding 0 makes -0 and 0 one.
            equal.accept(new Object[] {Pairs.present(a.mean()) + 0, -Pairs.present(b.mean()) + 0});
            equal.accept(new Object[] {Pairs.present(a.median()) + 0, -Pairs.present(b.median()) + 0});
            equal.accept(new Object[] {forth.low() + 0, -reverse.high() + 0});
            equal.accept(new Object[] {forth.high() + 0, -reverse.low() + 0});
        }
        if (there.passes() != null) {
            PassFigures mirror = Pairs.present(back.passes());
            equal.accept(new Object[] {there.passes().onlyBase(), mirror.onlyCandidate()});
            equal.accept(new Object[] {there.passes().pMcnemar(), mirror.pMcnemar()});
        }
        Verdict mirrored = switch (there.verdict()) {
            case IMPROVED -> Verdict.REGRESSED;
            case REGRESSED -> Verdict.IMPROVED;
            case NO_EVIDENCE, TOO_SMALL -> there.verdict();
        };
        equal.accept(new Object[] {mirrored, back.verdict()});
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theFiguresAreThoseOfThePlainDefinitions(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Integer> deltas = Pairs.random(random, 2 + random.nextInt(300), 1 + random.nextInt(6000));
        DeltaFigures found =
                Pairs.metric(Pairs.ofCentis(Pairs.rules(Pairs.WASTE), deltas)).delta();
        double[] points =
                deltas.stream().mapToDouble(delta -> delta / 100.0).sorted().toArray();
        int n = points.length;
        double mean = DoubleStream.of(points).sum() / n;
        double sd = Math.sqrt(
                DoubleStream.of(points).map(x -> (x - mean) * (x - mean)).sum() / (n - 1));
        Offset<Double> close = within(1e-9);
        assertThat(found.mean()).as("seed %d", seed).isCloseTo(mean, close);
        assertThat(found.sd()).isCloseTo(sd, close);
        assertThat(found.median()).isCloseTo((points[(n - 1) / 2] + points[n / 2]) / 2, close);
        assertThat(found.meanAbsolute())
                .isCloseTo(DoubleStream.of(points).map(Math::abs).sum() / n, close);
        assertThat(found.detectable()).isCloseTo(2.8 * sd / Math.sqrt(n), close);
        assertThat(found.negative() + found.zero() + found.positive()).isEqualTo(n);
        Interval interval = Pairs.present(found.interval());
        assertThat(interval.low()).isLessThanOrEqualTo(interval.high());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyRowOfAVersionIsCountedOnce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ComparisonState state = new ComparisonState(rules(false));
        events(random).forEach(event -> event.on(state, false));
        for (MetricComparison metric : outcome(state).metrics()) {
            assertThat(metric.base().total())
                    .as("seed %d", seed)
                    .isEqualTo(metric.rows().of(Side.BASE));
            assertThat(metric.candidate().total()).isEqualTo(metric.rows().of(Side.CANDIDATE));
            assertThat(metric.delta().pairs()).isLessThanOrEqualTo(metric.rows().both());
            assertThat(metric.base().of(Status.OK))
                    .isGreaterThanOrEqualTo(metric.delta().pairs());
        }
    }
}
