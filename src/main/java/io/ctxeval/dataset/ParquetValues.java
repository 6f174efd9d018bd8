package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Node;
import io.ctxeval.dataset.mapping.PlainValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;

/**
 * Converters from Parquet values to nodes. Lists and maps in every encoding of the format's LogicalTypes.md, "Backward-compatibility
 * rules": three levels, two levels, and repeated fields without a mark.
 */
final class ParquetValues {
    private ParquetValues() {}

    /** The converter of one value; for a repeated field, of each of its values. */
    static Converter converter(Type field, Consumer<Node> setter) {
        if (field.isPrimitive()) {
            return new ParquetScalar(field.asPrimitiveType(), setter);
        }
        GroupType group = field.asGroupType();
        LogicalTypeAnnotation mark = field.getLogicalTypeAnnotation();
        boolean single = group.getFieldCount() == 1 && group.getType(0).isRepetition(Type.Repetition.REPEATED);
        if (mark instanceof ListLogicalTypeAnnotation && single) {
            return new Elements(group, setter);
        }
        boolean map = mark instanceof MapLogicalTypeAnnotation || mark instanceof MapKeyValueTypeAnnotation;
        if (map
                && single
                && !group.getType(0).isPrimitive()
                && group.getType(0).asGroupType().getFieldCount() == 2) {
            return new Entries(group, setter);
        }
        return new Struct(group, setter);
    }

    /** A group of named fields; fields that are null aren't there. */
    private static final class Struct extends GroupConverter {
        private final Consumer<Node> setter;
        private final ParquetRepeated[] fields;
        private Map<String, Node> values = new LinkedHashMap<>();

        Struct(GroupType type, Consumer<Node> setter) {
            this.setter = setter;
            fields = new ParquetRepeated[type.getFieldCount()];
            for (int i = 0; i < fields.length; i++) {
                String name = type.getFieldName(i);
                fields[i] = new ParquetRepeated(type.getType(i), value -> values.put(name, value));
            }
        }

        @Override
        public Converter getConverter(int field) {
            return fields[field].converter();
        }

        @Override
        public void start() {
            values = new LinkedHashMap<>();
            for (ParquetRepeated field : fields) {
                field.start();
            }
        }

        @Override
        public void end() {
            for (ParquetRepeated field : fields) {
                field.end();
            }
            setter.accept(PlainValue.object(values));
        }
    }

    /** A group marked as a list: its one field is repeated. */
    private static final class Elements extends GroupConverter {
        private final Consumer<Node> setter;
        private final Converter repeated;
        private List<Node> elements = new ArrayList<>();

        Elements(GroupType list, Consumer<Node> setter) {
            this.setter = setter;
            Type field = list.getType(0);
            Consumer<Node> add = element -> elements.add(element);
            repeated = isElement(list, field) ? converter(field, add) : new Wrapped(field.asGroupType(), add);
        }

        /** Whether the repeated field is the element itself (two levels) rather than a group around it (three). */
        private static boolean isElement(GroupType list, Type field) {
            return field.isPrimitive()
                    || field.asGroupType().getFieldCount() > 1
                    || field.asGroupType().getType(0).isRepetition(Type.Repetition.REPEATED)
                    || field.getName().equals("array")
                    || field.getName().equals(list.getName() + "_tuple");
        }

        @Override
        public Converter getConverter(int field) {
            return repeated;
        }

        @Override
        public void start() {
            elements = new ArrayList<>();
        }

        @Override
        public void end() {
            setter.accept(PlainValue.list(elements));
        }
    }

    /** The group around an element of a list; an element that isn't there is null. */
    private static final class Wrapped extends GroupConverter {
        private final Consumer<Node> setter;
        private final Converter inner;
        private Node element = PlainValue.NULL;

        Wrapped(GroupType wrapper, Consumer<Node> setter) {
            this.setter = setter;
            inner = converter(wrapper.getType(0), value -> element = value);
        }

        @Override
        public Converter getConverter(int field) {
            return inner;
        }

        @Override
        public void start() {
            element = PlainValue.NULL;
        }

        @Override
        public void end() {
            setter.accept(element);
        }
    }

    /** A group marked as a map: an object, its keys as text. */
    private static final class Entries extends GroupConverter {
        private final Consumer<Node> setter;
        private final GroupConverter entry;
        private Map<String, Node> values = new LinkedHashMap<>();
        private Node key = PlainValue.NULL;
        private Node value = PlainValue.NULL;

        Entries(GroupType map, Consumer<Node> setter) {
            this.setter = setter;
            GroupType pair = map.getType(0).asGroupType();
            Converter keys = converter(pair.getType(0), node -> key = node);
            Converter items = converter(pair.getType(1), node -> value = node);
            entry = new GroupConverter() {
                @Override
                public Converter getConverter(int field) {
                    return field == 0 ? keys : items;
                }

                @Override
                public void start() {
                    key = PlainValue.NULL;
                    value = PlainValue.NULL;
                }

                @Override
                public void end() {
                    values.put(key.text(), value);
                }
            };
        }

        @Override
        public Converter getConverter(int field) {
            return entry;
        }

        @Override
        public void start() {
            values = new LinkedHashMap<>();
        }

        @Override
        public void end() {
            setter.accept(PlainValue.object(values));
        }
    }
}
