package io.ctxeval.dataset;

import io.ctxeval.sample.RagSample;
import io.ctxeval.score.Field;
import io.ctxeval.trace.AgentTrace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts over the first outcomes of an input.
 *
 * @param dimensions that at least one used record has a value of
 * @param replacementCharacters U+FFFD in mapped texts
 * @param firstReplaced the first record with one; null: none has
 * @param remarks what was odd in them
 */
record Preview(
        int previewed,
        int used,
        int rejected,
        int filtered,
        Map<Field, Integer> nulls,
        Set<String> dimensions,
        int unparsedLists,
        int replacementCharacters,
        @Nullable Origin firstReplaced,
        List<Remark> remarks) {
    static Preview of(List<Outcome> outcomes) {
        int used = 0;
        int rejected = 0;
        int filtered = 0;
        int unparsed = 0;
        int replaced = 0;
        Origin firstReplaced = null;
        List<Remark> remarks = new ArrayList<>();
        Map<Field, Integer> nulls = new EnumMap<>(Field.class);
        Set<String> dimensions = new HashSet<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Rejection) {
                rejected++;
            } else if (outcome instanceof Filtered aside) {
                filtered++;
                remarks.addAll(aside.remarks());
            } else if (outcome instanceof CanonicalRecord record) {
                used++;
                remarks.addAll(record.notes().remarks());
                dimensions.addAll(record.dimensions().keySet());
                unparsed += record.notes().unparsedLists();
                int inThis = record.notes().replacementCharacters();
                firstReplaced = firstReplaced == null && inThis > 0 ? record.origin() : firstReplaced;
                replaced += inThis;
                for (Field field : Field.values()) {
                    nulls.merge(field, valueOf(record, field) == null ? 1 : 0, Integer::sum);
                }
            }
        }
        return new Preview(
                outcomes.size(),
                used,
                rejected,
                filtered,
                nulls,
                dimensions,
                unparsed,
                replaced,
                firstReplaced,
                Remark.sum(List.of(), remarks));
    }

    /** Fields that at least one used record has. */
    Set<Field> filled() {
        return nulls.entrySet().stream()
                .filter(entry -> entry.getValue() < used)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static @Nullable Object valueOf(CanonicalRecord record, Field field) {
        RagSample sample = record.sample();
        AgentTrace trace = record.trace();
        return switch (field) {
            case INPUT -> sample == null ? null : sample.input();
            case OUTPUT -> sample == null ? null : sample.output();
            case CONTEXT -> sample == null ? null : sample.context();
            case REFERENCE -> sample == null ? null : sample.reference();
            case REFERENCE_CONTEXT -> sample == null ? null : sample.referenceContext();
            case RETRIEVED_IDS ->
                sample == null || sample.retrieval() == null
                        ? null
                        : sample.retrieval().ids();
            case RELEVANCE ->
                sample == null || sample.retrieval() == null
                        ? null
                        : sample.retrieval().labels();
            case REFERENCE_GROUPS ->
                sample == null || sample.retrieval() == null
                        ? null
                        : sample.retrieval().groups();
            case TRACE_EVENTS -> trace == null ? null : trace.events();
            case BUDGET_LEDGER -> trace == null ? null : trace.budgetLedger();
        };
    }
}
