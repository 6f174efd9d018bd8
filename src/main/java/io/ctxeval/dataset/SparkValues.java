package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Columns;
import io.ctxeval.dataset.mapping.Node;
import io.ctxeval.dataset.mapping.PlainValue;
import io.ctxeval.dataset.mapping.RecordNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** Rows of any Spark source as records: numbers as they are spelt, times as text, bytes as UTF-8 text, NaN as null. */
final class SparkValues {
    private SparkValues() {}

    static Found record(Row row, RecordPlace place, Columns columns, long position) {
        RecordNode node = place.record(columns, position, null);
        StructType schema = row.schema();
        for (int i = 0; i < row.length(); i++) {
            node.put(schema.fields()[i].name(), nodeOf(row.get(i)));
        }
        return new Found.Intact(node);
    }

    static Node nodeOf(@Nullable Object value) {
        if (value == null) {
            return PlainValue.NULL;
        } else if (value instanceof Boolean bool) {
            return PlainValue.bool(bool);
        } else if (value instanceof BigDecimal decimal) {
            return PlainValue.number(decimal.toPlainString());
        } else if (value instanceof Number number) {
            return Double.isFinite(number.doubleValue()) ? PlainValue.number(number.toString()) : PlainValue.NULL;
        } else if (value instanceof byte[] bytes) {
            return PlainValue.text(new String(bytes, StandardCharsets.UTF_8));
        } else if (value instanceof Row row) {
            return struct(row);
        } else if (value instanceof scala.collection.Map<?, ?> map) {
            Map<String, Node> entries = new LinkedHashMap<>();
            CollectionConverters.asJava(map).forEach((key, item) -> entries.put(String.valueOf(key), nodeOf(item)));
            return PlainValue.object(entries);
        } else if (value instanceof scala.collection.Iterable<?> items) {
            List<Node> elements = new ArrayList<>();
            CollectionConverters.asJava(items).forEach(item -> elements.add(nodeOf(item)));
            return PlainValue.list(elements);
        }
        return PlainValue.text(value.toString());
    }

    /** An object of the fields that aren't null. */
    private static Node struct(Row row) {
        Map<String, Node> fields = new LinkedHashMap<>();
        for (int i = 0; i < row.length(); i++) {
            if (!row.isNullAt(i)) {
                fields.put(row.schema().fields()[i].name(), nodeOf(row.get(i)));
            }
        }
        return PlainValue.object(fields);
    }
}
