package io.ctxeval.score;

import java.io.Serializable;

/** Two chunks that contradict each other, with the reason that was given. */
public record ChunkPair(int a, int b, String reason) implements Serializable {}
