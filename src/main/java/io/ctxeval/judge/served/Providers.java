package io.ctxeval.judge.served;

import io.ctxeval.judge.served.OpenAi.KeyHeader;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The families of endpoints that are served, by name. */
public final class Providers {
    private static final List<Provider> ALL = List.of(
            new OpenAi(OpenAi.FAMILY, KeyHeader.BEARER), new OpenAi(OpenAi.AZURE, KeyHeader.API_KEY), new Anthropic());

    private static final List<String> AZURE_HOSTS =
            List.of(".openai.azure.com", ".services.ai.azure.com", ".cognitiveservices.azure.com");

    private Providers() {}

    /** Every provider, in the order of help. */
    public static List<Provider> all() {
        return ALL;
    }

    /**
     * The provider of a family.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Provider named(String family) {
        return ALL.stream()
                .filter(provider -> provider.family().equals(family))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("provider: " + family + "; must be one of "
                        + ALL.stream().map(Provider::family).collect(Collectors.joining(", "))));
    }

    /**
     * The provider of a family at an endpoint: Azure's hosts are shown the key as they want it, whatever the family is called.
     *
     * @throws IllegalArgumentException if there is no such family
     */
    public static Provider at(String family, URI base) {
        Provider provider = named(family);
        String host = base.getHost() == null ? "" : base.getHost().toLowerCase(Locale.ROOT);
        boolean azure = AZURE_HOSTS.stream().anyMatch(host::endsWith);
        return azure && provider instanceof OpenAi ? new OpenAi(family, KeyHeader.API_KEY) : provider;
    }
}
