package io.ctxeval.dataset.mapping;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a compiled mapping.
 *
 * @param rows where rows are elements; empty: a record is a row
 * @param ofObjects whether rows are elements that must be objects: nothing takes an element whole
 * @param fields every field that may be filled, self-mapped ones included
 * @param dimensions names of fields that are neither part of a sample or trace nor helpers
 * @param sources where each mapped field comes from, as written
 */
record CompiledMapping(
        RowKind kind,
        List<RowSource> rows,
        boolean ofObjects,
        @Nullable Condition where,
        List<Mapping.Join> joins,
        @Nullable Expression group,
        List<FieldRule> fields,
        Set<String> dimensions,
        Map<String, String> sources,
        Columns columns,
        Map<String, Integer> places) {
    CompiledMapping {
        rows = List.copyOf(rows);
        joins = List.copyOf(joins);
        fields = List.copyOf(fields);
        places = new HashMap<>(places);
    }

    /** Why an element can't be a row; null: it can. */
    @Nullable String unfit(Node element) {
        boolean has = element.kind() == Node.Kind.OBJECT || element.kind() == Node.Kind.LIST;
        return has || !ofObjects ? null : "found " + Rejections.named(element.kind()) + " as a row, expected an object";
    }

    /** Whether of the samples with one id only the newest stays. */
    boolean keepsNewest() {
        return kind == RowKind.SAMPLES && group == null && field("newest") >= 0;
    }

    /** The place of a field among {@link #fields}; -1 where the mapping has none of that name. */
    int field(String name) {
        return places.getOrDefault(name, -1);
    }
}
