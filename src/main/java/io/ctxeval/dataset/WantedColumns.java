package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Columns;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * Which of the dimensions that a plan asks for an input has no trace of.
 *
 * @param missing their names
 * @param columns where any is missing, the columns that the first records have; else empty
 */
record WantedColumns(Set<String> missing, List<String> columns) {
    private static final WantedColumns ALL_THERE = new WantedColumns(Set.of(), List.of());

    /**
     * Looks for dimensions. Only where one is in doubt are the first records read once more, over all
     * their fields.
     *
     * @param seen dimensions that a record of the preview has a value of
     */
    static WantedColumns of(
            OpenedInput input, Collection<String> wanted, Set<String> seen, Configuration configuration) {
        Set<String> doubtful = new HashSet<>(wanted);
        doubtful.removeAll(seen);
        doubtful.removeAll(
                input.recipe().preset().with(input.recipe().user()).fields().keySet());
        if (doubtful.isEmpty()) {
            return ALL_THERE;
        }
        Columns present = new Columns(columns(input, configuration));
        doubtful.removeIf(name -> present.slot(name) >= 0);
        return doubtful.isEmpty() ? ALL_THERE : new WantedColumns(Set.copyOf(doubtful), present.names());
    }

    /** The top-level columns: of headers and footers, else of the first records. */
    static Collection<String> columns(OpenedInput input, Configuration configuration) {
        SparkTable table = input.table();
        if (table != null) {
            return List.of(table.rows().columns());
        }
        InputFiles files = input.files();
        if (files == null) {
            return List.of();
        }
        Set<String> columns = new LinkedHashSet<>(files.columns());
        if (files.tabular()) {
            return columns;
        }
        try (SliceRecords records =
                OpenedInput.allRecords(input.index(), files.files(), input.damaged(), configuration)) {
            for (int i = 0; i < Inputs.PREVIEW_RECORDS && records.hasNext(); i++) {
                if (records.next() instanceof Found.Intact intact) {
                    columns.addAll(intact.node().keys());
                }
            }
            return columns;
        } catch (IOException e) {
            throw new InputRefused(String.join(", ", files.names()) + ": " + Sniffer.reason(e), e);
        }
    }
}
