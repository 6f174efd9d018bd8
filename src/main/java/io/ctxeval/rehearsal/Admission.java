package io.ctxeval.rehearsal;

/**
 * A request that got past key and quota.
 *
 * @param question SHA-256 of model and data document, 64 hex digits
 * @param number of the request among all admitted ones, from 1
 * @param attempt of its question, from 1
 */
record Admission(String question, long number, long attempt) {
    /** A number in [0, 1) that depends on question, attempt and salt alone. */
    double draw(long salt) {
        long seed = Long.parseUnsignedLong(question.substring(0, 16), 16);
        long mixed = mix(seed ^ mix(attempt * 0x9E3779B97F4A7C15L + salt));
        return (mixed >>> 11) * 0x1.0p-53;
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
