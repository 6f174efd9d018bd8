package io.ctxeval.embedding;

import java.io.File;

/**
 * Where ONNX Runtime unpacks its library, and why that may fail. Without room it only says that the system has no such library.
 */
final class Unpacking {
    /** Bytes that the library takes on the largest system, rounded up. */
    static final long NEEDED = 48L << 20;

    private static final String NOT_FOUND = "no onnxruntime in java.library.path";

    private Unpacking() {}

    /**
     * What there is to add to a failure's message; empty: nothing.
     *
     * @param folder for temporary files
     * @param free bytes left in it
     */
    static String note(String message, String folder, long free) {
        return message.contains(NOT_FOUND) && free < NEEDED
                ? " (its library is unpacked into the folder for temporary files, " + folder + ", which has "
                        + (free >> 20) + " MB left; " + (NEEDED >> 20) + " MB are enough)"
                : "";
    }

    /** What there is to add in this Java machine. */
    static String note(String message) {
        String folder = System.getProperty("java.io.tmpdir", "");
        return note(message, folder, new File(folder).getUsableSpace());
    }
}
