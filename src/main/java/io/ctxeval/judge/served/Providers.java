package io.ctxeval.judge.served;

import java.util.List;

/** The families of endpoints that are served, by name. */
public final class Providers {
    private Providers() {}

    /** Every provider, in the order of help. */
    public static List<Provider> all() {
        return List.of();
    }
}
