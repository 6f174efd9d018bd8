package io.ctxeval.rehearsal;

/** How a judgement breaks its contract, though it is well-formed. */
enum Spoil {
    NONE,
    /** Ids out of range; no aspect where some are needed. */
    WRONG_IDS,
    /** No evidence. */
    UNCITED
}
