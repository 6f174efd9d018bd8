package io.ctxeval.dataset;

/** What reading one record came to. Per input: records = used + filtered + rejected. */
public sealed interface Outcome permits CanonicalRecord, Rejection, Filtered {}
