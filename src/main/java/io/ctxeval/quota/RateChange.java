package io.ctxeval.quota;

import java.util.Locale;

/**
 * A change of the rate at which the application may call.
 *
 * @param from requests per second before
 * @param to requests per second from now on; 0 while paused
 */
record RateChange(double from, double to, Reason reason, String detail) {
    /** What moved the rate. */
    enum Reason {
        SLOW_START,
        GROWTH,
        RATE_LIMITED,
        PAUSED,
        RESUMED
    }

    /** For the log, such as {@code 20.00/s -> 14.00/s, RATE_LIMITED: 429}. */
    String line() {
        return String.format(Locale.ROOT, "%.2f/s -> %.2f/s, %s: %s", from, to, reason, detail);
    }
}
