package io.ctxeval.run;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Names of runs: the start in UTC and four hex digits, so that they sort by time and don't clash. */
final class RunId {
    private static final DateTimeFormatter START =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private RunId() {}

    static String at(Instant start) {
        return START.format(start) + "-" + String.format(Locale.ROOT, "%04x", new SecureRandom().nextInt(0x10000));
    }
}
