package io.ctxeval.dataset;

import java.io.Serializable;

/** A record that the mapping's {@code where} leaves out, or one that became part of another through {@code group}. */
public record Filtered(Origin origin) implements Outcome, Serializable {}
