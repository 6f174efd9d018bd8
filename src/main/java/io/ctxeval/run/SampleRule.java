package io.ctxeval.run;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.plan.SamplePlan;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which of the staged rows are judged (judge-at-scale.md 6). A row's rank is a hash of its sample id and the seed, so that the
 * rows of one id are in or out together in every retriever version, whatever the order of rows and the number of partitions.
 * Strata get shares of the sample in proportion to their sizes, so that plain means stay unbiased.
 */
final class SampleRule implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final String ABSENT = "\0";

    private final List<String> by;
    private final long seed;
    /** Highest rank, unsigned, that is judged, by stratum; a stratum without one has no judged row. */
    private final Map<List<String>, Long> highest;

    private final @Nullable Long highestOfAll;

    private SampleRule(List<String> by, long seed, Map<List<String>, Long> highest, @Nullable Long highestOfAll) {
        this.by = by;
        this.seed = seed;
        this.highest = highest;
        this.highestOfAll = highestOfAll;
    }

    boolean judges(CanonicalRecord record) {
        Long limit = highestOfAll == null ? highest.get(stratum(by, record)) : highestOfAll;
        return limit != null && Long.compareUnsigned(rank(record.sampleId(), seed), limit) <= 0;
    }

    private static List<String> stratum(List<String> by, CanonicalRecord record) {
        return by.stream()
                .map(name -> record.dimensions().getOrDefault(name, ABSENT))
                .toList();
    }

    /** A number that any other id shares by chance only: FNV-1a over the id, then the finaliser of SplitMix64 with the seed. */
    static long rank(String sampleId, long seed) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < sampleId.length(); i++) {
            hash = (hash ^ sampleId.charAt(i)) * 0x100000001b3L;
        }
        long mixed = hash + seed * 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    /**
     * What is known of the strata of a part of the rows: their sizes and, where the sample has a size, their lowest ranks.
     * Mergeable in any order.
     */
    static final class Strata implements Serializable {
        private static final long serialVersionUID = 1L;

        private final @Nullable SamplePlan plan;
        private final Map<List<String>, Stratum> strata = new HashMap<>();

        private Strata(@Nullable SamplePlan plan) {
            this.plan = plan;
        }

        static Strata of(@Nullable SamplePlan plan) {
            return new Strata(plan);
        }

        void count(CanonicalRecord record) {
            if (plan != null && plan.size() != null) {
                strata.computeIfAbsent(stratum(plan.by(), record), any -> new Stratum())
                        .add(rank(record.sampleId(), plan.seed()), plan.size());
            }
        }

        void merge(Strata other) {
            if (plan != null && plan.size() != null) {
                long size = plan.size();
                other.strata.forEach((key, stratum) ->
                        strata.computeIfAbsent(key, any -> new Stratum()).merge(stratum, size));
            }
        }

        /** The rule once all parts are merged. */
        SampleRule rule() {
            if (plan == null) {
                return new SampleRule(List.of(), 0, Map.of(), -1L);
            }
            Double rate = plan.rate();
            if (rate != null) {
                return new SampleRule(List.of(), plan.seed(), Map.of(), limitOf(rate));
            }
            Map<List<String>, Long> highest = new HashMap<>();
            shares(plan.size() == null ? 0 : plan.size()).forEach((key, share) -> {
                Stratum stratum = strata.get(key);
                if (stratum != null && share > 0) {
                    highest.put(key, stratum.nth(share));
                }
            });
            return new SampleRule(plan.by(), plan.seed(), highest, null);
        }

        private static long limitOf(double rate) {
            return rate >= 1
                    ? -1L
                    : new java.math.BigDecimal(rate)
                            .multiply(new java.math.BigDecimal(java.math.BigInteger.ONE.shiftLeft(Long.SIZE)))
                            .toBigInteger()
                            .longValue();
        }

        /** Rows to judge by stratum: proportional, remainders to the largest fractions (Hamilton's method). */
        private Map<List<String>, Long> shares(long size) {
            Map<List<String>, Long> shares =
                    new TreeMap<>(Comparator.comparing((List<String> key) -> String.join("\1", key)));
            long all =
                    strata.values().stream().mapToLong(stratum -> stratum.rows).sum();
            long wanted = Math.min(size, all);
            long given = 0;
            for (Map.Entry<List<String>, Stratum> entry : strata.entrySet()) {
                long share = all == 0 ? 0 : Math.multiplyExact(wanted, entry.getValue().rows) / all;
                shares.put(entry.getKey(), share);
                given += share;
            }
            List<List<String>> byRemainder = new ArrayList<>(shares.keySet());
            byRemainder.sort(Comparator.comparing((List<String> key) -> -remainder(key, wanted, all)));
            for (int i = 0; given < wanted; i++, given++) {
                shares.merge(byRemainder.get(i), 1L, Long::sum);
            }
            return shares;
        }

        private long remainder(List<String> key, long wanted, long all) {
            Stratum stratum = strata.get(key);
            return stratum == null ? 0 : Math.multiplyExact(wanted, stratum.rows) % all;
        }
    }

    /** One stratum of a part: its rows and its lowest ranks. */
    private static final class Stratum implements Serializable {
        private static final long serialVersionUID = 1L;

        private long rows;
        /** The highest of the kept ranks first; ranks are shifted so that signed order is unsigned order. */
        private final PriorityQueue<Long> lowest = new PriorityQueue<>(Collections.reverseOrder());

        void add(long rank, long most) {
            rows++;
            keep(rank ^ Long.MIN_VALUE, most);
        }

        private void keep(Long shifted, long most) {
            lowest.add(shifted);
            if (lowest.size() > most) {
                lowest.poll();
            }
        }

        void merge(Stratum other, long most) {
            rows += other.rows;
            other.lowest.forEach(rank -> keep(rank, most));
        }

        /** The n-th lowest rank, from 1. */
        long nth(long n) {
            List<Long> ascending = new ArrayList<>(lowest);
            Collections.sort(ascending);
            return ascending.get(Math.toIntExact(Math.min(n, ascending.size()) - 1)) ^ Long.MIN_VALUE;
        }
    }
}
