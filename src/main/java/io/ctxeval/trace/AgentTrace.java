package io.ctxeval.trace;

import io.ctxeval.json.RawJson;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * An agent trace as the source wrote it: raw JSON, because the exact hand-off rule needs key order and number spelling
 * (handoff-and-budget.md 3.2). {@code null} means that the source has no such field or that it is JSON null.
 *
 * @param events list of trace events, in the order that counts
 * @param agentOrder list of agent names; null: derived from the events
 * @param budgetLedger list of ledger entries
 * @param exact whether the events are the source's own JSON text; false when they were built from typed columns
 */
public record AgentTrace(
        @Nullable RawJson events,
        @Nullable RawJson agentOrder,
        @Nullable RawJson budgetLedger,
        boolean exact) implements Serializable {}
