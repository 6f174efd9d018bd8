package io.ctxeval.calibrate;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The clusters of some units, numbered in the order of their names, so that the order of the units means nothing. */
record Clusters(int count, int[] numbers) {
    static Clusters of(List<String> names) {
        Map<String, Integer> numberByName = new TreeMap<>();
        for (String name : new TreeSet<>(names)) {
            numberByName.put(name, numberByName.size());
        }
        return new Clusters(
                numberByName.size(), names.stream().mapToInt(numberByName::get).toArray());
    }
}
