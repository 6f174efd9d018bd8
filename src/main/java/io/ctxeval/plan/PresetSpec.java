package io.ctxeval.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A preset as it is written in a file of presets, not yet compiled.
 *
 * @param tool whose files it reads; its name where nothing is said
 * @param match paths that must all occur for it to be chosen by the data
 * @param without paths of which none may occur
 * @param byNameOnly never chosen by the data
 * @param mapping whose preset is the name
 * @param ignored columns that mean nothing
 */
public record PresetSpec(
        String name,
        String tool,
        List<String> match,
        List<String> without,
        boolean byNameOnly,
        MappingSpec mapping,
        List<String> ignored) {
    private static final Key<String> TOOL = Key.of("tool", Form.text(), null, "whose files it reads");
    private static final Key<List<String>> MATCH =
            Key.of("match", Form.texts("a path"), null, "paths that must all occur");
    private static final Key<List<String>> WITHOUT =
            Key.of("without", Form.texts("a path"), null, "paths of which none may occur");
    private static final Key<Boolean> BY_NAME_ONLY =
            Key.of("by-name-only", Form.flag(), null, "true: never chosen by itself");
    private static final Key<List<String>> IGNORED =
            Key.of("ignored", Form.texts("a column"), null, "columns that mean nothing");
    private static final List<String> KEYS = List.of(
            TOOL.name(),
            Keys.KIND.name(),
            MATCH.name(),
            WITHOUT.name(),
            BY_NAME_ONLY.name(),
            Keys.ROWS.name(),
            Keys.WHERE.name(),
            Keys.JOIN.name(),
            Keys.GROUP.name(),
            Keys.FIELDS.name(),
            IGNORED.name());

    public PresetSpec {
        match = List.copyOf(match);
        without = List.copyOf(without);
        ignored = List.copyOf(ignored);
    }

    /**
     * The presets of a file, in its order.
     *
     * @param source name of the file, for messages
     * @param yaml a group of keys for each name
     * @param found takes what is wrong with it, with the lines
     */
    public static List<PresetSpec> read(String source, String yaml, List<String> found) {
        Problems problems = new Problems();
        List<PresetSpec> presets = new ArrayList<>();
        Value file = YamlValues.ofFile(source, yaml, problems);
        if (!problems.any()) {
            read(source, file, problems, presets);
        }
        found.addAll(problems.all());
        return presets;
    }

    private static void read(String source, Value file, Problems problems, List<PresetSpec> presets) {
        if (!(file instanceof Value.Entries entries)) {
            problems.add(source, file.shown() + "; must be presets, each a name and a group of keys", file.place());
        } else if (entries.entries().isEmpty()) {
            problems.add(source, "holds no preset; must be presets, each a name and a group of keys", file.place());
        } else {
            for (Value.Entry entry : entries.entries()) {
                if (entry.value() instanceof Value.Entries keys) {
                    presets.add(new Reader(entry.key(), keys, problems).preset());
                } else {
                    problems.add(
                            entry.key(),
                            entry.value().shown() + "; must be a group of keys such as match and fields",
                            entry.place());
                }
            }
        }
    }

    private static final class Reader {
        private final String name;
        private final Map<String, Value> values = new LinkedHashMap<>();
        private final Problems problems;

        Reader(String name, Value.Entries keys, Problems problems) {
            this.name = name;
            this.problems = problems;
            for (Value.Entry entry : keys.entries()) {
                if (!KEYS.contains(entry.key())) {
                    problems.add(
                            name + "." + entry.key(),
                            "unknown key" + Nearest.hint(entry.key(), KEYS) + "; there are " + String.join(", ", KEYS),
                            entry.place());
                } else if (!(entry.value() instanceof Value.Blank)) {
                    values.put(entry.key(), entry.value());
                }
            }
        }

        PresetSpec preset() {
            MappingSpec mapping = new MappingSpec(
                    name,
                    read(Keys.KIND, null),
                    list(Keys.ROWS),
                    read(Keys.WHERE, null),
                    list(Keys.JOIN),
                    read(Keys.GROUP, null),
                    fields());
            String tool = read(TOOL, name);
            return new PresetSpec(
                    name,
                    tool == null ? name : tool,
                    list(MATCH),
                    list(WITHOUT),
                    Boolean.TRUE.equals(read(BY_NAME_ONLY, null)),
                    mapping,
                    list(IGNORED));
        }

        private <T> List<T> list(Key<List<T>> key) {
            List<T> read = read(key, null);
            return read == null ? List.of() : read;
        }

        private <T> @Nullable T read(Key<T> key, @Nullable T otherwise) {
            Value value = values.get(key.name());
            return value == null ? otherwise : read(name + "." + key.name(), key.form(), value);
        }

        private <T> @Nullable T read(String key, Form<T> form, Value value) {
            try {
                return form.read(value);
            } catch (BadValue bad) {
                problems.add(key, bad);
                return null;
            }
        }

        private Map<String, MappingSpec.FieldSpec> fields() {
            Map<String, MappingSpec.FieldSpec> fields = new LinkedHashMap<>();
            Value value = values.get(Keys.FIELDS.name());
            String at = name + "." + Keys.FIELDS.name();
            if (value instanceof Value.Entries entries) {
                for (Value.Entry entry : entries.entries()) {
                    MappingSpec.FieldSpec field = entry.value() instanceof Value.Blank
                            ? null
                            : read(at + "." + entry.key(), Keys.FIELDS.form(), entry.value());
                    if (field != null) {
                        fields.put(entry.key(), field);
                    }
                }
            } else if (value != null) {
                problems.add(
                        at, value.shown() + "; must be a group of canonical fields, each with a path", value.place());
            }
            return fields;
        }
    }
}
