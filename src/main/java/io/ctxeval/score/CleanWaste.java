package io.ctxeval.score;

import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.Evidence;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A waste verdict after the cleaning rules of metrics.md 3.2, in the ids of the verdict.
 *
 * @param used ids of the used chunks
 * @param evidence by id, in the order of the verdict
 * @param groups of two distinct ids or more, possibly overlapping
 * @param pairs one for two texts, {@code a < b}, each with a reason
 * @param warnings what was cleaned
 */
record CleanWaste(
        Set<Integer> used,
        List<List<Evidence>> evidence,
        List<List<Integer>> groups,
        List<ChunkPair> pairs,
        Set<Warning> warnings) {
    static final String UNSPECIFIED = "unspecified";

    /**
     * Cleans a verdict that breaks no rule of {@link io.ctxeval.judge.VerdictRules}.
     *
     * @param classes the text of each id: equal for copies, {@link JudgedContext#BLANK} for blank chunks
     */
    static CleanWaste of(Verdict.Waste verdict, int[] classes) {
        Set<Warning> warnings = EnumSet.noneOf(Warning.class);
        Set<Integer> used = new HashSet<>();
        List<List<Evidence>> evidence = IntStream.range(0, classes.length)
                .<List<Evidence>>mapToObj(id -> new ArrayList<>())
                .toList();
        Set<Integer> judged = new HashSet<>();
        for (Verdict.ChunkUse use : verdict.chunks()) {
            warn(warnings, Warning.MERGED_VERDICT, !judged.add(use.id()));
            boolean blank = classes[use.id()] == JudgedContext.BLANK;
            warn(warnings, Warning.BLANK_CHUNK_JUDGED, blank && use.used());
            if (use.used() && !blank) {
                used.add(use.id());
            }
            use.evidence().stream()
                    .filter(quote -> !evidence.get(use.id()).contains(quote))
                    .forEach(evidence.get(use.id())::add);
        }
        if (classes.length == 1) {
            boolean related = !verdict.redundantGroups().isEmpty()
                    || !verdict.contradictions().isEmpty();
            warn(warnings, Warning.SINGLE_CHUNK_RELATION, related);
            return new CleanWaste(used, evidence, List.of(), List.of(), warnings);
        }
        return new CleanWaste(
                used,
                evidence,
                groups(verdict.redundantGroups(), classes, warnings),
                pairs(verdict.contradictions(), classes, warnings),
                warnings);
    }

    private static List<List<Integer>> groups(List<List<Integer>> given, int[] classes, Set<Warning> warnings) {
        List<List<Integer>> groups = new ArrayList<>();
        Set<Integer> grouped = new HashSet<>();
        for (List<Integer> group : given) {
            List<Integer> usable =
                    group.stream().filter(id -> isText(id, classes, warnings)).toList();
            List<Integer> distinct = List.copyOf(new LinkedHashSet<>(usable));
            warn(warnings, Warning.REPEATED_GROUP_ID, distinct.size() < usable.size());
            if (distinct.size() < 2) {
                warnings.add(Warning.SMALL_GROUP_DROPPED);
                continue;
            }
            groups.add(distinct);
            warn(warnings, Warning.GROUPS_MERGED, distinct.stream().anyMatch(id -> grouped.contains(classes[id])));
            distinct.forEach(id -> grouped.add(classes[id]));
        }
        return groups;
    }

    private static List<ChunkPair> pairs(List<Verdict.Contradiction> given, int[] classes, Set<Warning> warnings) {
        Map<Set<Integer>, ChunkPair> pairs = new LinkedHashMap<>();
        for (Verdict.Contradiction pair : given) {
            // both ends are looked at, so that each leaves its warning
            boolean usableA = isText(pair.a(), classes, warnings);
            boolean usableB = isText(pair.b(), classes, warnings);
            if (!usableA || !usableB) {
                continue;
            }
            if (classes[pair.a()] == classes[pair.b()]) {
                warnings.add(Warning.SELF_PAIR_DROPPED);
                continue;
            }
            Set<Integer> texts = Set.of(classes[pair.a()], classes[pair.b()]);
            ChunkPair earlier = pairs.get(texts);
            warn(warnings, Warning.PAIRS_MERGED, earlier != null);
            if (earlier == null || earlier.reason().isBlank()) {
                pairs.put(texts, new ChunkPair(pair.a(), pair.b(), pair.reason()));
            }
        }
        return pairs.values().stream().map(pair -> withReason(pair, warnings)).toList();
    }

    private static ChunkPair withReason(ChunkPair pair, Set<Warning> warnings) {
        if (!pair.reason().isBlank()) {
            return pair;
        }
        warnings.add(Warning.UNSPECIFIED_REASON);
        return new ChunkPair(pair.a(), pair.b(), UNSPECIFIED);
    }

    private static boolean isText(int id, int[] classes, Set<Warning> warnings) {
        if (id < 0 || id >= classes.length) {
            warnings.add(Warning.INVALID_REFERENCE_DROPPED);
            return false;
        }
        boolean blank = classes[id] == JudgedContext.BLANK;
        warn(warnings, Warning.BLANK_CHUNK_JUDGED, blank);
        return !blank;
    }

    private static void warn(Set<Warning> warnings, Warning warning, boolean found) {
        if (found) {
            warnings.add(warning);
        }
    }
}
