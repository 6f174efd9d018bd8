package io.ctxeval.quota;

import org.jspecify.annotations.Nullable;

/** The way to the driver. */
@FunctionalInterface
interface Asking {
    /** Sends a message and waits for the answer; may block, and may throw whatever the channel throws. */
    @Nullable Object ask(Object message) throws Exception;
}
