package io.ctxeval.dataset;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A folder {@code name=value} of a Hive-style layout. The value is text, never a number: {@code 1.10} and {@code 1.1} are two
 * versions.
 *
 * @param value null for {@value #DEFAULT}
 */
record PartitionFolder(String name, @Nullable String value) {
    static final String DEFAULT = "__HIVE_DEFAULT_PARTITION__";

    static Optional<PartitionFolder> of(String folder) {
        int equals = folder.indexOf('=');
        if (equals <= 0) {
            return Optional.empty();
        }
        String value = unescaped(folder.substring(equals + 1));
        return Optional.of(
                new PartitionFolder(unescaped(folder.substring(0, equals)), value.equals(DEFAULT) ? null : value));
    }

    /** Text in which {@code %XX} stands for a byte of UTF-8; a percent sign without two hexadecimal digits stands for itself. */
    private static String unescaped(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int to = 0;
        for (int from = 0; from < bytes.length; from++) {
            byte next = bytes[from];
            if (next == '%' && from + 2 < bytes.length) {
                int high = Character.digit(bytes[from + 1], 16);
                int low = Character.digit(bytes[from + 2], 16);
                if (high >= 0 && low >= 0) {
                    next = (byte) (high << 4 | low);
                    from += 2;
                }
            }
            bytes[to++] = next;
        }
        return new String(bytes, 0, to, StandardCharsets.UTF_8);
    }
}
