package io.ctxeval.dataset;

/**
 * What reading came to at one place of an input. Per input, records = used + filtered + rejected; a {@link DamagedFile} is no
 * record.
 */
public sealed interface Outcome permits CanonicalRecord, Rejection, Filtered, DamagedFile {
    Origin origin();
}
