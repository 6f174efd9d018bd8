package io.ctxeval.rehearsal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A response to send.
 *
 * @param padding spaces after the body, which are part of it
 */
record HttpResponse(int status, Map<String, String> headers, String body, long padding) {
    static final String JSON = "application/json; charset=utf-8";

    static HttpResponse json(int status, String body) {
        return of(status, JSON, body);
    }

    static HttpResponse of(int status, String contentType, String body) {
        return new HttpResponse(status, Map.of("content-type", contentType), body, 0);
    }

    HttpResponse with(Map<String, String> further) {
        Map<String, String> all = new HashMap<>(headers);
        all.putAll(further);
        return new HttpResponse(status, all, body, padding);
    }

    HttpResponse padded(long spaces) {
        return new HttpResponse(status, headers, body, spaces);
    }

    byte[] bodyBytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }

    /** Head and body without the padding. */
    byte[] bytes() {
        byte[] content = bodyBytes();
        ByteArrayOutputStream all = new ByteArrayOutputStream(content.length + 256);
        all.writeBytes(head(content.length));
        all.writeBytes(content);
        return all.toByteArray();
    }

    /** Status line and headers. */
    byte[] head(int bodyLength) {
        StringBuilder head =
                new StringBuilder(160).append("HTTP/1.1 ").append(status).append(" \r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("content-length: ").append(bodyLength + padding).append("\r\n\r\n");
        return head.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
