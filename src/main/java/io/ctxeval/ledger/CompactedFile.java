package io.ctxeval.ledger;

import io.ctxeval.table.Storage;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators.BinaryColumn;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Reads a compacted file: first the columns that say whether an entry counts, then, only where one does, the others. Rows are
 * sorted by key, so that pages without wanted keys are skipped.
 */
final class CompactedFile {
    private static final BinaryColumn KEY = FilterApi.binaryColumn(EntryRow.KEY);

    private CompactedFile() {}

    static void read(Storage storage, LedgerFile file, Wanted wanted, Consumer<Placed> to, ReadingTally tally)
            throws IOException {
        Set<String> hits = hits(storage, file, wanted);
        if (hits.isEmpty()) {
            return;
        }
        Predicate<String> columns = wanted.rawReplies() ? column -> true : column -> !column.equals(EntryRow.RAW_REPLY);
        try (EntryRows rows = new EntryRows(storage, file, columns, between(hits))) {
            for (EntryRow row = rows.next(); row != null; row = rows.next()) {
                if (hits.contains(row.key()) && wanted.beside().takes(row.outcome(), row.runId(), row.time())) {
                    tally.parsed();
                    to.accept(row.placed());
                }
            }
        }
    }

    private static Set<String> hits(Storage storage, LedgerFile file, Wanted wanted) throws IOException {
        Set<String> hits = new HashSet<>();
        try (EntryRows rows = new EntryRows(storage, file, EntryRow.COUNTING::contains, within(wanted.range()))) {
            for (EntryRow row = rows.next(); row != null; row = rows.next()) {
                if (wanted.key(row.key()) && wanted.beside().takes(row.outcome(), row.runId(), row.time())) {
                    hits.add(row.key());
                }
            }
        }
        return hits;
    }

    /** Hands over the place of every entry, as the name of its segment and its offset there. */
    static void readPlaces(Storage storage, LedgerFile file, PlaceVisitor to) throws IOException {
        try (EntryRows rows = new EntryRows(storage, file, EntryRow.PLACE::contains, null)) {
            for (EntryRow row = rows.next(); row != null; row = rows.next()) {
                to.visit(row.segment(), row.offset());
            }
        }
    }

    /** Receives places of entries. */
    interface PlaceVisitor {
        void visit(String segment, long offset);
    }

    private static @Nullable FilterPredicate within(KeyRange range) {
        if (range.equals(KeyRange.ALL)) {
            return null;
        }
        FilterPredicate from = FilterApi.gtEq(KEY, Binary.fromString(digits(range.first())));
        return range.last() == KeyRange.BUCKETS - 1
                ? from
                : FilterApi.and(from, FilterApi.lt(KEY, Binary.fromString(digits(range.last() + 1))));
    }

    private static String digits(int bucket) {
        return new KeyRange(bucket, bucket).folder().substring(0, 2);
    }

    private static FilterPredicate between(Set<String> keys) {
        return keys.stream()
                .collect(Collectors.teeing(
                        Collectors.minBy(String::compareTo),
                        Collectors.maxBy(String::compareTo),
                        (least, most) -> FilterApi.and(
                                FilterApi.gtEq(KEY, Binary.fromString(least.orElseThrow())),
                                FilterApi.ltEq(KEY, Binary.fromString(most.orElseThrow())))));
    }
}
