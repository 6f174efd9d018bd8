package io.ctxeval.dataset.mapping;

import org.jspecify.annotations.Nullable;

/**
 * What an event of an OpenTelemetry span says in a conversation: writers before the attributes {@code gen_ai.input.messages} put
 * each message in an event of its own, {@code gen_ai.user.message}, {@code gen_ai.choice} and so on (formats.md 2.2).
 *
 * @param role of the speaker
 * @param content a text, or a message with a content
 */
record SpanEvent(String role, Node content) {
    static final String PREFIX = "gen_ai.";

    private static final String[] HOLDERS = {"content", "gen_ai.event.content", "message", "body"};

    /**
     * The event's message; null where it is none.
     *
     * @param event with a name and attributes
     */
    static @Nullable SpanEvent of(Node event, String name) {
        String role = switch (name) {
            case "gen_ai.choice", "gen_ai.assistant.message", "gen_ai.content.completion" -> "assistant";
            case "gen_ai.user.message", "gen_ai.content.prompt" -> "user";
            case "gen_ai.system.message" -> "system";
            case "gen_ai.tool.message" -> "tool";
            default -> null;
        };
        Node attributes = event.get("attributes");
        if (role == null || attributes == null) {
            return null;
        }
        Node content = name.startsWith("gen_ai.content.")
                ? Navigation.dotted(attributes, name.endsWith("prompt") ? "gen_ai.prompt" : "gen_ai.completion")
                : held(attributes);
        return content == null ? null : new SpanEvent(role, content);
    }

    /** The text or message under one of the usual keys, out of the JSON text that some writers make of it. */
    private static @Nullable Node held(Node attributes) {
        for (String key : HOLDERS) {
            Node held = Navigation.dotted(attributes, key);
            if (held == null || held.kind() == Node.Kind.NULL) {
                continue;
            }
            Node object = held.kind() == Node.Kind.TEXT ? EmbeddedValue.in(held.text()) : held;
            if (object == null) {
                return held;
            }
            Node message = Navigation.get(object, "message");
            Node content = Navigation.get(message == null ? object : message, "content");
            return content == null ? held : content;
        }
        return null;
    }
}
