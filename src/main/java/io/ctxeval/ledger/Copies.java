package io.ctxeval.ledger;

import io.ctxeval.table.Storage;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FSError;

/** Which lines of segments stand in compacted files too. */
final class Copies {
    private final Map<String, Set<Long>> offsets = new HashMap<>();

    /** Reads the places of what some files hold; a file that can't be read counts as none. */
    static Copies in(Storage storage, List<LedgerFile> files) throws IOException {
        Copies copies = new Copies();
        for (LedgerFile file : files) {
            copies.add(storage, file);
        }
        return copies;
    }

    private void add(Storage storage, LedgerFile file) throws IOException {
        Map<String, Set<Long>> found = new HashMap<>();
        try {
            CompactedFile.readPlaces(
                    storage,
                    file,
                    (segment, offset) -> found.computeIfAbsent(segment, name -> new HashSet<>())
                            .add(offset));
        } catch (IOException | FSError unreadable) {
            LedgerFile.requireNoInterrupt(unreadable);
            return;
        }
        found.forEach((segment, lines) ->
                offsets.computeIfAbsent(segment, name -> new HashSet<>()).addAll(lines));
    }

    boolean has(Placed line) {
        return offsets.getOrDefault(line.segment(), Set.of()).contains(line.offset());
    }

    /** Whether every entry of a segment has a copy; no for a segment that can't be read. */
    boolean haveAllOf(Storage storage, LedgerFile segment) throws IOException {
        ReadingTally tally = new ReadingTally();
        boolean[] missing = {false};
        segment.read(storage, Wanted.ALL, line -> missing[0] |= !has(line), tally);
        return !missing[0] && tally.damaged() == 0;
    }
}
