package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Columns;
import io.ctxeval.plan.InputSpec.Damaged;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The records of slices, one after another. A file that breaks off is refused or left, as the plan has it; what was read of it
 * before is used either way.
 */
final class SliceRecords implements Iterator<Found>, Closeable {
    private final Iterator<FileSlice> slices;
    private final @Nullable Columns columns;
    private final Set<String> validatedLater;
    private final Damaged damaged;
    private final Configuration configuration;
    private @Nullable FileSlice slice;
    private @Nullable RecordReader reader;
    private @Nullable Found next;

    /**
     * Records of slices.
     *
     * @param columns the fields that are looked at; null: all there are
     */
    SliceRecords(
            Iterator<FileSlice> slices,
            @Nullable Columns columns,
            Set<String> validatedLater,
            Damaged damaged,
            Configuration configuration) {
        this.slices = slices;
        this.columns = columns;
        this.validatedLater = validatedLater;
        this.damaged = damaged;
        this.configuration = configuration;
    }

    @Override
    public boolean hasNext() {
        while (next == null) {
            if (reader == null && !slices.hasNext()) {
                return false;
            }
            advance();
        }
        return true;
    }

    private void advance() {
        try {
            if (reader == null) {
                slice = slices.next();
                RecordPlace place = RecordPlace.of(slice.input(), slice.file().file(), columns);
                reader = slice.open(place, validatedLater, configuration);
                if (reader == null) {
                    return;
                }
            }
            next = reader.next();
            if (next == null) {
                close();
            }
        } catch (IOException e) {
            next = broken(e);
        }
    }

    private Found broken(IOException failure) {
        if (slice == null) {
            throw new IllegalStateException("a slice was being read", failure);
        }
        String name = slice.file().file().name();
        long position = reader == null ? 0 : reader.position();
        String reason = Sniffer.reason(failure);
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        if (damaged == Damaged.FAIL) {
            throw new InputRefused(
                    name + ": is damaged behind position " + position + ": " + reason
                            + "; mend the file, or say damaged: skip to use what is before",
                    failure);
        }
        return new Found.Broken(new DamagedFile(new Origin(slice.input(), name, position), reason));
    }

    @Override
    public Found next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        Found found = next;
        next = null;
        return found;
    }

    @Override
    public void close() throws IOException {
        RecordReader open = reader;
        reader = null;
        if (open != null) {
            open.close();
        }
    }
}
