package io.ctxeval.calibrate;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The area under the ROC curve of graded units, for any number of copies of each cluster. It is the rank form AUROC = (R1 −
 * n1 (n1 + 1) / 2) / (n1 n0) with average ranks (Hanley and McNeil 1982), which equals P(a yes is graded above a no) + ½ P(both
 * alike); counted in whole numbers, so that the order of the units changes no bit.
 */
final class Roc {
    private final boolean[] human;
    private final int[] clusters;

    /** Where a run of equal values ends, exclusive; ascending. */
    private final int[] ends;

    /**
     * Sorts the units once.
     *
     * @param units each with a value
     * @param clusterOf the number of each unit's cluster
     */
    Roc(List<Decision> units, int[] clusterOf) {
        int[] order = IntStream.range(0, units.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> value(units.get(i))))
                .mapToInt(Integer::intValue)
                .toArray();
        human = new boolean[order.length];
        clusters = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            human[i] = units.get(order[i]).human();
            clusters[i] = clusterOf[order[i]];
        }
        ends = IntStream.rangeClosed(1, order.length)
                .filter(i -> i == order.length || value(units.get(order[i])) != value(units.get(order[i - 1])))
                .toArray();
    }

    private static double value(Decision unit) {
        return Objects.requireNonNull(unit.value());
    }

    /**
     * The area.
     *
     * @param copies how often each cluster counts
     * @return in [0, 1]; null if a class is empty
     */
    @Nullable Double area(int[] copies) {
        long yes = 0;
        long no = 0;
        long twiceWon = 0;
        int at = 0;
        for (int end : ends) {
            long yesHere = 0;
            long noHere = 0;
            for (; at < end; at++) {
                int weight = copies[clusters[at]];
                yesHere += human[at] ? weight : 0;
                noHere += human[at] ? 0 : weight;
            }
            twiceWon += yesHere * (2 * no + noHere);
            yes += yesHere;
            no += noHere;
        }
        return yes == 0 || no == 0 ? null : (Double) (twiceWon / (2.0 * yes * no));
    }
}
