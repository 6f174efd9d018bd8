package io.ctxeval.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What was set, in layers: a later layer replaces the keys that it names. Groups are taken apart, so that {@code judge: {kind:
 * none}} and {@code judge.kind: none} are one key. Names that are no keys are problems.
 */
final class Settings {
    private static final Pattern SECRET = Pattern.compile(
            "(?i)(.*[._-])?(api[._-]?key|key|secret|password|passwd|pwd|token|credentials?|authorization)");

    private final List<Key<?>> keys;
    private final String prefix;
    private final Problems problems;
    private final Map<String, Value> values = new LinkedHashMap<>();

    /**
     * @param keys the names that are allowed
     * @param prefix put before names in messages
     */
    Settings(List<Key<?>> keys, String prefix, Problems problems) {
        this.keys = keys;
        this.prefix = prefix;
        this.problems = problems;
    }

    /** Adds a layer on top. */
    void layer(List<Value.Entry> entries) {
        Map<String, Value> layer = new LinkedHashMap<>();
        addGroup("", entries, layer);
        layer.values().removeIf(Value.Blank.class::isInstance);
        Value input = layer.get(Keys.INPUT.name());
        Value inputs = layer.get(Keys.INPUTS.name());
        if (input != null && inputs != null) {
            problems.add(prefix + Keys.INPUT.name(), "stands beside inputs, given in " + inputs.place(), input.place());
        }
        values.putAll(layer);
        if (input != null) {
            values.remove(Keys.INPUTS.name());
        } else if (inputs != null) {
            values.remove(Keys.INPUT.name());
        }
    }

    private void addGroup(String group, List<Value.Entry> entries, Map<String, Value> layer) {
        for (Value.Entry entry : entries) {
            add(group.isEmpty() ? entry.key() : group + "." + entry.key(), entry, layer);
        }
    }

    private void add(String name, Value.Entry entry, Map<String, Value> layer) {
        Value value = entry.value();
        Key<?> key = named(name);
        Key<?> around = key == null ? around(name) : null;
        if (key == null ? around == null && isGroup(name) : key.open()) {
            if (value instanceof Value.Entries group) {
                addGroup(name, group.entries(), layer);
            } else if (!(value instanceof Value.Blank)) {
                problems.add(prefix + name, new BadValue(value, "a group of keys" + kindHint(name, value)));
            }
        } else if (key != null) {
            put(name, value, layer);
        } else if (isSecret(name, around)) {
            problems.add(
                    prefix + name,
                    "looks like a secret; secrets don't belong in a configuration or on a command line",
                    entry.place());
        } else if (around == null) {
            problems.add(prefix + name, "unknown key" + Nearest.hint(name, names()), entry.place());
        } else if (Keys.THRESHOLDS.equals(around)) {
            addThreshold(name, value, layer);
        } else {
            put(name, value, layer);
        }
    }

    /** {@code judge: lexical} is what many write for {@code judge.kind}. */
    private String kindHint(String group, Value value) {
        String kind = group + ".kind";
        return value instanceof Value.Text && named(kind) != null ? "; did you mean " + kind + "?" : "";
    }

    /** {@code ctx_waste: 80} is short for {@code ctx_waste: {mean: 80}}. */
    private void addThreshold(String name, Value value, Map<String, Value> layer) {
        if (value instanceof Value.Entries attributes) {
            addGroup(name, attributes.entries(), layer);
        } else {
            boolean bare = name.indexOf('.', Keys.THRESHOLDS.name().length() + 1) < 0;
            put(bare ? name + "." + ThresholdReader.MEAN : name, value, layer);
        }
    }

    private void put(String name, Value value, Map<String, Value> layer) {
        Value before = layer.putIfAbsent(name, value);
        if (before != null) {
            problems.add(prefix + name, "given twice, first in " + before.place(), value.place());
        }
    }

    private static boolean isSecret(String name, @Nullable Key<?> around) {
        return (around == null || Keys.OPTIONS.equals(around))
                && SECRET.matcher(name).matches();
    }

    private @Nullable Key<?> named(String name) {
        return keys.stream().filter(key -> key.name().equals(name)).findFirst().orElse(null);
    }

    /** The open key in whose group a name lies: {@code trace.budgets} for {@code trace.budgets.planner}. */
    private @Nullable Key<?> around(String name) {
        return keys.stream()
                .filter(key -> key.open() && name.startsWith(key.name() + "."))
                .findFirst()
                .orElse(null);
    }

    private boolean isGroup(String name) {
        return keys.stream().anyMatch(key -> key.name().startsWith(name + "."));
    }

    /** The keys and their groups. */
    private Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        for (Key<?> key : keys) {
            names.add(key.name());
        }
        for (Key<?> key : keys) {
            int dot = key.name().indexOf('.');
            if (dot > 0) {
                names.add(key.name().substring(0, dot));
            }
        }
        return names;
    }

    /** The value of a key, its default where it isn't set or where what was set is a problem. */
    <T> T of(Key<T> key) {
        T value = ifSet(key);
        if (value == null) {
            throw new IllegalArgumentException(key.name() + " has no default");
        }
        return value;
    }

    /** The value of a key, its default where it isn't set, null where it has none. */
    <T> @Nullable T ifSet(Key<T> key) {
        Value written = values.get(key.name());
        if (written != null) {
            try {
                return key.form().read(written);
            } catch (BadValue bad) {
                problems.add(prefix + key.name(), bad);
            }
        }
        return defaultOf(key);
    }

    private static <T> @Nullable T defaultOf(Key<T> key) {
        String text = key.defaultText();
        if (text == null) {
            return null;
        }
        try {
            return key.form().read(new Value.Text(text, Place.option("default")));
        } catch (BadValue impossible) {
            throw new IllegalStateException("default of " + key.name(), impossible);
        }
    }

    /** The values of an open key by the names that follow its own, in the order written. */
    <T> Map<String, T> group(Key<T> key) {
        Map<String, T> group = new LinkedHashMap<>();
        written(key).forEach((name, value) -> {
            try {
                group.put(name, key.form().read(value));
            } catch (BadValue bad) {
                problems.add(prefix + key.name() + "." + name, bad);
            }
        });
        return group;
    }

    /** The values of an open key as written. */
    Map<String, Value> written(Key<?> key) {
        Map<String, Value> group = new LinkedHashMap<>();
        String start = key.name() + ".";
        values.forEach((name, value) -> {
            if (name.startsWith(start)) {
                group.put(name.substring(start.length()), value);
            }
        });
        return group;
    }

    /** Where a key was set; null: it wasn't. */
    @Nullable Place placeOf(Key<?> key) {
        Value value = values.get(key.name());
        if (value == null && key.open()) {
            value = written(key).values().stream().findFirst().orElse(null);
        }
        return value == null ? null : value.place();
    }

    @Nullable Value valueOf(Key<?> key) {
        return values.get(key.name());
    }

    /** The keys that were set to something else than what holds without them. */
    List<Key<?>> changed(Key.Use use) {
        List<Key<?>> changed = new ArrayList<>();
        for (Key<?> key : keys) {
            if (key.use() == use && placeOf(key) != null && (key.open() || !isDefault(key))) {
                changed.add(key);
            }
        }
        return changed;
    }

    private <T> boolean isDefault(Key<T> key) {
        T value = ifSet(key);
        return value == null || value.equals(defaultOf(key));
    }
}
