package io.ctxeval.trace;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What serves traces that carry no order or budgets of their own.
 *
 * @param agentOrder null: none configured
 * @param budgets tokens by agent; empty: none configured
 */
public record TraceDefaults(@Nullable List<String> agentOrder, Map<String, Long> budgets) implements Serializable {
    public static final TraceDefaults NONE = new TraceDefaults(null, Map.of());
}
