package io.ctxeval.table;

import io.ctxeval.table.ColumnType.ListOf;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.table.ColumnType.StructOf;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** Parquet's types of our columns (parquet-format LogicalTypes.md: STRING, DECIMAL, three-level LIST). */
final class ParquetTypes {
    /** Bytes that hold any 38-digit number with its sign. */
    static final int DECIMAL_BYTES = 16;

    static final String LIST = "list";
    static final String ELEMENT = "element";

    private ParquetTypes() {}

    static MessageType messageOf(TableSchema schema) {
        return new MessageType("row", fieldsOf(schema.columns()));
    }

    private static List<Type> fieldsOf(List<Column> columns) {
        return columns.stream()
                .map(column -> typeOf(column.name(), column.type()))
                .toList();
    }

    private static Type typeOf(String name, ColumnType type) {
        if (type instanceof StructOf struct) {
            return new GroupType(Type.Repetition.OPTIONAL, name, fieldsOf(struct.columns()));
        }
        if (type instanceof ListOf list) {
            return Types.optionalList().element(typeOf(ELEMENT, list.element())).named(name);
        }
        return switch ((Scalar) type) {
            case TEXT ->
                Types.optional(PrimitiveTypeName.BINARY)
                        .as(LogicalTypeAnnotation.stringType())
                        .named(name);
            case REAL -> Types.optional(PrimitiveTypeName.DOUBLE).named(name);
            case WHOLE -> Types.optional(PrimitiveTypeName.INT64).named(name);
            case SMALL -> Types.optional(PrimitiveTypeName.INT32).named(name);
            case FLAG -> Types.optional(PrimitiveTypeName.BOOLEAN).named(name);
            case BIG ->
                Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
                        .length(DECIMAL_BYTES)
                        .as(LogicalTypeAnnotation.decimalType(0, Numbers.MOST_DIGITS))
                        .named(name);
        };
    }
}
