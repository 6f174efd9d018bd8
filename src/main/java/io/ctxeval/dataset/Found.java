package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.RecordNode;

/** What a reader finds at one place of a file. */
sealed interface Found {
    record Intact(RecordNode node) implements Found {}

    /** Something that is no record. */
    record Unreadable(Rejection rejection) implements Found {}

    /** The place from which on the file can't be read. */
    record Broken(DamagedFile damage) implements Found {}
}
