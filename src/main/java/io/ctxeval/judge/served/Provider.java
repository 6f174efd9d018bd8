package io.ctxeval.judge.served;

import java.net.http.HttpHeaders;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How one family of endpoints is spoken to. Pure: no network, no clock, no state. A new provider is one class and one line in {@link Providers}. */
public interface Provider {
    /** The family's name, as in {@code judge.kind}. */
    String family();

    /** What is appended to the base URL, such as {@code /chat/completions}. */
    String path();

    /**
     * Headers beside {@code content-type}.
     *
     * @param key null: the endpoint wants none
     */
    Map<String, String> headers(@Nullable String key);

    /** The request's body as JSON. */
    String body(Turn turn, ModelSettings settings);

    /** What a response says; never throws for any response. */
    Reading read(int status, HttpHeaders headers, String body);
}
