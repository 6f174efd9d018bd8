package io.ctxeval.run;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The local disk, on which the first {@value #FAILURES} task attempts that write a tenth line into a segment of the ledger fail, and
 * can write nothing any more; for a process of its own, where Spark repeats these tasks.
 */
public final class FailingSegments extends RawLocalFileSystem {
    static final int LINES = 9;
    static final int FAILURES = 2;
    static final String WORDS = "the disk fails as rehearsed";

    private static final AtomicInteger LEFT = new AtomicInteger(FAILURES);
    /** Beginnings of the names of segments of task attempts that failed: such an attempt writes nothing any more. */
    private static final Set<String> FAILED = ConcurrentHashMap.newKeySet();

    @Override
    public FSDataOutputStream create(
            Path file, boolean overwrite, int buffer, short replication, long block, Progressable progress)
            throws IOException {
        requireWritable(file);
        return segment(file, super.create(file, overwrite, buffer, replication, block, progress));
    }

    @Override
    public FSDataOutputStream create(
            Path file,
            FsPermission permission,
            boolean overwrite,
            int buffer,
            short replication,
            long block,
            Progressable progress)
            throws IOException {
        requireWritable(file);
        return segment(file, super.create(file, permission, overwrite, buffer, replication, block, progress));
    }

    private static void requireWritable(Path file) throws IOException {
        if (FAILED.contains(attempt(file))) {
            throw new IOException(WORDS);
        }
    }

    private static String attempt(Path file) {
        String name = file.getName();
        return name.substring(0, Math.max(0, name.lastIndexOf('-')));
    }

    private static FSDataOutputStream segment(Path file, FSDataOutputStream out) {
        return file.getName().endsWith(".jsonl") && file.toString().contains("/ledger/")
                ? new FSDataOutputStream(new Segment(attempt(file), out), null)
                : out;
    }

    private static final class Segment extends FilterOutputStream implements Syncable, StreamCapabilities {
        private final String attempt;
        private final FSDataOutputStream to;
        private int lines;

        Segment(String attempt, FSDataOutputStream to) {
            super(to);
            this.attempt = attempt;
            this.to = to;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            for (int i = from; i < from + length; i++) {
                lines += bytes[i] == '\n' ? 1 : 0;
            }
            if (lines > LINES && LEFT.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                FAILED.add(attempt);
                throw new IOException(WORDS);
            }
            to.write(bytes, from, length);
        }

        @Override
        public void hflush() throws IOException {
            to.hflush();
        }

        @Override
        public void hsync() throws IOException {
            to.hsync();
        }

        @Override
        public boolean hasCapability(String capability) {
            return to.hasCapability(capability);
        }
    }
}
