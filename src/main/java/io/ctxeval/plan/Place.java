package io.ctxeval.plan;

/**
 * Where a setting was made, for messages.
 *
 * @param source file as it was named, or the option of the command line
 * @param line 1-based line of a file; 0 for an option
 */
record Place(String source, int line) {
    static Place option(String option) {
        return new Place(option, 0);
    }

    @Override
    public String toString() {
        return line == 0 ? source : source + " line " + line;
    }
}
