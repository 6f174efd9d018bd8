package io.ctxeval.dataset.mapping;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order of a group's rows: by {@code order}, else by {@code time}, then by {@code id}, file and place in it (formats.md 3.3, 3.6). */
final class RowOrder {
    private static final int DATE = "2026-01-02".length();
    private static final int LONGEST_TIME = 60;

    private static final Comparator<Keyed> ORDER = Comparator.comparing(Keyed::order)
            .thenComparing(Keyed::time)
            .thenComparing(Keyed::id)
            .thenComparing(keyed -> keyed.row().origin().file())
            .thenComparing(keyed -> keyed.row().origin().position())
            .thenComparing(keyed -> keyed.row().element());

    private RowOrder() {}

    /** A row with what it is sorted by, read once. */
    private record Keyed(MappedRow row, Key order, Key time, Key id) {}

    /**
     * Numbers by value before texts by characters; a missing key comes last.
     *
     * @param text empty for a number
     */
    private record Key(int rank, BigDecimal number, String text) implements Comparable<Key> {
        private static final Key MISSING = new Key(2, BigDecimal.ZERO, "");

        static Key of(@Nullable String text) {
            if (text == null) {
                return MISSING;
            }
            try {
                return new Key(0, new BigDecimal(text.strip()), "");
            } catch (NumberFormatException noNumber) {
                return new Key(1, BigDecimal.ZERO, text);
            }
        }

        /** Of a point in time as writers spell it, its seconds: texts of one second sort wrongly where some lack the fraction. */
        static Key ofTime(@Nullable String text) {
            Key key = of(text);
            if (text == null || key.rank() != 1 || text.length() > LONGEST_TIME) {
                return key;
            }
            Instant at = instant(text.strip());
            return at == null
                    ? key
                    : new Key(0, BigDecimal.valueOf(at.getEpochSecond()).add(BigDecimal.valueOf(at.getNano(), 9)), "");
        }

        private static @Nullable Instant instant(String text) {
            String iso = text.length() > DATE && text.charAt(DATE) == ' '
                    ? text.substring(0, DATE) + "T" + text.substring(DATE + 1)
                    : text;
            try {
                TemporalAccessor time = DateTimeFormatter.ISO_DATE_TIME.parseBest(
                        iso.replace(" UTC", "Z"), OffsetDateTime::from, LocalDateTime::from);
                return time instanceof OffsetDateTime zoned
                        ? zoned.toInstant()
                        : ((LocalDateTime) time).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException noTime) {
                return null;
            }
        }

        @Override
        public int compareTo(Key other) {
            int byRank = Integer.compare(rank, other.rank);
            int byNumber = byRank == 0 ? number.compareTo(other.number) : byRank;
            return byNumber == 0 ? text.compareTo(other.text) : byNumber;
        }
    }

    /** Whether a row's {@code newest} is that of another or greater. */
    static boolean isNoOlder(MappedRow row, MappedRow other, CompiledMapping mapping) {
        int newest = mapping.field("newest");
        Key key = Key.ofTime(row.text(newest));
        Key otherKey = Key.ofTime(other.text(newest));
        if (otherKey.equals(Key.MISSING)) {
            return true;
        }
        return !key.equals(Key.MISSING) && key.compareTo(otherKey) >= 0;
    }

    static List<MappedRow> sorted(List<MappedRow> rows, CompiledMapping mapping) {
        int order = mapping.field("order");
        int time = mapping.field("time");
        int id = time < 0 ? -1 : mapping.field("id");
        List<Keyed> keyed = new ArrayList<>(rows.size());
        for (MappedRow row : rows) {
            // without a time, ids say nothing about the order
            Key when = Key.ofTime(row.text(time));
            Key name = when.equals(Key.MISSING) ? Key.MISSING : Key.of(row.text(id));
            keyed.add(new Keyed(row, Key.of(row.text(order)), when, name));
        }
        keyed.sort(ORDER);
        return keyed.stream().map(Keyed::row).toList();
    }
}
