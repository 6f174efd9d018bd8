package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Canonical;
import io.ctxeval.dataset.mapping.Columns;
import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.plan.InputSpec.Damaged;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * An input with its mapping chosen and compiled; all of it on the driver.
 *
 * @param files its files; null for a Spark source
 * @param table the Spark source; null for files
 * @param notes sentences for a reader on which files are read
 */
record OpenedInput(
        int index,
        Damaged damaged,
        @Nullable InputFiles files,
        @Nullable SparkTable table,
        MappingRecipe recipe,
        SqlFields sql,
        Partners partners,
        List<String> notes) {
    /** Whether the days of the plan chose what is read of it. */
    boolean byDay() {
        return files == null ? table != null && table.byDay() : files.byDay();
    }

    /** The records of some of its files over all their fields, read here and now. */
    static SliceRecords allRecords(int index, List<SniffedFile> files, Damaged damaged, Configuration configuration) {
        return new SliceRecords(slices(index, files), null, Set.of(), damaged, configuration);
    }

    /** Kinds of files that are previewed apart, at least 1. */
    int kinds() {
        return files == null ? 1 : Math.max(1, files.byKind().size());
    }

    private static Iterator<FileSlice> slices(int index, List<SniffedFile> files) {
        return files.stream().map(file -> FileSlice.whole(index, file)).iterator();
    }

    /** The first outcomes of each kind of files, in the order of the input, read here and now. */
    List<Outcome> preview(int limit, Configuration configuration) {
        return preview(recipe.compileAgain(), limit, configuration);
    }

    /**
     * As {@link #preview(int, Configuration)}.
     *
     * @param mapping of this input
     * @param limit at most so many of each kind of files: a folder of several begins with one of them
     */
    List<Outcome> preview(Mapping mapping, int limit, Configuration configuration) {
        RowMaker maker = new RowMaker(mapping, partners.lookup(configuration), sql);
        if (table != null) {
            return firstOf(
                    maker,
                    mapping,
                    rows(table.rows(), mapping.columns()).limit(limit).collectAsList(),
                    limit);
        }
        if (files == null) {
            return List.of();
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (List<SniffedFile> kind : files.byKind()) {
            outcomes.addAll(firstOf(maker, mapping, kind, limit, configuration));
        }
        return outcomes;
    }

    private List<Outcome> firstOf(
            RowMaker maker, Mapping mapping, List<SniffedFile> kind, int limit, Configuration configuration) {
        try (SliceRecords records =
                new SliceRecords(slices(index, kind), mapping.columns(), Set.of(), damaged, configuration)) {
            return firstOf(maker, mapping, records, limit);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Outcome> firstOf(RowMaker maker, Mapping mapping, List<Row> rows, int limit) {
        return firstOf(maker, mapping, sparkRecords(rows.iterator(), mapping.columns(), 0), limit);
    }

    private static List<Outcome> firstOf(RowMaker maker, Mapping mapping, Iterator<Found> records, int limit) {
        if (!mapping.groups()) {
            List<Outcome> outcomes = new ArrayList<>();
            Iterator<Outcome> all = maker.outcomes(records);
            while (outcomes.size() < limit && all.hasNext()) {
                outcomes.add(all.next());
            }
            return outcomes;
        }
        Map<String, List<GroupStep>> groups = new LinkedHashMap<>();
        Iterator<GroupStep> all = maker.groupSteps(records);
        for (int i = 0; i < limit && all.hasNext(); i++) {
            GroupStep step = all.next();
            groups.computeIfAbsent(step.key(), key -> new ArrayList<>()).add(step);
        }
        Canonical canonical = new Canonical(mapping);
        List<Outcome> outcomes = new ArrayList<>();
        groups.values().forEach(steps -> outcomes.addAll(GroupStep.outcomes(steps, canonical)));
        return outcomes;
    }

    /** The columns that are looked at, as far as the source has them. */
    static Dataset<Row> rows(Dataset<Row> table, Columns columns) {
        Column[] wanted = Arrays.stream(table.columns())
                .filter(name -> columns.slot(name) >= 0)
                .map(name -> table.col("`" + name.replace("`", "``") + "`"))
                .toArray(Column[]::new);
        return table.select(wanted);
    }

    /** Records of a Spark source; their positions count from {@code first}. */
    Iterator<Found> sparkRecords(Iterator<Row> rows, Columns columns, long first) {
        String name = table == null ? "" : table.name();
        return sparkRecords(new RecordPlace(index, name, Map.of(), columns), rows, columns, first);
    }

    static Iterator<Found> sparkRecords(RecordPlace place, Iterator<Row> rows, Columns columns, long first) {
        return new Iterator<>() {
            private long position = first;

            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public Found next() {
                return SparkValues.record(rows.next(), place, columns, position++);
            }
        };
    }
}
