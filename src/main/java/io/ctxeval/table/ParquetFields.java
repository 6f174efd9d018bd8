package io.ctxeval.table;

import io.ctxeval.table.ColumnType.ListOf;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.table.ColumnType.StructOf;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/** Writes the fields of a row or struct, with one writer per column chosen once. */
final class ParquetFields {
    private final String[] names;
    private final ValueWriter[] writers;

    ParquetFields(List<Column> columns) {
        names = columns.stream().map(Column::name).toArray(String[]::new);
        writers = columns.stream().map(column -> writerOf(column.type())).toArray(ValueWriter[]::new);
    }

    void write(RecordConsumer to, @Nullable Object[] values) {
        if (values.length != names.length) {
            throw new IllegalArgumentException(
                    "a row of " + values.length + " values for the columns " + Arrays.toString(names));
        }
        for (int i = 0; i < names.length; i++) {
            Object value = values[i];
            if (value != null) {
                to.startField(names[i], i);
                writers[i].write(to, value);
                to.endField(names[i], i);
            }
        }
    }

    private interface ValueWriter {
        void write(RecordConsumer to, Object value);
    }

    private static ValueWriter writerOf(ColumnType type) {
        if (type instanceof StructOf struct) {
            ParquetFields fields = new ParquetFields(struct.columns());
            return (to, value) -> {
                to.startGroup();
                fields.write(to, (@Nullable Object[]) value);
                to.endGroup();
            };
        }
        if (type instanceof ListOf list) {
            ValueWriter element = writerOf(list.element());
            return (to, value) -> writeList(to, (List<?>) value, element);
        }
        return switch ((Scalar) type) {
            case TEXT ->
                (to, value) ->
                        to.addBinary(Binary.fromConstantByteArray(((String) value).getBytes(StandardCharsets.UTF_8)));
            case REAL -> (to, value) -> to.addDouble(Numbers.finite((Double) value));
            case WHOLE -> (to, value) -> to.addLong((Long) value);
            case SMALL -> (to, value) -> to.addInteger((Integer) value);
            case FLAG -> (to, value) -> to.addBoolean((Boolean) value);
            case BIG -> (to, value) -> to.addBinary(decimalOf((BigInteger) value));
        };
    }

    private static void writeList(RecordConsumer to, List<?> elements, ValueWriter writer) {
        to.startGroup();
        if (!elements.isEmpty()) {
            to.startField(ParquetTypes.LIST, 0);
            for (Object element : elements) {
                to.startGroup();
                if (element != null) {
                    to.startField(ParquetTypes.ELEMENT, 0);
                    writer.write(to, element);
                    to.endField(ParquetTypes.ELEMENT, 0);
                }
                to.endGroup();
            }
            to.endField(ParquetTypes.LIST, 0);
        }
        to.endGroup();
    }

    /** Big-endian two's complement, sign extended to the fixed length. */
    private static Binary decimalOf(BigInteger value) {
        byte[] digits = Numbers.fitting(value).toByteArray();
        byte[] fixed = new byte[ParquetTypes.DECIMAL_BYTES];
        if (value.signum() < 0) {
            Arrays.fill(fixed, (byte) -1);
        }
        System.arraycopy(digits, 0, fixed, fixed.length - digits.length, digits.length);
        return Binary.fromConstantByteArray(fixed);
    }
}
