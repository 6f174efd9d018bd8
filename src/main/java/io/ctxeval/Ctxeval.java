package io.ctxeval;

/** Picks the command and turns its outcome into the exit code. */
public final class Ctxeval {
    private Ctxeval() {}

    public static void main(String[] args) {}
}
