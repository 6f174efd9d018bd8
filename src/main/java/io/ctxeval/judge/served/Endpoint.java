package io.ctxeval.judge.served;

import java.io.Serializable;
import java.net.URI;
import java.util.Map;

/**
 * Where calls go; from the configuration only, never from data. Holds no key: executors fetch that over the plugin's channel.
 *
 * @param base without the provider's path
 * @param headers further ones that the configuration names (no secrets)
 */
public record Endpoint(URI base, Map<String, String> headers) implements Serializable {
    public Endpoint {
        headers = Map.copyOf(headers);
    }
}
