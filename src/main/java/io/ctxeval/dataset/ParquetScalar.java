package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Node;
import io.ctxeval.dataset.mapping.PlainValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.JulianFields;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * One value of a column: bytes are UTF-8 text with or without the string's mark, times are ISO 8601 text cut to microseconds and
 * end in {@code Z} where they are an instant, decimals and unsigned integers are written out, NaN and infinities are null.
 */
final class ParquetScalar extends PrimitiveConverter {
    private final PrimitiveType type;
    private final LogicalTypeAnnotation mark;
    private final Consumer<Node> setter;

    ParquetScalar(PrimitiveType type, Consumer<Node> setter) {
        this.type = type;
        this.mark = type.getLogicalTypeAnnotation();
        this.setter = setter;
    }

    @Override
    public void addBoolean(boolean value) {
        setter.accept(PlainValue.bool(value));
    }

    @Override
    public void addFloat(float value) {
        setter.accept(Float.isFinite(value) ? PlainValue.number(Float.toString(value)) : PlainValue.NULL);
    }

    @Override
    public void addDouble(double value) {
        setter.accept(Double.isFinite(value) ? PlainValue.number(Double.toString(value)) : PlainValue.NULL);
    }

    @Override
    public void addInt(int value) {
        if (mark instanceof IntLogicalTypeAnnotation integer && !integer.isSigned()) {
            setter.accept(PlainValue.number(Integer.toUnsignedString(value)));
        } else if (mark instanceof DateLogicalTypeAnnotation) {
            setter.accept(PlainValue.text(LocalDate.ofEpochDay(value).toString()));
        } else {
            integer(value);
        }
    }

    @Override
    public void addLong(long value) {
        if (mark instanceof IntLogicalTypeAnnotation integer && !integer.isSigned()) {
            setter.accept(PlainValue.number(Long.toUnsignedString(value)));
        } else if (mark instanceof TimestampLogicalTypeAnnotation stamp) {
            Instant instant = Instant.EPOCH.plus(value, unit(stamp.getUnit())).truncatedTo(ChronoUnit.MICROS);
            setter.accept(PlainValue.text(time(instant, stamp.isAdjustedToUTC())));
        } else {
            integer(value);
        }
    }

    private void integer(long value) {
        if (mark instanceof DecimalLogicalTypeAnnotation decimal) {
            setter.accept(PlainValue.number(
                    BigDecimal.valueOf(value, decimal.getScale()).toPlainString()));
        } else if (mark instanceof TimeLogicalTypeAnnotation time) {
            LocalTime ofDay =
                    LocalTime.MIDNIGHT.plus(value, unit(time.getUnit())).truncatedTo(ChronoUnit.MICROS);
            setter.accept(PlainValue.text(ofDay.toString()));
        } else {
            setter.accept(PlainValue.number(Long.toString(value)));
        }
    }

    @Override
    public void addBinary(Binary value) {
        if (mark instanceof DecimalLogicalTypeAnnotation decimal) {
            BigDecimal number = new BigDecimal(new BigInteger(value.getBytesUnsafe()), decimal.getScale());
            setter.accept(PlainValue.number(number.toPlainString()));
        } else if (type.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
            setter.accept(PlainValue.text(time(int96(value.toByteBuffer()), true)));
        } else if (mark instanceof UUIDLogicalTypeAnnotation) {
            ByteBuffer bytes = value.toByteBuffer();
            setter.accept(PlainValue.text(new UUID(bytes.getLong(), bytes.getLong()).toString()));
        } else {
            setter.accept(PlainValue.text(value.toStringUsingUTF8()));
        }
    }

    /** Nanoseconds of a day, then a Julian day, both little-endian: the time stamps of older writers. */
    private static Instant int96(ByteBuffer bytes) {
        ByteBuffer little = bytes.order(ByteOrder.LITTLE_ENDIAN);
        long nanosOfDay = little.getLong();
        LocalDate day = LocalDate.MIN.with(JulianFields.JULIAN_DAY, little.getInt());
        return day.atStartOfDay()
                .toInstant(ZoneOffset.UTC)
                .plusNanos(nanosOfDay)
                .truncatedTo(ChronoUnit.MICROS);
    }

    private static String time(Instant instant, boolean isInstant) {
        return isInstant
                ? instant.toString()
                : LocalDateTime.ofInstant(instant, ZoneOffset.UTC).toString();
    }

    private static ChronoUnit unit(TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> ChronoUnit.MILLIS;
            case MICROS -> ChronoUnit.MICROS;
            case NANOS -> ChronoUnit.NANOS;
        };
    }
}
