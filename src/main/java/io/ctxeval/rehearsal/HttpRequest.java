package io.ctxeval.rehearsal;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as it came.
 *
 * @param query empty for none
 * @param headers by name in lower case; of repeated ones the last
 * @param body as UTF-8
 */
record HttpRequest(String method, String path, String query, Map<String, String> headers, String body) {
    @Nullable String header(String name) {
        return headers.get(name);
    }

    boolean closes() {
        return "close".equalsIgnoreCase(headers.get("connection"));
    }
}
