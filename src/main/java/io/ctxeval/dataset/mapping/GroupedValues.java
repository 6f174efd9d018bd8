package io.ctxeval.dataset.mapping;

import io.ctxeval.json.RawJson;
import io.ctxeval.plan.MappingSpec.Take;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RetrievedContext;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One value out of those that the rows of a group have for a field (formats.md 4.1, {@code take}). */
final class GroupedValues {
    private GroupedValues() {}

    /** The field's value; null where no row has one. */
    static @Nullable FieldValue taken(List<MappedRow> rows, int field, Take take) {
        List<FieldValue> present = new ArrayList<>();
        for (MappedRow row : rows) {
            FieldValue value = row.value(field);
            if (value != null) {
                present.add(value);
            }
        }
        if (present.isEmpty()) {
            return null;
        }
        return switch (take) {
            case FIRST -> present.get(0);
            case LAST -> present.get(present.size() - 1);
            case MAX -> greatest(present);
            case ALL -> all(present);
        };
    }

    /** Numbers by value, if all of them are; else texts by characters. Of values that have no order, the first. */
    private static FieldValue greatest(List<FieldValue> values) {
        FieldValue greatest = values.get(0);
        for (FieldValue value : values) {
            if (value instanceof FieldValue.Text text
                    && greatest instanceof FieldValue.Text most
                    && compare(text.text(), most.text()) > 0) {
                greatest = value;
            }
        }
        return greatest;
    }

    private static int compare(String left, String right) {
        try {
            return new BigDecimal(left).compareTo(new BigDecimal(right));
        } catch (NumberFormatException noNumbers) {
            return left.compareTo(right);
        }
    }

    /** Lists one behind the other, equal lists once; repeats inside a list stay. */
    private static FieldValue all(List<FieldValue> values) {
        List<FieldValue> distinct = new ArrayList<>(new LinkedHashSet<>(values));
        FieldValue first = distinct.get(0);
        if (first instanceof FieldValue.Context) {
            return contexts(distinct);
        } else if (first instanceof FieldValue.Texts) {
            List<String> texts = new ArrayList<>();
            for (FieldValue value : distinct) {
                if (value instanceof FieldValue.Texts list) {
                    texts.addAll(list.texts());
                }
            }
            return new FieldValue.Texts(texts);
        } else if (first instanceof FieldValue.Text) {
            List<String> texts = new ArrayList<>();
            for (FieldValue value : distinct) {
                if (value instanceof FieldValue.Text text) {
                    texts.add(text.text());
                }
            }
            return new FieldValue.Text(String.join("\n", texts));
        }
        return list(distinct);
    }

    private static FieldValue contexts(List<FieldValue> values) {
        List<Chunk> chunks = new ArrayList<>();
        for (FieldValue value : values) {
            RetrievedContext context = ((FieldValue.Context) value).context();
            if (!(context instanceof RetrievedContext.Chunks list)) {
                return value;
            }
            for (Chunk chunk : list.chunks()) {
                chunks.add(new Chunk(chunks.size(), chunk.text(), chunk.wasNull(), chunk.offset()));
            }
        }
        return new FieldValue.Context(new RetrievedContext.Chunks(chunks));
    }

    /** JSON values, or several with commas between, as one JSON list. */
    static FieldValue.Json list(List<? extends FieldValue> values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean exact = true;
        byte separator = '[';
        for (FieldValue value : values) {
            if (value instanceof FieldValue.Json json) {
                out.write(separator);
                out.write(json.raw().bytes(), json.raw().from(), json.raw().length());
                separator = ',';
                exact &= json.exact();
            }
        }
        if (separator == '[') {
            out.write(separator);
        }
        out.write(']');
        byte[] bytes = out.toByteArray();
        return new FieldValue.Json(new RawJson(bytes, 0, bytes.length), exact);
    }

    /**
     * The events of the rows, each once: an event whose id comes again replaces the earlier one in its place. A request and a
     * response that come apart under one id are both kept.
     */
    static FieldValue.Json events(List<MappedRow> rows, CompiledMapping mapping) {
        EventRule rule = new EventRule(mapping);
        int id = mapping.field("id");
        int type = mapping.field("type");
        int request = mapping.field("request");
        int response = mapping.field("response");
        Map<Object, MappedRow> events = new LinkedHashMap<>();
        for (MappedRow row : rows) {
            String name = row.text(id);
            boolean asks = request >= 0 && row.value(request) != null;
            boolean answers = response >= 0 && row.value(response) != null;
            Object key =
                    name == null ? row : List.of(name, Objects.requireNonNullElse(row.text(type), ""), asks, answers);
            events.put(key, row);
        }
        return list(events.values().stream().map(rule::of).toList());
    }
}
