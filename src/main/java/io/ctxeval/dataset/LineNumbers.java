package io.ctxeval.dataset;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Tells the line of a byte offset by counting line feeds up to it. A task that reads the middle of a file doesn't know its lines,
 * and few rejections are ever shown.
 */
record LineNumbers(Map<String, SniffedFile> files, Configuration configuration) {
    /** Beyond this, reading a file for the sake of a message takes too long. */
    private static final long MOST_BYTES = 1L << 30;

    static LineNumbers of(Map<String, SniffedFile> files, Configuration configuration) {
        return new LineNumbers(files, configuration);
    }

    List<Rejection> added(List<Rejection> rejections) {
        List<Rejection> numbered = new ArrayList<>(rejections.size());
        for (Rejection rejection : rejections) {
            Long line = rejection.line() == null ? line(rejection.origin()) : rejection.line();
            numbered.add(new Rejection(
                    rejection.origin(), line, rejection.field(), rejection.reason(), rejection.excerpt()));
        }
        return numbered;
    }

    private @Nullable Long line(Origin origin) {
        SniffedFile file = files.get(origin.file());
        if (file == null || origin.position() > MOST_BYTES) {
            return null;
        }
        boolean byBytes = file.container() instanceof Container.JsonLines
                || file.container() instanceof Container.JsonDocument
                || file.container() instanceof Container.Trec;
        if (!byBytes) {
            return null;
        }
        try (InputStream packed = RawFiles.open(file.file(), configuration);
                InputStream text = new BufferedInputStream(file.compression().unpack(packed, configuration), 1 << 16)) {
            long line = 1;
            for (long i = 0; i < origin.position(); i++) {
                int next = text.read();
                if (next < 0) {
                    return line;
                }
                if (next == '\n') {
                    line++;
                }
            }
            return line;
        } catch (IOException e) {
            // the message does without
            return null;
        }
    }
}
