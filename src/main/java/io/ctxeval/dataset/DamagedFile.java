package io.ctxeval.dataset;

import java.io.Serializable;

/**
 * The place from which on a file can't be read, where the plan says to go on without the rest ({@code damaged: skip}). It is no
 * record: the records before it are used, and the identity of records is over those. It is counted and listed by itself.
 *
 * @param origin the file, and the position of the first record that is lost, as far as it is known
 * @param reason what was found
 */
public record DamagedFile(Origin origin, String reason) implements Outcome, Serializable {}
