package io.ctxeval.dataset.mapping;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order of a group's rows: by {@code order}, else by {@code time}, then by {@code id}, file and place in it (formats.md 3.3, 3.6). */
final class RowOrder {
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

        @Override
        public int compareTo(Key other) {
            int byRank = Integer.compare(rank, other.rank);
            int byNumber = byRank == 0 ? number.compareTo(other.number) : byRank;
            return byNumber == 0 ? text.compareTo(other.text) : byNumber;
        }
    }

    static List<MappedRow> sorted(List<MappedRow> rows, CompiledMapping mapping) {
        int order = mapping.field("order");
        int time = mapping.field("time");
        int id = time < 0 ? -1 : mapping.field("id");
        List<Keyed> keyed = new ArrayList<>(rows.size());
        for (MappedRow row : rows) {
            // without a time, ids say nothing about the order
            Key when = Key.of(row.text(time));
            Key name = when.equals(Key.MISSING) ? Key.MISSING : Key.of(row.text(id));
            keyed.add(new Keyed(row, Key.of(row.text(order)), when, name));
        }
        keyed.sort(ORDER);
        return keyed.stream().map(Keyed::row).toList();
    }
}
