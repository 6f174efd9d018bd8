package io.ctxeval.score;

/**
 * What a metric says beside its number. A metric with metadata names its columns ({@link Metric#metadataColumns()}); {@link
 * #values()} gives one value for each, as {@link io.ctxeval.table.ColumnType} says.
 */
public interface Metadata {
    Object[] values();
}
