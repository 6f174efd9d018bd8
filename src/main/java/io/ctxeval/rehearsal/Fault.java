package io.ctxeval.rehearsal;

/** What may go wrong with a request. */
public sealed interface Fault permits Fault.Status, Mishap {
    /** The name in statistics. */
    String label();

    /**
     * An error response in the provider's own shape; 429, 503 and 529 carry the Retry-After form of the {@link Throttle}.
     *
     * @param code 400 to 599
     */
    record Status(int code) implements Fault {
        public Status {
            if (code < 400 || code > 599) {
                throw new IllegalArgumentException("status: " + code + "; must be 400 to 599");
            }
        }

        @Override
        public String label() {
            return "status-" + code;
        }
    }
}
