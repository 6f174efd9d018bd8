package io.ctxeval.run;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.ctxeval.table.Storage;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** A file of objects in the order in which they were written, for the run that wrote it and nobody else. */
final class ObjectFile {
    /** The stream's table of seen objects is dropped every so many, so that it doesn't hold all of them. */
    private static final int RESET_EVERY = 64;

    private ObjectFile() {}

    /** Writes such a file. */
    static final class Writer<T extends Serializable> implements AutoCloseable {
        private final ObjectOutputStream out;
        private long written;

        Writer(Storage storage, Path file) throws IOException {
            out = new ObjectOutputStream(new ZstdOutputStream(new BufferedOutputStream(storage.create(file)), 1));
        }

        void write(T object) throws IOException {
            if (written % RESET_EVERY == 0) {
                out.reset();
            }
            out.writeObject(object);
            written++;
        }

        long written() {
            return written;
        }

        @Override
        public void close() throws IOException {
            out.writeObject(null);
            out.close();
        }
    }

    /** Reads such a file; closes it at its end. */
    static final class Reader<T extends Serializable> implements Iterator<T>, AutoCloseable {
        private final Path file;
        private final ObjectInputStream in;
        private @Nullable T next;

        Reader(Storage storage, Path file) throws IOException {
            this.file = file;
            in = new ObjectInputStream(new ZstdInputStream(new BufferedInputStream(storage.open(file))));
            next = read();
        }

        @SuppressWarnings("unchecked") // the run reads what it wrote
        private @Nullable T read() throws IOException {
            try {
                T object = (T) in.readObject();
                if (object == null) {
                    in.close();
                }
                return object;
            } catch (ClassNotFoundException e) {
                throw new IOException("written by another version of ctxeval: " + file, e);
            } catch (EOFException torn) {
                throw new IOException("ends early: " + file, torn);
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public T next() {
            T object = next;
            if (object == null) {
                throw new NoSuchElementException();
            }
            try {
                next = read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return object;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
