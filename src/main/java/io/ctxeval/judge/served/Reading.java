package io.ctxeval.judge.served;

import org.jspecify.annotations.Nullable;

/** What a response of an endpoint says. */
public sealed interface Reading {
    /**
     * The model's reply.
     *
     * @param text the structured part where there is one, else the text; may be empty
     * @param complete false: cut at the output limit
     * @param inputTokens null where the endpoint doesn't count
     */
    record Reply(
            String text,
            boolean complete,
            @Nullable Long inputTokens,
            @Nullable Long outputTokens,
            @Nullable String modelVersion)
            implements Reading {}

    /** The endpoint refuses the form of the request: step down the ladder, remembered for endpoint and model. */
    record RungRefused(String message) implements Reading {}

    /** The endpoint refuses a parameter by name: leave it out, remembered for endpoint and model. */
    record ParameterRefused(String parameter, String message) implements Reading {}

    /** Anything else: a class and the endpoint's own words, bounded. */
    record Failure(CallClass callClass, String message) implements Reading {}
}
