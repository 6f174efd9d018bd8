package io.ctxeval.run;

/** What went wrong, without the layers that Spark puts around it. */
final class RootCause {
    private RootCause() {}

    /** The first line of what the innermost cause says. */
    static String words(Throwable failure) {
        Throwable at = failure;
        while (at.getCause() != null) {
            at = at.getCause();
        }
        return String.valueOf(at.getMessage()).lines().findFirst().orElse("");
    }
}
