package io.ctxeval.quota;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.jspecify.annotations.Nullable;

/**
 * Messages as bytes, the only form in which they cross Spark's channel. An executor's channel is older than the application's jar
 * there: it can't find this package's classes, and closes the connection to the driver over the first of them, which ends the executor.
 */
final class Envelope {
    private Envelope() {}

    static byte[] seal(@Nullable Object message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(message);
        }
        return bytes.toByteArray();
    }

    /** @throws IOException if these are no bytes that {@link #seal} made from classes of this version */
    static @Nullable Object open(@Nullable Object sealed) throws IOException {
        if (!(sealed instanceof byte[] bytes)) {
            throw new IOException("not a message of the judge's quota");
        }
        try (ObjectInputStream objects = new OwnClasses(new ByteArrayInputStream(bytes))) {
            return objects.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("driver and executor run different versions: " + e.getMessage(), e);
        }
    }

    /** Finds classes where this one is from. */
    private static final class OwnClasses extends ObjectInputStream {
        OwnClasses(ByteArrayInputStream bytes) throws IOException {
            super(bytes);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass type) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(type.getName(), false, Envelope.class.getClassLoader());
            } catch (ClassNotFoundException primitive) {
                return super.resolveClass(type);
            }
        }
    }
}
