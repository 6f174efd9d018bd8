package io.ctxeval.plan;

import org.jspecify.annotations.Nullable;

/**
 * A setting that a plan takes.
 *
 * @param name with dots between its groups, such as {@code judge.kind}
 * @param form what values it takes
 * @param defaultText the default as one would write it; null: not set
 * @param option the short option of the command line; null: {@code --set} only
 * @param open whether names follow the key's own: {@code trace.budgets.AGENT}
 * @param use whether this version serves it
 * @param help one line for help and tables
 */
record Key<T>(
        String name,
        Form<T> form,
        @Nullable String defaultText,
        @Nullable String option,
        boolean open,
        Use use,
        String help) {
    /** Whether a key has an effect in this version. */
    enum Use {
        SERVED,
        /** Meant for judges behind an endpoint; without effect beside any other. */
        CALLS,
        /** Would change results, and can't: refused unless it says what holds anyway. */
        LATER
    }

    static <T> Key<T> of(String name, Form<T> form, @Nullable String defaultText, String help) {
        return new Key<>(name, form, defaultText, null, false, Use.SERVED, help);
    }

    Key<T> option(String name) {
        return new Key<>(this.name, form, defaultText, name, open, use, help);
    }

    /** The key of a group in which every name is allowed; {@code form} is that of each of its values. */
    Key<T> opened() {
        return new Key<>(name, form, defaultText, option, true, use, help);
    }

    Key<T> used(Use use) {
        return new Key<>(name, form, defaultText, option, open, use, help);
    }

    boolean repeatable() {
        return open || name.equals("input");
    }
}
