package io.ctxeval.dataset;

import java.io.Serializable;

/** How records are found in a file. */
sealed interface Container extends Serializable {
    /** JSON with one or more records on each line. */
    record JsonLines() implements Container {}

    /** JSON values that span lines, or a list of them: read from the start, one at a time. */
    record JsonDocument() implements Container {}

    /** Comma- or otherwise separated values below a header line. */
    record Csv(CsvDialect dialect) implements Container {}

    /** Lines of fields between blanks or tabs, without a header. */
    record Trec(TrecShape shape) implements Container {}

    record Parquet() implements Container {}

    /** Nothing to read. */
    record Empty() implements Container {}

    /** A file that shows at once that it can't be read. */
    record Damaged(String reason) implements Container {}
}
