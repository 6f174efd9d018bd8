package io.ctxeval.score;

import io.ctxeval.table.Column;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A measure of one row. {@link MetricCatalog} lists them all; a new one is one class and one line there. */
public sealed interface Metric permits TraceMetric, SampleMetric, JudgedMetric {
    /** The name in options, tables and reports: lower case with underscores. */
    String id();

    Scale scale();

    /** Fields without which a row of this metric's kind can't be scored. */
    Set<Field> needs();

    /** Fields of which a row of this metric's kind must have one at least; empty: {@link #needs} says it all. */
    default Set<Field> needsOneOf() {
        return Set.of();
    }

    /** One line for {@code ctxeval metrics}. */
    String summary();

    /** Why this metric can't be computed under its settings, whatever the data; null: it can. */
    default @Nullable String unavailable() {
        return null;
    }

    /** The columns of this metric's metadata; empty: it has none. */
    default List<Column> metadataColumns() {
        return List.of();
    }
}
