package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.dataset.mapping.Preset;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.score.ScoringOptions;
import java.io.Serializable;
import java.util.List;
import java.util.Set;

/** What a mapping is compiled from: it is sent to tasks, each of which compiles its own. */
record MappingRecipe(int input, Preset preset, MappingSpec user, List<String> groupBy, ScoringOptions scoring)
        implements Serializable {
    private static final String TRACE_EVENTS = "trace_events";

    MappingRecipe {
        groupBy = List.copyOf(groupBy);
    }

    Mapping compile() throws PlanRefused {
        return Mapping.compile("inputs[" + input + "].", preset, user, groupBy, scoring);
    }

    /** Compiles what the driver compiled before. */
    Mapping compileAgain() {
        try {
            return compile();
        } catch (PlanRefused e) {
            throw new IllegalStateException("compiled on the driver, refused here", e);
        }
    }

    /**
     * Columns that go into the record whole, whose reader validates them: the scorer reads every byte of the events of a trace.
     * Where anything else looks into the column, it is validated at once.
     */
    Set<String> validatedLater(Mapping mapping) {
        MappingSpec spec = preset.with(user);
        boolean read = mapping.columns().slot(TRACE_EVENTS) >= 0;
        boolean plain = spec.rows().isEmpty()
                && spec.where() == null
                && spec.group() == null
                && spec.joins().isEmpty();
        boolean named = mapping.sources().values().stream().anyMatch(source -> source.contains(TRACE_EVENTS));
        return read && plain && !named && !mapping.needsWholeRecord() ? Set.of(TRACE_EVENTS) : Set.of();
    }
}
