package io.ctxeval.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adjusts p values for their number (metrics.md 7.4). A null stands for a test that wasn't made, such as that of a metric without
 * any difference: it stays null and isn't counted. (Signed rank and sign tests hold given the sizes of the differences, and these
 * alone decide whether there is a test, so the rest keeps its error rate.)
 */
final class Adjustment {
    private Adjustment() {}

    /** Holm's step-down: the k-th smallest of m times m − k + 1, never below a smaller one's, at most 1. */
    static List<@Nullable Double> holm(List<@Nullable Double> raw) {
        Integer[] order = ascending(raw);
        @Nullable Double[] adjusted = new Double[raw.size()];
        double most = 0;
        for (int k = 0; k < order.length; k++) {
            most = Math.max(most, Math.min(1, (order.length - k) * at(raw, order[k])));
            adjusted[order[k]] = most;
        }
        return Arrays.asList(adjusted);
    }

    /** Benjamini and Hochberg's step-up: the k-th smallest of m times m / k, never above a larger one's, at most 1. */
    static List<@Nullable Double> benjaminiHochberg(List<@Nullable Double> raw) {
        Integer[] order = ascending(raw);
        @Nullable Double[] adjusted = new Double[raw.size()];
        double least = 1;
        for (int k = order.length - 1; k >= 0; k--) {
            least = Math.min(least, order.length * at(raw, order[k]) / (k + 1));
            adjusted[order[k]] = least;
        }
        return Arrays.asList(adjusted);
    }

    private static Integer[] ascending(List<@Nullable Double> raw) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < raw.size(); i++) {
            if (raw.get(i) != null) {
                places.add(i);
            }
        }
        places.sort(Comparator.comparingDouble(place -> at(raw, place)));
        return places.toArray(Integer[]::new);
    }

    private static double at(List<@Nullable Double> raw, int place) {
        Double p = raw.get(place);
        return p == null ? 1 : p;
    }
}
