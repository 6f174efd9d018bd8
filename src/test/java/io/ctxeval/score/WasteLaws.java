package io.ctxeval.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The properties P1 to P8 of metrics.md 3.5 as predicates on small random contexts. A law is asked of any {@link Scorer}, so that
 * planted mistakes can be put through it.
 */
enum WasteLaws {
    P1_STAYS_ON_ITS_SCALE_AND_IS_FULL_ONLY_WITHOUT_WASTE {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            double score = scorer.score(given);
            return score >= 0 && score <= 100 && (score == 100) == given.hasNoWaste();
        }
    },

    P2_PERMUTING_CHUNKS_CHANGES_NOTHING {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            return scorer.score(given.permuted(random)) == scorer.score(given);
        }
    },

    P3_AN_EXACT_COPY_LOWERS_IT {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            int id = random.nextInt(given.size());
            return lowers(scorer, given, given.with(given.classes[id], given.used[id], given.masses[id]));
        }
    },

    P4_AN_UNUSED_CHUNK_LOWERS_IT {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            return lowers(scorer, given, given.with(given.freshClass(), false, 1 + random.nextInt(9)));
        }
    },

    P4_A_CHUNK_MORE_IN_A_USED_COMPONENT_LOWERS_IT {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            int used = given.anyUsed(random);
            if (used < 0) {
                return true;
            }
            Case more = given.with(given.freshClass(), random.nextBoolean(), 1 + random.nextInt(9));
            return lowers(scorer, given, more.withGroup(used, given.size()));
        }
    },

    P5_A_CONTRADICTION_LOWERS_IT {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            int a = random.nextInt(given.size());
            int b = random.nextInt(given.size());
            if (given.classes[a] == given.classes[b] || given.hasPair(a, b)) {
                return true;
            }
            return lowers(scorer, given, given.withPair(a, b));
        }
    },

    P6_MERGING_COMPONENTS_NEVER_RAISES_IT {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            Case merged = given.withGroup(random.nextInt(given.size()), random.nextInt(given.size()));
            return scorer.score(merged) <= scorer.score(given);
        }
    },

    P6_USING_A_CHUNK_NEVER_LOWERS_IT {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            return scorer.score(given.using(random.nextInt(given.size()))) >= scorer.score(given);
        }
    },

    P7_REPEATS_AND_REVERSALS_HAVE_NO_EFFECT {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            return scorer.score(given.repeated(random)) == scorer.score(given);
        }
    },

    P7_A_PAIR_BETWEEN_COPIES_OF_ITS_TEXTS_HAS_NO_EFFECT {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            return scorer.score(given.withPairsOfCopies()) == scorer.score(given);
        }
    },

    P7_SCALING_ALL_MASSES_HAS_NO_EFFECT {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            double factor = 2 + random.nextInt(9);
            double[] scaled =
                    Arrays.stream(given.masses).map(mass -> mass * factor).toArray();
            Case heavier = new Case(given.classes, given.used, scaled, given.groups, given.pairs);
            return Math.abs(scorer.score(heavier) - scorer.score(given)) < 1e-9;
        }
    },

    P8_NOTHING_USED_IS_ZERO {
        @Override
        boolean holds(Scorer scorer, SplittableRandom random) {
            Case given = Case.random(random);
            return scorer.score(
                            new Case(given.classes, new boolean[given.size()], given.masses, given.groups, given.pairs))
                    == 0;
        }
    };

    abstract boolean holds(Scorer scorer, SplittableRandom random);

    /** Whether the law holds for the random case of a seed. */
    boolean holds(Scorer scorer, long seed) {
        return holds(scorer, new SplittableRandom(seed));
    }

    private static boolean lowers(Scorer scorer, Case before, Case after) {
        double score = scorer.score(before);
        return score == 0 || scorer.score(after) < score;
    }

    /** Any form of the formula, with lambda 1. */
    interface Scorer {
        double score(Case given);
    }

    /** A context of at most seven chunks with its verdicts; copies share verdict and mass. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and made by the hundred thousand
    record Case(int[] classes, boolean[] used, double[] masses, List<List<Integer>> groups, List<ChunkPair> pairs) {
        static Case random(SplittableRandom random) {
            int n = 1 + random.nextInt(7);
            int[] classes = new int[n];
            boolean[] usedTexts = new boolean[n];
            double[] textMasses = new double[n];
            for (int text = 0; text < n; text++) {
                usedTexts[text] = random.nextInt(3) > 0;
                textMasses[text] = 1 + random.nextInt(9);
            }
            boolean[] used = new boolean[n];
            double[] masses = new double[n];
            boolean tokens = random.nextBoolean();
            for (int i = 0; i < n; i++) {
                classes[i] = random.nextInt(4) == 0 ? random.nextInt(n) : i;
                used[i] = usedTexts[classes[i]];
                masses[i] = tokens ? textMasses[classes[i]] : 1;
            }
            List<List<Integer>> groups = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                groups.add(random.ints(1 + random.nextInt(3), 0, n).boxed().toList());
            }
            List<ChunkPair> pairs = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                pairs.add(new ChunkPair(random.nextInt(n), random.nextInt(n), "differ"));
            }
            return new Case(classes, used, masses, List.copyOf(groups), List.copyOf(pairs));
        }

        int size() {
            return classes.length;
        }

        JudgedContext context() {
            return JudgedContext.of(classes, used, groups, pairs);
        }

        boolean hasNoWaste() {
            boolean allUsed = IntStream.range(0, size()).allMatch(i -> used[i]);
            boolean allDifferent = Arrays.stream(classes).distinct().count() == size();
            boolean noGroup =
                    groups.stream().allMatch(group -> group.stream().distinct().count() == 1);
            boolean noPair = pairs.stream().allMatch(pair -> classes[pair.a()] == classes[pair.b()]);
            return allUsed && allDifferent && noGroup && noPair;
        }

        int freshClass() {
            return 1000;
        }

        int anyUsed(SplittableRandom random) {
            int[] ids = IntStream.range(0, size()).filter(i -> used[i]).toArray();
            return ids.length == 0 ? -1 : ids[random.nextInt(ids.length)];
        }

        boolean hasPair(int a, int b) {
            return pairs.stream()
                    .anyMatch(pair -> (classes[pair.a()] == classes[a] && classes[pair.b()] == classes[b])
                            || (classes[pair.a()] == classes[b] && classes[pair.b()] == classes[a]));
        }

        Case with(int textClass, boolean isUsed, double mass) {
            int n = size();
            int[] moreClasses = Arrays.copyOf(classes, n + 1);
            boolean[] moreUsed = Arrays.copyOf(used, n + 1);
            double[] moreMasses = Arrays.copyOf(masses, n + 1);
            moreClasses[n] = textClass;
            moreUsed[n] = isUsed;
            moreMasses[n] = mass;
            return new Case(moreClasses, moreUsed, moreMasses, groups, pairs);
        }

        Case withGroup(int a, int b) {
            List<List<Integer>> more = new ArrayList<>(groups);
            more.add(List.of(a, b));
            return new Case(classes, used, masses, more, pairs);
        }

        Case withPair(int a, int b) {
            List<ChunkPair> more = new ArrayList<>(pairs);
            more.add(new ChunkPair(a, b, "differ"));
            return new Case(classes, used, masses, groups, more);
        }

        Case using(int id) {
            boolean[] more = used.clone();
            for (int i = 0; i < more.length; i++) {
                more[i] |= classes[i] == classes[id];
            }
            return new Case(classes, more, masses, groups, pairs);
        }

        /** Every pair once more for each copy of its two texts, and a pair of each text's copies with each other. */
        Case withPairsOfCopies() {
            List<ChunkPair> more = new ArrayList<>(pairs);
            for (int a = 0; a < size(); a++) {
                for (int b = 0; b < size(); b++) {
                    if (hasPair(a, b) || classes[a] == classes[b]) {
                        more.add(new ChunkPair(a, b, ""));
                    }
                }
            }
            return new Case(classes, used, masses, groups, more);
        }

        /** The same judgement with groups and pairs repeated, pairs reversed, ids of groups repeated. */
        Case repeated(SplittableRandom random) {
            List<List<Integer>> moreGroups = new ArrayList<>(groups);
            for (List<Integer> group : groups) {
                List<Integer> again = new ArrayList<>(group);
                again.addAll(group);
                Collections.shuffle(again, new Random(random.nextLong()));
                moreGroups.add(again);
            }
            List<ChunkPair> morePairs = new ArrayList<>(pairs);
            pairs.forEach(pair -> morePairs.add(new ChunkPair(pair.b(), pair.a(), "")));
            pairs.forEach(pair -> morePairs.add(pair));
            Collections.shuffle(morePairs, new Random(random.nextLong()));
            return new Case(classes, used, masses, moreGroups, morePairs);
        }

        Case permuted(SplittableRandom random) {
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, size()).boxed().toList());
            Collections.shuffle(order, new Random(random.nextLong()));
            int[] newIds = new int[size()];
            int[] newClasses = new int[size()];
            boolean[] newUsed = new boolean[size()];
            double[] newMasses = new double[size()];
            for (int place = 0; place < size(); place++) {
                int old = order.get(place);
                newIds[old] = place;
                newClasses[place] = classes[old];
                newUsed[place] = used[old];
                newMasses[place] = masses[old];
            }
            return new Case(
                    newClasses,
                    newUsed,
                    newMasses,
                    groups.stream()
                            .map(group -> group.stream().map(id -> newIds[id]).toList())
                            .toList(),
                    pairs.stream()
                            .map(pair -> new ChunkPair(newIds[pair.a()], newIds[pair.b()], pair.reason()))
                            .toList());
        }
    }
}
