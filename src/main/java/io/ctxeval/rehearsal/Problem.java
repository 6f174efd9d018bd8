package io.ctxeval.rehearsal;

import org.jspecify.annotations.Nullable;

/**
 * An error as an endpoint tells it.
 *
 * @param code the provider's word for it, if it has one
 * @param parameter the parameter that it is about
 */
record Problem(
        int status,
        String type,
        @Nullable String code,
        @Nullable String parameter,
        String message) {}
