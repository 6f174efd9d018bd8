package io.ctxeval.history;

import io.ctxeval.table.RecordFile;
import java.io.IOException;

/** Entries as JSON. What they must have and don't is an {@link IOException}: a reader skips the file. */
final class NightJson {
    private NightJson() {}

    static String write(NightEntry entry) {
        return RecordFile.pretty(entry);
    }

    static NightEntry read(String json) throws IOException {
        NightEntry entry = RecordFile.read(json, NightEntry.class);
        boolean whole = entry != null
                && present(
                        entry.job(),
                        entry.runId(),
                        entry.night(),
                        entry.at(),
                        entry.startedAt(),
                        entry.finishedAt(),
                        entry.judge())
                && present(entry.judge().kind(), entry.verdict())
                && entry.figures().stream()
                        .allMatch(figure -> present(figure.group(), figure.metric(), figure.version()));
        if (!whole) {
            throw new IOException("lacks what an entry of the history has");
        }
        return entry;
    }

    private static boolean present(Object... parts) {
        for (Object part : parts) {
            if (part == null) {
                return false;
            }
        }
        return true;
    }
}
