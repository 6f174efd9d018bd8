package io.ctxeval.calibrate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Which samples a threshold is chosen on, and which it is reported on: by a digest, so that neither order nor number matter. */
record Halves(long seed) {
    /** Whether a cluster belongs to the calibration half. */
    boolean calibrates(String cluster) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((seed + "\n" + cluster).getBytes(StandardCharsets.UTF_8));
            return (digest[0] & 1) == 0;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
