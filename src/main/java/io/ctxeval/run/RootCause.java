package io.ctxeval.run;

/** What went wrong, without the layers that Spark puts around it. */
final class RootCause {
    /** What calls get to hear once a signal has shut Spark down: nothing is wrong with what they wanted to read. */
    private static final String STOPPED = "Cannot call methods on a stopped SparkContext";

    private RootCause() {}

    /** The first line of what the innermost cause says. */
    static String words(Throwable failure) {
        Throwable at = failure;
        while (at.getCause() != null) {
            at = at.getCause();
        }
        String words = String.valueOf(at.getMessage()).lines().findFirst().orElse("");
        return words.startsWith(STOPPED) ? "this process was told to end meanwhile" : words;
    }
}
