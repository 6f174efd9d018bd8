package io.ctxeval.dataset;

import java.io.Serializable;

/**
 * What reading came to at one place of an input. Per input, records = used + filtered + rejected; a {@link DamagedFile} is no
 * record.
 */
public sealed interface Outcome extends Serializable permits CanonicalRecord, Rejection, Filtered, DamagedFile {
    Origin origin();
}
