package io.ctxeval.judge.served;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** What is kept of a reply as it came. */
final class RawReply {
    private static final int MOST_BYTES = 64 * 1024;

    private RawReply() {}

    /** The longest beginning of whole code points that fits 64 KiB of UTF-8. */
    static String bounded(String reply) {
        if (reply.length() <= MOST_BYTES / 3) {
            return reply; // no character takes more than three bytes, a pair takes four
        }
        CharBuffer characters = CharBuffer.wrap(reply);
        StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(characters, ByteBuffer.allocate(MOST_BYTES), true);
        return reply.substring(0, characters.position());
    }
}
