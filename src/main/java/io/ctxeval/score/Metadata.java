package io.ctxeval.score;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a metric says beside its number. A metric with metadata names its columns ({@link Metric#metadataColumns()}); {@link
 * #values()} gives one value for each, as {@link io.ctxeval.table.ColumnType} says.
 */
public interface Metadata extends Serializable {
    @Nullable Object[] values();
}
