package io.ctxeval.plan;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The six mapping keys of formats.md 4.1 as written, not yet compiled. Texts are in the mapping's own language: paths and
 * functions of paths.
 *
 * @param preset name of the mapping to start from, or a YAML file of such mappings, {@code FILE} or {@code FILE#NAME}; null: chosen by
 *     the data
 * @param kind {@code samples}, {@code events}, {@code ledger}, {@code qrels} or {@code run}; null: the preset's
 * @param rows paths (or one {@code zip(a, b)}) whose elements are the rows; empty: a record is a row
 * @param where filter expression
 * @param joins other files whose records are joined
 * @param group path whose equal values become one record
 * @param fields canonical field to where it comes from, in the order written
 */
public record MappingSpec(
        @Nullable String preset,
        @Nullable String kind,
        List<String> rows,
        @Nullable String where,
        List<JoinSpec> joins,
        @Nullable String group,
        Map<String, FieldSpec> fields)
        implements Serializable {
    public static final MappingSpec EMPTY = new MappingSpec(null, null, List.of(), null, List.of(), null, Map.of());

    public MappingSpec {
        rows = List.copyOf(rows);
        joins = List.copyOf(joins);
        fields = new LinkedHashMap<>(fields);
    }

    /** A partner file: its record with {@code right} equal to this row's {@code left} is {@code as.…}. */
    public record JoinSpec(String as, String path, String left, String right) implements Serializable {}

    /** Where a canonical field comes from. */
    public sealed interface FieldSpec extends Serializable {
        /** Paths or functions of paths, tried in turn: the first value that is not null. */
        record FirstOf(List<String> expressions) implements FieldSpec {
            public FirstOf {
                expressions = List.copyOf(expressions);
            }
        }

        /** A field of a group: which of the group's values to take. */
        record Taken(
                List<String> expressions,
                Take take,
                @Nullable String where) implements FieldSpec {
            public Taken {
                expressions = List.copyOf(expressions);
            }
        }

        /** Spark SQL over the fields already mapped. */
        record Sql(String expression) implements FieldSpec {}
    }

    /** Which value of a group; {@code ALL} flattens lists in the group's order, equal lists once. */
    public enum Take {
        FIRST,
        LAST,
        MAX,
        ALL
    }
}
