package io.ctxeval.dataset;

import java.io.Serializable;

/** A file and how to read it. */
record SniffedFile(ListedFile file, Compression compression, Container container) implements Serializable {
    /** Whether parts of the file can be read by themselves. */
    boolean splittable() {
        return container instanceof Container.Parquet
                || ((container instanceof Container.JsonLines || container instanceof Container.Trec)
                        && compression == Compression.NONE);
    }
}
