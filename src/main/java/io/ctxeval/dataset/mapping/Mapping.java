package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.Filtered;
import io.ctxeval.dataset.Origin;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.dataset.Remark;
import io.ctxeval.json.MalformedJson;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.score.ScoringOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A compiled mapping (formats.md 4.1): from the records of an input to rows with canonical fields. Built once a task from the
 * parts that can be sent; not thread-safe, since the values of a record share a cursor.
 */
public final class Mapping {
    /** Takes what the records come to. Per input, records = rows used + filtered + rejected. */
    public interface Rows {
        void row(MappedRow row);

        void filtered(Filtered filtered);

        void rejected(Rejection rejection);
    }

    /** Finds the partner record of a join by its key; null where there is none. */
    public interface Lookup {
        /** No join has a partner. */
        Lookup NONE = (join, key) -> null;

        /** The partner's whole record ({@link RecordNode#whole}). */
        @Nullable Node partner(int join, String key);
    }

    /**
     * Another file whose records are joined.
     *
     * @param left gives the row's key
     * @param right gives the partner's key, with the partner as its record
     */
    public record Join(String as, String path, Expression left, Expression right) {
        /** The key under which a partner record is found; null: it can't be. */
        public @Nullable String partnerKey(Node partner) {
            return keyOf(right.valueIn(Scope.of(partner)));
        }
    }

    /**
     * A field that Spark SQL fills.
     *
     * @param field its place among {@link Mapping#fieldNames}
     */
    public record SqlField(int field, String name, String expression) {}

    /**
     * A field as Spark SQL sees it.
     *
     * @param list an array of texts instead of a text
     */
    public record SqlColumn(String name, boolean list) {}

    private final CompiledMapping compiled;
    private final ChunkReader chunks;
    private final List<Column> columnsOfUser;
    private final EventRule events;
    private final RetrievalRule retrieval;
    private final boolean spans;
    private int @Nullable [][] taken;

    /** A column that the user's own fields name, by any of the names that its path may mean. */
    record Column(String field, List<String> names) {}

    private Mapping(CompiledMapping compiled, List<Column> columnsOfUser, ChunkReader chunks) {
        this.compiled = compiled;
        this.columnsOfUser = columnsOfUser;
        this.chunks = chunks;
        this.events = new EventRule(compiled);
        this.retrieval = new RetrievalRule(compiled);
        this.spans = SpanTree.isBuiltBy(compiled);
    }

    /**
     * Compiles a preset with the user's own keys over it.
     *
     * @param at prefix of the problems' keys, {@code inputs[0].}
     * @param user the mapping as the plan has it
     * @param groupBy the plan's dimensions: columns of these names map themselves
     * @throws PlanRefused with every expression that doesn't compile
     */
    public static Mapping compile(
            String at, Preset preset, MappingSpec user, Collection<String> groupBy, ScoringOptions scoring)
            throws PlanRefused {
        MappingCompiler compiler = new MappingCompiler(at);
        CompiledMapping compiled = compiler.compile(preset.with(user), groupBy);
        List<Column> columns = compiler.columnsOf(user, compiled);
        ChunkReader chunks = compiler.chunkReader(scoring);
        compiler.refuseProblems();
        return new Mapping(compiled, columns, chunks);
    }

    public RowKind kind() {
        return compiled.kind();
    }

    /** The top-level fields that a reader must hand over. */
    public Columns columns() {
        return compiled.columns();
    }

    /** Whether {@link RecordNode#whole} must be set. */
    public boolean needsWholeRecord() {
        return compiled.kind().ofTraces();
    }

    /** Whether rows of one {@link MappedRow#groupKey} are one record. */
    public boolean groups() {
        return compiled.kind() != RowKind.SAMPLES || compiled.group() != null || compiled.keepsNewest();
    }

    /** Whether several rows of this input alone can make up one record. */
    public boolean joinsRows() {
        return compiled.kind().ofTraces() || compiled.group() != null;
    }

    /** The partner files, in the order of {@link Lookup}'s numbers. */
    public List<Join> joins() {
        return compiled.joins();
    }

    /** Canonical fields, in the order of a row's values. */
    public List<String> fieldNames() {
        return compiled.fields().stream().map(FieldRule::name).toList();
    }

    /** Where each mapped field comes from, as written; for the report. */
    public Map<String, String> sources() {
        return new LinkedHashMap<>(compiled.sources());
    }

    /** From now on counts which of a field's expressions fills it, for {@link #taken}. */
    public Mapping counting() {
        taken = compiled.fields().stream()
                .map(rule -> new int[rule.written().size()])
                .toArray(int[][]::new);
        return this;
    }

    /** Of each field that was filled since {@link #counting}: the expressions that did, as written, with the number of rows. */
    public Map<String, Map<String, Integer>> taken() {
        Map<String, Map<String, Integer>> byField = new LinkedHashMap<>();
        for (int i = 0; taken != null && i < taken.length; i++) {
            FieldRule rule = compiled.fields().get(i);
            Map<String, Integer> rows = new LinkedHashMap<>();
            for (int j = 0; j < taken[i].length; j++) {
                if (taken[i][j] > 0) {
                    rows.merge(rule.written().get(j), taken[i][j], Integer::sum);
                }
            }
            if (!rows.isEmpty() && !rule.name().startsWith("_")) {
                byField.put(rule.name(), rows);
            }
        }
        return byField;
    }

    private int @Nullable [] takenOf(int field) {
        return taken == null ? null : taken[field];
    }

    /** The fields that Spark SQL fills, after {@link #map} and before anything else. */
    public List<SqlField> sqlFields() {
        List<SqlField> fields = new ArrayList<>();
        for (int i = 0; i < compiled.fields().size(); i++) {
            FieldRule rule = compiled.fields().get(i);
            if (rule.sql() != null) {
                fields.add(new SqlField(i, rule.name(), rule.sql()));
            }
        }
        return fields;
    }

    /** The columns that {@code sql} fields may name, in the order of {@link #sqlInput}. */
    public List<SqlColumn> sqlColumns() {
        List<SqlColumn> columns = new ArrayList<>();
        for (FieldRule rule : compiled.fields()) {
            boolean list = rule.target() == Target.CONTEXT
                    || rule.target() == Target.TEXTS
                    || rule.target() == Target.PLACED_TEXTS;
            columns.add(new SqlColumn(rule.name(), list));
        }
        columns.add(new SqlColumn(RecordNode.FILE_NAME, false));
        return columns;
    }

    /** A row for {@link #sqlColumns}: nulls, strings, lists of strings. */
    public List<@Nullable Object> sqlInput(MappedRow row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < compiled.fields().size(); i++) {
            values.add(row.plain(i));
        }
        String file = row.origin().file();
        values.add(file.substring(file.lastIndexOf('/') + 1));
        return values;
    }

    /**
     * Fills the {@code sql} fields.
     *
     * @param results what {@link PlainValue#of} takes, in the order of {@link #sqlFields}
     */
    public void putSql(MappedRow row, List<? extends @Nullable Object> results, Rows into) {
        if (row.isAside()) {
            into.row(row);
            return;
        }
        @Nullable FieldValue[] values = row.copyOfValues();
        Tally tally = new Tally();
        int next = 0;
        for (SqlField field : sqlFields()) {
            FieldRule rule = compiled.fields().get(field.field());
            Node result = PlainValue.of(results.get(next++));
            try {
                FieldValue value = rule.ofResult(result, chunks, tally);
                values[field.field()] = value;
                int[] counts = takenOf(field.field());
                if (counts != null && value != null) {
                    counts[0]++;
                }
            } catch (FieldRule.UnfitValue unfit) {
                into.rejected(new Rejection(
                        row.origin(),
                        null,
                        rule.name(),
                        unfit.getMessage() + " (sql)",
                        Rejections.excerpt(unfit.value())));
                return;
            }
        }
        into.row(row.with(values, row.notes()));
    }

    /**
     * What is wrong with the columns that the user's own fields name: those that no header has (formats.md 4.1).
     *
     * @param present the columns of all headers or footers, and the partition columns
     */
    public List<String> unknownColumns(Collection<String> present) {
        Columns known = new Columns(present);
        List<String> problems = new ArrayList<>();
        for (Column column : columnsOfUser) {
            boolean found = column.names().isEmpty()
                    || column.names().contains(RecordNode.FILE_NAME)
                    || column.names().stream().anyMatch(name -> known.slot(name) >= 0);
            if (!found) {
                problems.add("fields." + column.field() + ": no column is called `"
                        + column.names().get(column.names().size() - 1) + "`; there are "
                        + String.join(", ", known.names()));
            }
        }
        return problems;
    }

    /** Maps one record to its rows, a rejection, or nothing that passes the filter. */
    public void map(RecordNode record, Lookup lookup, Rows into) {
        if (record.repeatedKey() != null) {
            String key = record.repeatedKey();
            into.rejected(Rejections.of(
                    record,
                    key,
                    "the key " + key + " stands twice in the record (upper and lower case are one)",
                    record.whole()));
            return;
        }
        try {
            List<Scope.Element> elements = rowsOf(record);
            if (elements == null) {
                mapRow(record, null, -1, lookup, into);
                return;
            }
            if (elements.isEmpty()) {
                into.filtered(new Filtered(record.origin()));
            }
            for (int i = 0; i < elements.size(); i++) {
                mapRow(record, elements.get(i), i, lookup, into);
            }
        } catch (MalformedJson broken) {
            into.rejected(Rejections.of(record, null, "no JSON: " + broken.getMessage(), null));
        }
    }

    private @Nullable List<Scope.Element> rowsOf(RecordNode record) {
        if (compiled.rows().isEmpty()) {
            return null;
        }
        Scope scope = Scope.of(record);
        List<Scope.Element> elements = new ArrayList<>();
        for (RowSource source : compiled.rows()) {
            source.rowsIn(scope, elements);
        }
        return elements;
    }

    private void mapRow(RecordNode record, Scope.@Nullable Element row, int element, Lookup lookup, Rows into) {
        String unfitRow = row == null ? null : compiled.unfit(row.it());
        if (row != null && unfitRow != null) {
            into.rejected(Rejections.of(record, null, unfitRow, row.it()));
            return;
        }
        Partners partners = new Partners(compiled.joins(), lookup, record.origin());
        Tally tally = new Tally();
        Scope scope = new Scope(record, row, partners, tally);
        partners.bind(scope);
        if (compiled.where() != null && !compiled.where().holdsIn(scope)) {
            MappedRow aside = spans ? aside(record, element, scope) : null;
            if (aside == null) {
                into.filtered(new Filtered(record.origin(), tally.remarks()));
            } else {
                into.row(aside);
            }
            return;
        }
        List<FieldRule> fields = compiled.fields();
        @Nullable FieldValue[] values = new FieldValue[fields.size()];
        for (int i = 0; i < values.length; i++) {
            try {
                values[i] = fields.get(i).valueIn(scope, chunks, takenOf(i));
            } catch (FieldRule.UnfitValue unfit) {
                into.rejected(
                        Rejections.of(record, fields.get(i).name(), String.valueOf(unfit.getMessage()), unfit.value()));
                return;
            }
        }
        String key = compiled.keepsNewest() ? sampleKey(record, element, values) : groupKey(record, scope, values);
        if (compiled.group() != null && key == null) {
            into.rejected(Rejections.of(record, "group", "no value to group by", record.whole()));
            return;
        }
        if (compiled.kind().ofTraces()) {
            events.keep(record, row, values);
        }
        RetrievalRule.Problem problem = retrieval.problem(values);
        if (problem != null) {
            into.rejected(Rejections.of(record, problem.field(), problem.reason(), record.whole()));
            return;
        }
        into.row(new MappedRow(record.origin(), element, key, values, tally.notes()));
    }

    /** What a row that is no call says about the calls below it; null where it has no name to be found by. */
    private @Nullable MappedRow aside(RecordNode record, int element, Scope scope) {
        List<FieldRule> fields = compiled.fields();
        @Nullable FieldValue[] values = new FieldValue[fields.size()];
        for (int i = 0; i < values.length; i++) {
            if (SpanTree.FIELDS.contains(fields.get(i).name())) {
                try {
                    values[i] = fields.get(i).valueIn(scope, chunks, null);
                } catch (FieldRule.UnfitValue unfit) {
                    return null;
                }
            }
        }
        String key = groupKey(record, scope, values);
        return values[compiled.field("id")] == null || key == null
                ? null
                : MappedRow.aside(
                        record.origin(), element, key, values, scope.tally().notes());
    }

    private @Nullable String groupKey(RecordNode record, Scope scope, @Nullable FieldValue[] values) {
        if (compiled.group() != null) {
            return keyOf(compiled.group().valueIn(scope));
        }
        if (compiled.kind() == RowKind.SAMPLES) {
            return null;
        }
        if (compiled.kind().ofRetrieval()) {
            return retrieval.key(values);
        }
        int trace = compiled.field("trace");
        return trace >= 0 && values[trace] instanceof FieldValue.Text text ? text.text() : record.fileName();
    }

    /** What samples of one id and version share; a sample without an id is alone. */
    private String sampleKey(RecordNode record, int element, @Nullable FieldValue[] values) {
        if (!(values[compiled.field("sample_id")] instanceof FieldValue.Text id)) {
            return record.origin() + "#" + element;
        }
        return id.text() + "\n"
                + (values[compiled.field("retriever_version")] instanceof FieldValue.Text version
                        ? version.text()
                        : "");
    }

    CompiledMapping compiled() {
        return compiled;
    }

    static @Nullable String keyOf(@Nullable Node value) {
        if (value == null) {
            return null;
        }
        return switch (value.kind()) {
            case NULL -> null;
            case TEXT, NUMBER, BOOLEAN -> value.text();
            case LIST, OBJECT -> value.json();
        };
    }

    /** The partners of one row, each looked up when it is first asked for. */
    private static final class Partners implements Scope.Partners {
        private final List<Join> joins;
        private final Lookup lookup;
        private final Origin origin;
        private final @Nullable Node[] found;
        private final boolean[] asked;
        private @Nullable Scope scope;

        Partners(List<Join> joins, Lookup lookup, Origin origin) {
            this.joins = joins;
            this.lookup = lookup;
            this.origin = origin;
            this.found = new Node[joins.size()];
            this.asked = new boolean[joins.size()];
        }

        void bind(Scope row) {
            scope = row;
        }

        @Override
        public @Nullable Node of(int join) {
            if (!asked[join] && scope != null) {
                asked[join] = true;
                String key = keyOf(joins.get(join).left().valueIn(scope));
                found[join] = key == null ? null : lookup.partner(join, key);
                if (found[join] == null) {
                    scope.tally()
                            .remark(new Remark(
                                    Remark.Sort.WITHOUT_PARTNER,
                                    joins.get(join).as(),
                                    1,
                                    key == null ? "one without a key" : "key " + key,
                                    origin));
                }
            }
            return found[join];
        }
    }
}
