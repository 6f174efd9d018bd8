package io.ctxeval.rehearsal;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A provider's protocol: how requests, replies and errors look. */
sealed interface Dialect permits OpenAiDialect, AnthropicDialect {
    /** Why a reply ends. */
    enum Ending {
        STOP,
        LENGTH,
        FILTER
    }

    /** The protocol that is spoken at a path; empty where there is no endpoint. */
    static Optional<Dialect> at(HttpRequest request) {
        if (!request.method().equals("POST")) {
            return Optional.empty();
        }
        if (request.path().equals("/v1/messages")) {
            return Optional.of(new AnthropicDialect());
        }
        return OpenAiDialect.at(request).map(dialect -> dialect);
    }

    /** Whether the request shows the key in one of the provider's headers. */
    default boolean shows(String key, HttpRequest request) {
        return shown(request).contains(key);
    }

    /** All that the request shows as a key. */
    List<String> shown(HttpRequest request);

    /** The key in the header that both providers know. */
    static Optional<String> bearer(HttpRequest request) {
        return Optional.ofNullable(request.header("authorization"))
                .filter(header -> header.startsWith("Bearer "))
                .map(header -> header.substring("Bearer ".length()));
    }

    /** Throws if the body isn't JSON. */
    Asked read(HttpRequest request) throws IOException;

    HttpResponse reply(Asked asked, String text, Ending ending);

    HttpResponse problem(Problem problem);

    /** A problem with the provider's own type for a status. */
    HttpResponse problem(int status, String message);

    /** What the provider says to a parameter that it doesn't take; empty if the request has none of these. */
    Optional<HttpResponse> refusal(Asked asked, Set<String> parameters);

    HttpResponse tooLong(Asked asked, long window);

    HttpResponse rateLimited(String what);

    HttpResponse spentQuota();

    HttpResponse filtered(Asked asked);
}
