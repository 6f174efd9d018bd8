package io.ctxeval.calibrate;

import io.ctxeval.judge.Verdict.Suspicion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Relations between chunks as unordered pairs of texts: every two different texts of a context are a unit. Copies of one text count
 * once, and a pair of copies is none, for no judge is asked about it.
 */
final class ChunkRelations {
    private record TextPair(int a, int b) {
        static TextPair of(int a, int b) {
            return new TextPair(Math.min(a, b), Math.max(a, b));
        }
    }

    private ChunkRelations() {}

    /**
     * The units of one row.
     *
     * @param human groups of related chunks, as labelled
     * @param judge likewise, as judged
     * @param strengths of the judge's pairs, 0 for a pair that isn't among them; null: not graded
     */
    static List<Decision> decisions(
            String cluster,
            JudgedRow.Waste waste,
            List<List<Integer>> human,
            List<List<Integer>> judge,
            @Nullable List<Suspicion> strengths) {
        Set<TextPair> labelled = pairs(waste, human);
        Set<TextPair> judged = pairs(waste, judge);
        Map<TextPair, Double> graded = new HashMap<>();
        for (Suspicion pair : strengths == null ? List.<Suspicion>of() : strengths) {
            graded.merge(TextPair.of(waste.textOf(pair.a()), waste.textOf(pair.b())), pair.strength(), Math::max);
        }
        List<Decision> decisions = new ArrayList<>();
        for (int a = 0; a < waste.chunks().size(); a++) {
            for (int b = a + 1; b < waste.chunks().size(); b++) {
                if (waste.textOf(a) == a && waste.textOf(b) == b) {
                    TextPair pair = new TextPair(a, b);
                    decisions.add(new Decision(
                            cluster,
                            labelled.contains(pair),
                            judged.contains(pair),
                            strengths == null ? null : graded.getOrDefault(pair, 0.0)));
                }
            }
        }
        return decisions;
    }

    private static Set<TextPair> pairs(JudgedRow.Waste waste, List<List<Integer>> groups) {
        Set<TextPair> pairs = new HashSet<>();
        for (List<Integer> group : groups) {
            for (int i = 0; i < group.size(); i++) {
                for (int j = i + 1; j < group.size(); j++) {
                    pairs.add(TextPair.of(waste.textOf(group.get(i)), waste.textOf(group.get(j))));
                }
            }
        }
        return pairs;
    }
}
