package io.ctxeval.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.ctxeval.table.ColumnType.ListOf;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.table.ColumnType.StructOf;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Table values as JSON: nulls kept, doubles in shortest round-trip form, whole numbers of any size as numbers. Text goes
 * through a {@link Writer}: Jackson's byte generator throws at half a surrogate pair, Java's encoder writes {@code ?}.
 */
public final class JsonValues {
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();

    private JsonValues() {}

    /** A generator of JSON text as tables have it. */
    public static JsonGenerator generator(Writer out) throws IOException {
        return FACTORY.createGenerator(out);
    }

    /** A list or struct as JSON text. */
    static String text(ColumnType type, Object value) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = generator(text)) {
            write(json, type, value);
        }
        return text.toString();
    }

    /** Writes one row as an object with a field for each column. */
    public static void writeObject(JsonGenerator json, List<Column> columns, @Nullable Object[] values)
            throws IOException {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException("a row of " + Arrays.toString(values) + " for the columns " + columns);
        }
        json.writeStartObject();
        for (int i = 0; i < values.length; i++) {
            Column column = columns.get(i);
            json.writeFieldName(column.name());
            write(json, column.type(), values[i]);
        }
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, ColumnType type, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (type instanceof StructOf struct) {
            writeObject(json, struct.columns(), (@Nullable Object[]) value);
        } else if (type instanceof ListOf list) {
            json.writeStartArray();
            for (Object element : (List<?>) value) {
                write(json, list.element(), element);
            }
            json.writeEndArray();
        } else {
            writeScalar(json, (Scalar) type, value);
        }
    }

    private static void writeScalar(JsonGenerator json, Scalar type, Object value) throws IOException {
        switch (type) {
            case TEXT -> json.writeString((String) value);
            case REAL -> json.writeNumber(Numbers.finite((Double) value));
            case WHOLE -> json.writeNumber((Long) value);
            case SMALL -> json.writeNumber((Integer) value);
            case FLAG -> json.writeBoolean((Boolean) value);
            case BIG -> json.writeNumber(Numbers.fitting((BigInteger) value));
        }
    }
}
