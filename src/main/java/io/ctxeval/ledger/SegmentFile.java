package io.ctxeval.ledger;

import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/** Reads a segment, open or closed. */
final class SegmentFile {
    private SegmentFile() {}

    static void read(Storage storage, Path file, Wanted wanted, Consumer<Placed> to, ReadingTally tally)
            throws IOException {
        try (InputStream in = storage.open(file)) {
            SegmentLines lines = new SegmentLines(in);
            while (lines.next()) {
                read(lines, file, wanted, to, tally);
            }
            if (lines.torn()) {
                tally.torn();
            }
        }
    }

    private static void read(SegmentLines lines, Path file, Wanted wanted, Consumer<Placed> to, ReadingTally tally) {
        LedgerEntry entry;
        try {
            String key = lines.key();
            if (key == null) {
                throw new IOException("doesn't begin as an entry does");
            }
            if (!wanted.key(key)) {
                return;
            }
            tally.parsed();
            entry = lines.entry();
        } catch (IOException damaged) {
            tally.damaged(file + ", line at byte " + lines.offset(), damaged);
            return;
        }
        if (wanted.takes(entry)) {
            LedgerEntry kept = wanted.rawReplies() ? entry : entry.withRawReply(reply -> null);
            to.accept(new Placed(kept, file.getName(), lines.offset()));
        }
    }
}
