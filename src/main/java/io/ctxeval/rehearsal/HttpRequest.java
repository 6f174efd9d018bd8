package io.ctxeval.rehearsal;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as it came.
 *
 * @param query empty for none
 * @param headers by name in lower case; of repeated ones the last
 */
record HttpRequest(String method, String path, String query, Map<String, String> headers, byte[] body) {
    @Nullable String header(String name) {
        return headers.get(name);
    }

    boolean closes() {
        return "close".equalsIgnoreCase(headers.get("connection"));
    }
}
