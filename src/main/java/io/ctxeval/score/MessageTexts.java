package io.ctxeval.score;

import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.JsonCursor.Token;
import io.ctxeval.text.Utf8Buffer;
import java.nio.charset.StandardCharsets;

/**
 * What a request says, without its packing: the contents of its messages, text parts only, joined by line feeds
 * (handoff-and-budget.md 15). A message is a text, or an object whose {@code content} is a text or a list of parts; a part is a
 * text, or an object with a {@code text}. Of a repeated key the last value counts. Roles, tool calls and images are left out.
 */
final class MessageTexts {
    private static final byte[] CONTENT = "content".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TEXT = "text".getBytes(StandardCharsets.US_ASCII);

    private final JsonCursor messages = new JsonCursor(true);
    private final JsonCursor parts = new JsonCursor(true);
    private final Utf8Buffer texts = new Utf8Buffer();

    /** The contents of a request whose messages are that range of valid JSON, in normal form. */
    String normalForm(byte[] json, int from, int to) {
        texts.clear();
        messages.reset(json, from, to);
        if (messages.peek() == Token.ARRAY) {
            messages.enterArray();
            while (messages.nextElement()) {
                message();
            }
        } else {
            message();
        }
        return texts.normalForm();
    }

    /** The contents read last, as they are. */
    Utf8Buffer texts() {
        return texts;
    }

    private void message() {
        if (messages.peek() != Token.OBJECT) {
            messages.skip();
            addIfText(messages);
            return;
        }
        if (goTo(messages, CONTENT, parts)) {
            content();
        }
    }

    /** The content that {@link #parts} is set on. */
    private void content() {
        if (parts.peek() != Token.ARRAY) {
            part();
            return;
        }
        parts.enterArray();
        while (parts.nextElement()) {
            part();
        }
    }

    private void part() {
        if (parts.peek() != Token.OBJECT) {
            parts.skip();
            addIfText(parts);
            return;
        }
        int textFrom = -1;
        int textTo = -1;
        parts.enterObject();
        while (parts.nextKey()) {
            boolean text = parts.keyIs(TEXT);
            parts.skip();
            if (text) {
                textFrom = parts.valueFrom();
                textTo = parts.valueTo();
            }
        }
        if (textFrom >= 0) {
            addIfText(parts.bytes(), textFrom, textTo);
        }
    }

    /** Passes an object and sets another cursor on the last value of a key; false if it has no such key. */
    private static boolean goTo(JsonCursor object, byte[] key, JsonCursor value) {
        boolean found = false;
        object.enterObject();
        while (object.nextKey()) {
            boolean wanted = object.keyIs(key);
            object.skip();
            if (wanted) {
                value.reset(object.bytes(), object.valueFrom(), object.valueTo());
                found = true;
            }
        }
        return found;
    }

    private void addIfText(JsonCursor after) {
        addIfText(after.bytes(), after.valueFrom(), after.valueTo());
    }

    private void addIfText(byte[] json, int from, int to) {
        if (json[from] != '"') {
            return;
        }
        if (!texts.isEmpty()) {
            texts.append('\n');
        }
        texts.appendDecoded(json, from + 1, to - 1);
    }
}
