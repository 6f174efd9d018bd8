package io.ctxeval.rehearsal;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds requests in the bytes of one connection as they come (RFC 9112): bodies by content-length or in chunks, any number of
 * requests one after the other. Not safe for threads.
 */
final class RequestReader {
    static final int LARGEST_HEAD = 64 << 10;
    static final int LARGEST_BODY = 256 << 20;
    private static final int ROOM = 16 << 10;

    private byte[] buffer = new byte[ROOM];
    private int from;
    private int to;
    private int searched;
    private @Nullable HttpRequest head;
    private @Nullable ByteArrayOutputStream chunks;
    private boolean expectsContinue;

    /** Room for at least one more byte; tell {@link #filled} how much of it was used. */
    ByteBuffer room() {
        if (to == buffer.length) {
            if (from >= buffer.length / 2) {
                compact();
            } else {
                buffer = Arrays.copyOf(buffer, 2 * buffer.length);
            }
        }
        return ByteBuffer.wrap(buffer, to, buffer.length - to);
    }

    void filled(int count) {
        to += count;
    }

    /** Whether the client waits for a go-ahead before its body; says so once. */
    boolean takeExpectation() {
        boolean expects = expectsContinue;
        expectsContinue = false;
        return expects;
    }

    /** The next request, or null until more bytes came. */
    @Nullable HttpRequest next() throws MalformedRequest {
        if (head == null) {
            head = readHead();
        }
        HttpRequest read = head;
        if (read == null) {
            return null;
        }
        byte[] body = chunks == null ? fixedBody(read) : chunkedBody(chunks);
        if (body == null) {
            return null;
        }
        head = null;
        chunks = null;
        expectsContinue = false;
        if (from == to) {
            forget();
        }
        return new HttpRequest(
                read.method(), read.path(), read.query(), read.headers(), new String(body, StandardCharsets.UTF_8));
    }

    private @Nullable HttpRequest readHead() throws MalformedRequest {
        for (int i = Math.max(from, searched); i + 3 < to; i++) {
            if (buffer[i] == '\r' && buffer[i + 1] == '\n' && buffer[i + 2] == '\r' && buffer[i + 3] == '\n') {
                HttpRequest parsed = parseHead(new String(buffer, from, i - from, StandardCharsets.ISO_8859_1));
                from = i + 4;
                searched = from;
                return parsed;
            }
        }
        searched = Math.max(from, to - 3);
        if (to - from > LARGEST_HEAD) {
            throw new MalformedRequest(431, "headers above " + LARGEST_HEAD + " bytes");
        }
        return null;
    }

    private HttpRequest parseHead(String text) throws MalformedRequest {
        String[] lines = text.split("\r\n", -1);
        String[] words = lines[0].split(" ", -1);
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            throw new MalformedRequest(400, "not a request line of HTTP/1.1");
        }
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1) {
                throw new MalformedRequest(400, "a header without a name");
            }
            headers.put(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).strip());
        }
        if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
            chunks = new ByteArrayOutputStream();
        }
        expectsContinue = "100-continue".equalsIgnoreCase(headers.get("expect"));
        int question = words[1].indexOf('?');
        String path = question < 0 ? words[1] : words[1].substring(0, question);
        String query = question < 0 ? "" : words[1].substring(question + 1);
        return new HttpRequest(words[0], path, query, headers, "");
    }

    private byte @Nullable [] fixedBody(HttpRequest read) throws MalformedRequest {
        String length = read.header("content-length");
        int expected = length == null ? 0 : size(length, 10);
        if (to - from < expected) {
            return null;
        }
        byte[] body = Arrays.copyOfRange(buffer, from, from + expected);
        from += expected;
        return body;
    }

    private byte @Nullable [] chunkedBody(ByteArrayOutputStream soFar) throws MalformedRequest {
        while (true) {
            int lineEnd = endOfLine(from);
            if (lineEnd < 0) {
                return null;
            }
            String line = new String(buffer, from, lineEnd - from, StandardCharsets.ISO_8859_1);
            int size = size(line.split(";", 2)[0].strip(), 16);
            if (size == 0) {
                int end = endOfTrailers(lineEnd + 2);
                if (end < 0) {
                    return null;
                }
                from = end;
                return soFar.toByteArray();
            }
            if (to - (lineEnd + 2) < size + 2) {
                return null;
            }
            soFar.write(buffer, lineEnd + 2, size);
            if (soFar.size() > LARGEST_BODY) {
                throw new MalformedRequest(413, "body above " + LARGEST_BODY + " bytes");
            }
            from = lineEnd + 2 + size + 2;
        }
    }

    /** Behind the empty line that ends the trailers, or below zero if it isn't there yet. */
    private int endOfTrailers(int start) {
        int lineStart = start;
        while (true) {
            int end = endOfLine(lineStart);
            if (end < 0 || end == lineStart) {
                return end < 0 ? end : end + 2;
            }
            lineStart = end + 2;
        }
    }

    private int endOfLine(int start) {
        for (int i = start; i + 1 < to; i++) {
            if (buffer[i] == '\r' && buffer[i + 1] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static int size(String text, int radix) throws MalformedRequest {
        int size;
        try {
            size = Integer.parseInt(text, radix);
        } catch (NumberFormatException e) {
            throw new MalformedRequest(400, "not a length of a body");
        }
        if (size < 0) {
            throw new MalformedRequest(400, "not a length of a body");
        }
        if (size > LARGEST_BODY) {
            throw new MalformedRequest(413, "body above " + LARGEST_BODY + " bytes");
        }
        return size;
    }

    private void compact() {
        System.arraycopy(buffer, from, buffer, 0, to - from);
        searched = Math.max(0, searched - from);
        to -= from;
        from = 0;
    }

    /** One large body shouldn't hold its memory as long as the connection lives. */
    private void forget() {
        from = 0;
        to = 0;
        searched = 0;
        if (buffer.length > 64 * ROOM) {
            buffer = new byte[ROOM];
        }
    }
}
