package io.ctxeval.ledger;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * The local disk, failing on demand: when a number of bytes is written, and when a number of operations (create, sync, close,
 * rename, delete) is done. What was written before a failure stays.
 */
public final class FaultyDisk extends RawLocalFileSystem {
    private static final String FAULTS = "test.faults";
    private static final Map<String, Faults> ALL = new ConcurrentHashMap<>();

    private @Nullable Faults faults;

    /** When to fail. */
    static final class Faults {
        private final boolean asError;
        private final boolean syncs;
        private long bytesLeft = Long.MAX_VALUE;
        private long stepsLeft = Long.MAX_VALUE;
        private long steps;

        /**
         * Faults that are all in the future.
         *
         * @param asError whether a failed write is an {@link FSError}, as on Hadoop's own raw local file system
         */
        Faults(boolean asError, boolean syncs) {
            this.asError = asError;
            this.syncs = syncs;
        }

        /** How a program sees this disk. */
        Configuration configuration() {
            String id = UUID.randomUUID().toString();
            ALL.put(id, this);
            Configuration configuration = new Configuration(false);
            configuration.set("fs.file.impl", FaultyDisk.class.getName());
            configuration.setBoolean("fs.file.impl.disable.cache", true);
            configuration.set(FAULTS, id);
            return configuration;
        }

        void failAfterBytes(long bytes) {
            bytesLeft = bytes;
        }

        void failAtStep(long step) {
            stepsLeft = step;
        }

        void heal() {
            bytesLeft = Long.MAX_VALUE;
            stepsLeft = Long.MAX_VALUE;
        }

        /** Operations so far. */
        long steps() {
            return steps;
        }

        void step() throws IOException {
            steps++;
            if (stepsLeft <= 0) {
                throw new IOException("killed");
            }
            stepsLeft--;
        }

        int writable(int bytes) {
            int now = (int) Math.min(bytes, bytesLeft);
            bytesLeft -= now;
            return now;
        }
    }

    @Override
    public void setConf(Configuration configuration) {
        super.setConf(configuration);
        if (configuration != null) {
            faults = ALL.get(configuration.get(FAULTS, ""));
        }
    }

    private Faults faults() {
        if (faults == null) {
            throw new IllegalStateException("made without faults");
        }
        return faults;
    }

    @Override
    public FSDataOutputStream create(
            Path file, boolean overwrite, int buffer, short replication, long block, Progressable progress)
            throws IOException {
        faults().step();
        return wrapped(super.create(file, overwrite, buffer, replication, block, progress));
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
        faults().step();
        return wrapped(super.create(file, permission, overwrite, buffer, replication, block, progress));
    }

    private FSDataOutputStream wrapped(FSDataOutputStream out) {
        return new FSDataOutputStream(new Out(out, faults()), null);
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        faults().step();
        return super.rename(from, to);
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        faults().step();
        return super.delete(path, recursive);
    }

    private static final class Out extends OutputStream implements Syncable, StreamCapabilities {
        private final FSDataOutputStream out;
        private final Faults faults;

        Out(FSDataOutputStream out, Faults faults) {
            this.out = out;
            this.faults = faults;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int now = faults.writable(length);
            out.write(bytes, from, now);
            if (now < length) {
                out.flush();
                IOException full = new IOException("No space left on device");
                if (faults.asError) {
                    throw errorOf(full);
                }
                throw full;
            }
        }

        private static FSError errorOf(IOException cause) {
            try {
                Constructor<FSError> hidden = FSError.class.getDeclaredConstructor(Throwable.class);
                hidden.setAccessible(true);
                return hidden.newInstance(cause);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void hflush() throws IOException {
            hsync();
        }

        @Override
        public void hsync() throws IOException {
            faults.step();
            out.hsync();
        }

        @Override
        public void close() throws IOException {
            faults.step();
            out.close();
        }

        @Override
        public boolean hasCapability(String capability) {
            return faults.syncs && out.hasCapability(capability);
        }
    }
}
