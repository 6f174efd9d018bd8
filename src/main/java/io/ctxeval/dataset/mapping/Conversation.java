package io.ctxeval.dataset.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The turns of a chat in any of the forms that tools write: OpenAI, LangChain (typed, serialised, pairs), AutoGen, Gemini and
 * OTel parts, OpenInference's flattened keys, JSON in a text, a plain text (formats.md 2, 4.1).
 */
record Conversation(List<Turn> turns) {
    private static final String[] HOLDERS = {
        "messages",
        "choices",
        "generations",
        "history",
        "conversation",
        "turns",
        "prompts",
        "input",
        "output",
        "outputs",
        "question",
        "query"
    };
    private static final String[] ROLES = {"role", "type", "source", "speaker", "author", "from"};
    private static final String[] CONTENTS = {"content", "parts", "contents", "text", "value"};
    private static final String[] CONTEXTS = {"context", "retrieval_context"};
    private static final int MAX_DEPTH = 20;

    /**
     * One message.
     *
     * @param role {@code user}, {@code assistant}, {@code system}, {@code tool}, or as the source says
     * @param content null where it holds no text
     * @param context what hangs on the message as its context
     */
    record Turn(
            String role, @Nullable String content, @Nullable Node context) {}

    /**
     * The turns of a value; null where the value is null.
     *
     * @param prefix of flattened keys, {@code prefix.0.message.role}
     * @param speaker the role of a text that stands alone
     */
    static @Nullable Conversation of(@Nullable Node value, @Nullable String prefix, String speaker) {
        if (value == null || value.kind() == Node.Kind.NULL) {
            return null;
        }
        List<Turn> turns = new ArrayList<>();
        if (prefix == null) {
            read(value, roleNamed(speaker), turns, 0);
        } else {
            Node list = Navigation.dotted(value, prefix);
            if (list != null && list.kind() != Node.Kind.NULL) {
                read(list, roleNamed(speaker), turns, 0);
            } else {
                flattened(value, prefix, turns);
            }
            if (turns.isEmpty()) {
                return null;
            }
        }
        return new Conversation(turns);
    }

    private static void flattened(Node holder, String prefix, List<Turn> into) {
        for (int n = 0; ; n++) {
            String message = prefix + "." + n + ".message.";
            Node role = Navigation.get(holder, message + "role");
            Node content = Navigation.get(holder, message + "content");
            if (role == null && content == null) {
                message = prefix + "." + n + ".";
                role = Navigation.get(holder, message + "role");
                content = Navigation.get(holder, message + "content");
            }
            String text = Navigation.isNull(content)
                    ? flattenedParts(holder, message + "contents.")
                    : ContentText.of(content);
            if (role == null && text == null) {
                return;
            }
            into.add(new Turn(roleOf(role, "user"), text, null));
        }
    }

    private static @Nullable String flattenedParts(Node holder, String prefix) {
        List<String> texts = new ArrayList<>();
        for (int n = 0; ; n++) {
            String part = prefix + n + ".message_content.";
            Node text = Navigation.get(holder, part + "text");
            if (text == null && Navigation.get(holder, part + "type") == null) {
                return texts.isEmpty() ? null : String.join("\n", texts);
            }
            if (text != null && text.kind() == Node.Kind.TEXT) {
                texts.add(text.text());
            }
        }
    }

    private static void read(Node value, String role, List<Turn> into, int depth) {
        if (depth > MAX_DEPTH) {
            return;
        }
        switch (value.kind()) {
            case NULL -> {
                // nothing said
            }
            case NUMBER, BOOLEAN -> into.add(new Turn(role, value.text(), null));
            case TEXT -> {
                Node held = EmbeddedValue.in(value.text());
                if (held != null && held.kind() != Node.Kind.TEXT && saysSomething(held, role, depth)) {
                    read(held, role, into, depth + 1);
                } else {
                    into.add(new Turn(
                            role, held != null && held.kind() == Node.Kind.TEXT ? held.text() : value.text(), null));
                }
            }
            case LIST -> list(value.elements(), role, into, depth);
            case OBJECT -> object(value, role, into, depth);
        }
    }

    /** Whether a list or object inside a text is a chat at all, and not an answer that happens to be JSON. */
    private static boolean saysSomething(Node held, String role, int depth) {
        List<Turn> turns = new ArrayList<>();
        read(held, role, turns, depth + 1);
        return !turns.isEmpty();
    }

    private static void list(List<Node> elements, String role, List<Turn> into, int depth) {
        if (elements.size() == 2
                && elements.get(0).kind() == Node.Kind.TEXT
                && elements.get(1).kind() == Node.Kind.TEXT
                && isRole(elements.get(0).text())) {
            into.add(new Turn(roleNamed(elements.get(0).text()), elements.get(1).text(), null));
            return;
        }
        for (Node element : elements) {
            if (element.kind() == Node.Kind.TEXT) {
                into.add(new Turn(role, element.text(), null));
            } else {
                read(element, role, into, depth + 1);
            }
        }
    }

    private static void object(Node value, String role, List<Turn> into, int depth) {
        Node name = value.get("name");
        if (name != null && name.kind() == Node.Kind.TEXT && name.text().startsWith(SpanEvent.PREFIX)) {
            SpanEvent event = SpanEvent.of(value, name.text());
            if (event != null) {
                read(event.content(), event.role(), into, depth + 1);
            }
            return;
        }
        Node inner = value.get("message");
        if (inner != null && (inner.kind() == Node.Kind.OBJECT || inner.kind() == Node.Kind.TEXT)) {
            read(inner, inner.kind() == Node.Kind.OBJECT ? "assistant" : roleIn(value, role), into, depth + 1);
            return;
        }
        Node kwargs = value.get("kwargs");
        if (kwargs != null && kwargs.kind() == Node.Kind.OBJECT && value.get("id") != null) {
            into.add(new Turn(roleIn(value, role), ContentText.of(kwargs), contextOf(kwargs)));
            return;
        }
        if (isMessage(value)) {
            into.add(new Turn(roleIn(value, role), contentOf(value), contextOf(value)));
            return;
        }
        for (String holder : HOLDERS) {
            Node held = value.get(holder);
            if (held != null && held.kind() != Node.Kind.NULL) {
                boolean reply = holder.startsWith("output") || holder.equals("choices") || holder.equals("generations");
                read(held, reply ? "assistant" : role, into, depth + 1);
                return;
            }
        }
    }

    private static boolean isMessage(Node value) {
        if (value.get("message.role") != null
                || value.get("message.content") != null
                || value.get("message.contents") != null) {
            return true;
        }
        for (String content : CONTENTS) {
            if (value.get(content) != null) {
                return true;
            }
        }
        return value.get("role") != null;
    }

    private static @Nullable String contentOf(Node value) {
        String text = ContentText.of(value.get("message.content"));
        text = text == null ? ContentText.of(value.get("message.contents")) : text;
        for (int i = 0; text == null && i < CONTENTS.length; i++) {
            text = ContentText.of(value.get(CONTENTS[i]));
        }
        return text == null ? ContentText.of(value.get("data")) : text;
    }

    private static @Nullable Node contextOf(Node value) {
        for (String key : CONTEXTS) {
            Node context = value.get(key);
            if (!Navigation.isNull(context)) {
                return context;
            }
        }
        return null;
    }

    private static String roleIn(Node value, String otherwise) {
        Node flat = value.get("message.role");
        if (flat != null) {
            return roleOf(flat, otherwise);
        }
        Node serialised = value.get("id");
        if (serialised != null && serialised.kind() == Node.Kind.LIST && value.get("kwargs") != null) {
            Node last = Navigation.element(serialised, -1);
            return roleOf(last, otherwise);
        }
        for (String key : ROLES) {
            Node role = value.get(key);
            if (role != null && role.kind() == Node.Kind.TEXT && (!key.equals("type") || isRole(role.text()))) {
                return roleNamed(role.text());
            }
        }
        return otherwise;
    }

    private static String roleOf(@Nullable Node role, String otherwise) {
        return role != null && role.kind() == Node.Kind.TEXT ? roleNamed(role.text()) : otherwise;
    }

    private static boolean isRole(String name) {
        return switch (roleNamed(name)) {
            case "user", "assistant", "system", "tool" -> true;
            default -> false;
        };
    }

    private static String roleNamed(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "human", "user", "usermessage", "humanmessage", "humanmessagechunk" -> "user";
            case "ai",
                    "assistant",
                    "assistantmessage",
                    "aimessage",
                    "aimessagechunk",
                    "model",
                    "agent",
                    "bot",
                    "gpt",
                    "chatbot" -> "assistant";
            case "system", "systemmessage", "developer" -> "system";
            case "tool", "toolmessage", "function", "functionexecutionresultmessage" -> "tool";
            default -> lower;
        };
    }

    /** The text of the role's last turn that has one, blank ones passed over. */
    @Nullable String lastText(String role) {
        int last = lastWithText(roleNamed(role), turns.size());
        return last < 0 ? null : turns.get(last).content();
    }

    /** The user's turn before the last assistant turn with text; the last user turn where no assistant answers. */
    @Nullable String lastQuestion() {
        int answer = lastWithText("assistant", turns.size());
        int question = lastWithText("user", answer < 0 ? turns.size() : answer);
        return question < 0 ? null : turns.get(question).content();
    }

    /** The turns up to the last one that isn't the assistant's. */
    Conversation withoutAnswer() {
        int end = turns.size();
        while (end > 0 && turns.get(end - 1).role().equals("assistant")) {
            end--;
        }
        return new Conversation(turns.subList(0, end));
    }

    private int lastWithText(String role, int before) {
        for (int i = before - 1; i >= 0; i--) {
            String content = turns.get(i).content();
            if (turns.get(i).role().equals(role) && content != null && !content.isBlank()) {
                return i;
            }
        }
        return -1;
    }

    /** The context on the last assistant turn with text, else on the last turn that has one. */
    @Nullable Node context() {
        int answer = lastWithText("assistant", turns.size());
        if (answer >= 0 && turns.get(answer).context() != null) {
            return turns.get(answer).context();
        }
        for (int i = turns.size() - 1; i >= 0; i--) {
            if (turns.get(i).context() != null) {
                return turns.get(i).context();
            }
        }
        return null;
    }

    /** A list of {@code {role, content}}. */
    Node asNode() {
        List<Node> nodes = new ArrayList<>(turns.size());
        for (Turn turn : turns) {
            Map<String, Node> message = new LinkedHashMap<>();
            message.put("role", PlainValue.text(turn.role()));
            message.put("content", PlainValue.text(turn.content()));
            nodes.add(PlainValue.object(message));
        }
        return PlainValue.list(nodes);
    }
}
