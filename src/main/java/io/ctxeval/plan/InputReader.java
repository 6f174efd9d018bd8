package io.ctxeval.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what a plan says about its inputs: the paths of {@code input} with the mapping beside them, or the list {@code inputs}. */
final class InputReader {
    private static final Key<String> PATH =
            Key.of("path", Form.text(), null, "a file, a folder or a glob; unset: a Spark source that has none");
    private static final List<Key<?>> KEYS = keys();

    private final Day day;
    private final Problems problems;

    InputReader(Day day, Problems problems) {
        this.day = day;
        this.problems = problems;
    }

    List<InputSpec> inputs(Settings settings) {
        List<String> paths = settings.ifSet(Keys.INPUT);
        if (paths != null) {
            return paths.stream()
                    .flatMap(path -> inputs(Keys.INPUT.name(), path, settings).stream())
                    .toList();
        }
        refuseMappingWithoutInput(settings);
        Value listed = settings.valueOf(Keys.INPUTS);
        if (listed == null) {
            if (settings.placeOf(Keys.INPUT) == null) {
                problems.add(Keys.INPUT.name(), "nothing to read; give --input, or inputs in the configuration");
            }
            return List.of();
        }
        if (listed instanceof Value.Items items) {
            return listed(items);
        }
        problems.add(Keys.INPUTS.name(), new BadValue(listed, Keys.INPUTS.form().allowed()));
        return List.of();
    }

    private void refuseMappingWithoutInput(Settings settings) {
        for (Key<?> key : Keys.MAPPING) {
            Place place = settings.placeOf(key);
            if (place != null) {
                problems.add(key.name(), "holds for input (--input) only; each of inputs has its own", place);
            }
        }
    }

    private List<InputSpec> listed(Value.Items items) {
        if (items.values().isEmpty()) {
            problems.add(Keys.INPUTS.name(), "is empty; must name at least one input", items.place());
        }
        List<InputSpec> inputs = new ArrayList<>();
        for (int i = 0; i < items.values().size(); i++) {
            inputs.addAll(listed("inputs[" + i + "]", items.values().get(i)));
        }
        return inputs;
    }

    private List<InputSpec> listed(String name, Value item) {
        Settings own = new Settings(KEYS, name + ".", problems);
        if (item instanceof Value.Entries entries) {
            own.layer(entries.entries());
        } else if (item instanceof Value.Text path) {
            own.layer(List.of(new Value.Entry(PATH.name(), path, path.place())));
        } else {
            problems.add(name, new BadValue(item, "a path, or a group with path and mapping keys"));
            return List.of(InputSpec.of(""));
        }
        String path = own.ifSet(PATH);
        if (path == null && own.placeOf(PATH) == null && own.placeOf(Keys.FORMAT) == null) {
            problems.add(name, "has no path", item.place());
        }
        return inputs(name + "." + PATH.name(), path, own);
    }

    /** The input; for a path with a place for the date, one for each day. */
    private List<InputSpec> inputs(String name, @Nullable String path, Settings settings) {
        String written = path == null ? "" : path;
        List<Day> days = day.each(name, written);
        return days.stream()
                .map(one -> input(one, written, days.size() == 1 ? null : written, settings))
                .toList();
    }

    private InputSpec input(Day on, String path, @Nullable String series, Settings settings) {
        List<String> rows = settings.ifSet(Keys.ROWS);
        List<MappingSpec.JoinSpec> joins = settings.ifSet(Keys.JOIN);
        MappingSpec mapping = new MappingSpec(
                settings.ifSet(Keys.PRESET),
                settings.ifSet(Keys.KIND),
                rows == null ? List.of() : rows,
                settings.ifSet(Keys.WHERE),
                joins == null
                        ? List.of()
                        : joins.stream().map(join -> ofDay(join, on)).toList(),
                settings.ifSet(Keys.GROUP),
                settings.group(Keys.FIELDS));
        refuseTakeWithoutGroup(mapping, settings);
        return new InputSpec(
                on.on(path),
                settings.ifSet(Keys.FORMAT),
                settings.group(Keys.OPTIONS),
                settings.of(Keys.DAMAGED),
                mapping,
                null,
                series);
    }

    private static MappingSpec.JoinSpec ofDay(MappingSpec.JoinSpec join, Day on) {
        return new MappingSpec.JoinSpec(
                join.as(), on.joined(Keys.JOIN.name() + ".path", join.path()), join.left(), join.right());
    }

    private void refuseTakeWithoutGroup(MappingSpec mapping, Settings settings) {
        if (mapping.group() != null
                || mapping.preset() != null
                || mapping.rows().size() > 1) {
            return;
        }
        Map<String, Value> written = settings.written(Keys.FIELDS);
        mapping.fields().forEach((field, source) -> {
            Value value = written.get(field);
            if (source instanceof MappingSpec.FieldSpec.Taken && value != null) {
                problems.add(
                        Keys.FIELDS.name() + "." + field, "takes from a group, but group is not set", value.place());
            }
        });
    }

    private static List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>();
        keys.add(PATH);
        keys.addAll(Keys.MAPPING);
        return List.copyOf(keys);
    }
}
