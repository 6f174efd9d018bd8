package io.ctxeval.calibrate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The clusters of some units, numbered in the order of their names, so that the order of the units means nothing. */
final class Clusters {
    private final int count;
    private final int[] numbers;

    private Clusters(int count, int[] numbers) {
        this.count = count;
        this.numbers = numbers;
    }

    /** @param names the cluster of each unit */
    static Clusters of(List<String> names) {
        Map<String, Integer> numberByName = new HashMap<>();
        for (String name : new TreeSet<>(names)) {
            numberByName.put(name, numberByName.size());
        }
        return new Clusters(
                numberByName.size(),
                names.stream()
                        .mapToInt(name -> numberByName.getOrDefault(name, 0))
                        .toArray());
    }

    int count() {
        return count;
    }

    /** The number of each unit's cluster. */
    int[] numbers() {
        return numbers;
    }
}
