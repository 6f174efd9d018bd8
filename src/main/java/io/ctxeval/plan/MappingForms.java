package io.ctxeval.plan;

import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.MappingSpec.JoinSpec;
import io.ctxeval.plan.MappingSpec.Take;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The values of mapping keys that have parts (formats.md 4.1). Expressions stay texts here; compiling them is the mapping's. */
final class MappingForms {
    private static final Form<List<String>> EXPRESSIONS = Form.texts("a path or a function of a path");

    private MappingForms() {}

    /** A path, a list of them, {@code {path, take, where}} or {@code {sql}}. */
    static Form<FieldSpec> field() {
        String allowed = "a path, a function of a path, a list of those, {path, take, where} or {sql}";
        return Form.parted(allowed, value -> {
            if (value instanceof Value.Entries parts) {
                Map<String, Value> named = parts(parts, Set.of("path", "take", "where", "sql"));
                return named.containsKey("sql") ? sql(named, value) : taken(named, value);
            }
            try {
                return new FieldSpec.FirstOf(EXPRESSIONS.read(value));
            } catch (BadValue bad) {
                throw new BadValue(value, allowed);
            }
        });
    }

    private static FieldSpec sql(Map<String, Value> parts, Value whole) throws BadValue {
        if (parts.size() > 1) {
            throw new BadValue("sql stands beside other parts; it stands alone", whole.place());
        }
        return new FieldSpec.Sql(Form.text().read(required(parts, "sql", whole)));
    }

    private static FieldSpec taken(Map<String, Value> parts, Value whole) throws BadValue {
        List<String> expressions = EXPRESSIONS.read(required(parts, "path", whole));
        Value take = parts.get("take");
        Value where = parts.get("where");
        return new FieldSpec.Taken(
                expressions,
                take == null ? Take.FIRST : Form.constant(Take.class).read(take),
                where == null ? null : Form.text().read(where));
    }

    /** {@code {as, path, on: [left, right]}}, or a list of them. */
    static Form<List<JoinSpec>> joins() {
        String allowed = "a list of {as, path, on: [left, right]}";
        return Form.parted(allowed, value -> {
            List<JoinSpec> joins = new ArrayList<>();
            for (Value item : value instanceof Value.Items items ? items.values() : List.of(value)) {
                if (!(item instanceof Value.Entries entries)) {
                    throw new BadValue(item, allowed);
                }
                joins.add(join(entries));
            }
            return joins;
        });
    }

    private static JoinSpec join(Value.Entries entries) throws BadValue {
        Map<String, Value> parts = parts(entries, Set.of("as", "path", "on"));
        Value on = required(parts, "on", entries);
        List<String> sides = EXPRESSIONS.read(on);
        if (sides.size() != 2) {
            throw new BadValue("on has " + sides.size() + " paths; must be two: [left, right]", on.place());
        }
        return new JoinSpec(
                Form.text().read(required(parts, "as", entries)),
                Form.text().read(required(parts, "path", entries)),
                sides.get(0),
                sides.get(1));
    }

    private static Map<String, Value> parts(Value.Entries entries, Set<String> allowed) throws BadValue {
        Map<String, Value> parts = new LinkedHashMap<>();
        for (Value.Entry entry : entries.entries()) {
            if (!allowed.contains(entry.key())) {
                throw new BadValue("unknown part " + entry.key() + Nearest.hint(entry.key(), allowed), entry.place());
            }
            parts.put(entry.key(), entry.value());
        }
        return parts;
    }

    private static Value required(Map<String, Value> parts, String name, Value whole) throws BadValue {
        Value value = parts.get(name);
        if (value == null || value instanceof Value.Blank) {
            throw new BadValue("has no " + name, whole.place());
        }
        return value;
    }
}
