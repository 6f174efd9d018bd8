package io.ctxeval.summary;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The worst rows of each group and metric as JSON documents, whole first. Of very many groups the first in their order keep
 * theirs: those are the same whatever the partitioning. Not thread-safe.
 */
public final class WorstTable implements Serializable {
    /** The field with the number of rows that are as bad as the last one listed. */
    public static final String MORE_ALIKE = "n_more_alike";

    /** Groups that keep their worst rows; the whole is one of them. */
    static final int MOST_GROUPS = 200;

    private final int rowsEach;
    private final int metrics;
    private final TreeMap<GroupKey, List<WorstRows<WorstKey, String>>> groups = new TreeMap<>();

    /**
     * An empty table.
     *
     * @param metrics how many metrics there are
     * @param rowsEach rows kept per group and metric, at least 1
     */
    public WorstTable(int metrics, int rowsEach) {
        this.metrics = metrics;
        this.rowsEach = rowsEach;
    }

    /**
     * Keeps a row if it is among the worst of its group.
     *
     * @param metric place of the metric in the run's list of rules
     * @param document makes the row's JSON object, in one line
     */
    public void offer(GroupKey group, int metric, WorstKey key, Supplier<String> document) {
        if (groups.size() >= MOST_GROUPS && group.compareTo(groups.lastKey()) > 0) {
            return;
        }
        at(group).get(metric).offer(key, document);
        bound();
    }

    public void merge(WorstTable other) {
        other.groups.forEach((group, theirs) -> {
            List<WorstRows<WorstKey, String>> ours = at(group);
            for (int i = 0; i < metrics; i++) {
                ours.get(i).merge(theirs.get(i));
            }
        });
        bound();
    }

    /**
     * The lines of {@code worst.jsonl}: by group, then metric, worst first. The last of a group and metric says in
     * {@value #MORE_ALIKE} how many rows have its score and aren't listed.
     */
    public List<String> lines() {
        return groups.values().stream()
                .flatMap(List::stream)
                .flatMap(rows -> lines(rows).stream())
                .toList();
    }

    private static List<String> lines(WorstRows<WorstKey, String> rows) {
        List<String> lines = new ArrayList<>(
                rows.toList().stream().map(WorstRows.Entry::payload).toList());
        if (rows.alikeLeftOut() > 0) {
            String last = lines.remove(lines.size() - 1);
            lines.add(last.substring(0, last.length() - 1) + ",\"" + MORE_ALIKE + "\":" + rows.alikeLeftOut() + "}");
        }
        return lines;
    }

    private List<WorstRows<WorstKey, String>> at(GroupKey group) {
        return groups.computeIfAbsent(group, absent -> {
            List<WorstRows<WorstKey, String>> rows = new ArrayList<>(metrics);
            for (int i = 0; i < metrics; i++) {
                rows.add(new WorstRows<>(rowsEach));
            }
            return rows;
        });
    }

    private void bound() {
        while (groups.size() > MOST_GROUPS) {
            groups.pollLastEntry();
        }
    }
}
