package io.ctxeval.dataset;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a file of the Text Retrieval Conference's form (formats.md 2.1): no header, no quoting, fields between blanks or
 * tabs.
 */
enum TrecShape {
    /** Labels: which document is relevant to which query, and how much. */
    QRELS("query_id", "iteration", "doc_id", "relevance"),
    /** What a retriever found; the last column names it. */
    RUN("query_id", "iteration", "doc_id", "rank", "score", "run");

    private static final Pattern ITERATION = Pattern.compile("[Qq]?[0-9]{1,9}");
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,18}");
    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,4})?");

    @SuppressWarnings("ImmutableEnumChecker") // List.of can't be changed
    private final List<String> columns;

    TrecShape(String... columns) {
        this.columns = List.of(columns);
    }

    List<String> columns() {
        return columns;
    }

    /** The shape with so many fields; null where there is none. */
    static @Nullable TrecShape ofWidth(int fields) {
        for (TrecShape shape : values()) {
            if (shape.columns.size() == fields) {
                return shape;
            }
        }
        return null;
    }

    /** The shape that a line can't have by accident; null where it has none. */
    static @Nullable TrecShape of(List<String> fields) {
        TrecShape shape = ofWidth(fields.size());
        if (shape == null || !ITERATION.matcher(fields.get(1)).matches()) {
            return null;
        }
        boolean numbers = shape == QRELS
                ? NUMBER.matcher(fields.get(3)).matches()
                : WHOLE.matcher(fields.get(3)).matches()
                        && NUMBER.matcher(fields.get(4)).matches();
        return numbers ? shape : null;
    }
}
