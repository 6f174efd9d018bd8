package io.ctxeval.dataset.mapping;

import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.score.ScoringOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Any value as a list of chunks (formats.md 3.2, metrics.md 3.1). A text is one chunk; lists in texts are read only in CSV
 * cells, or where the run's settings say so. Nested lists are flattened; an element that is null, or an object whose text is, keeps
 * its place.
 *
 * <p>Worked example: the cell {@code ['c1', None, "it's"]} is three chunks, "c1", "" (was null) and "it's".
 */
final class ChunkReader {
    /** Without settings that cut texts: for references and the like. */
    static final ChunkReader PLAIN = new ChunkReader("text", "none");

    /** Words that stand for nothing. */
    static final Set<String> MISSING = Set.of("NA", "nan", "NaN", "None", "null");

    private static final String[] TEXT_KEYS = {
        "text",
        "content",
        "page_content",
        "document.content",
        "document",
        "chunk",
        "body",
        "contents",
        "context",
        "paragraph_text"
    };
    private static final Set<String> LIST_KEYS =
            Set.of("documents", "passages", "contexts", "chunks", "citations", "results", "retrievalResults");
    private static final Pattern PARAGRAPH = Pattern.compile("\\R[ \\t]*(?:\\R[ \\t]*)+");
    private static final int MAX_DEPTH = 100;

    /** What an element without a text comes to. */
    enum Rule {
        /** The row has no usable context: a context as the canonical field itself gives it. */
        STRICT,
        /** Its JSON text: the function {@code chunks}. */
        LENIENT
    }

    private final boolean jsonArray;
    private final @Nullable Pattern separator;

    private ChunkReader(String contextFormat, String split) {
        jsonArray = contextFormat.equals("json_array");
        separator = switch (split) {
            case "none" -> null;
            case "paragraph" -> PARAGRAPH;
            default -> Pattern.compile(split);
        };
    }

    /**
     * A reader under a run's settings.
     *
     * @throws java.util.regex.PatternSyntaxException if {@code split} is no regular expression
     */
    static ChunkReader of(ScoringOptions options) {
        return new ChunkReader(options.contextFormat(), options.split());
    }

    /** The texts by the lenient rule, null in the place of a null; null where the value is. */
    @Nullable List<@Nullable String> texts(@Nullable Node value, @Nullable String mark, Tally tally) {
        RetrievedContext read = read(value, mark, Rule.LENIENT, tally);
        if (!(read instanceof RetrievedContext.Chunks chunks)) {
            return null;
        }
        List<@Nullable String> texts = new ArrayList<>(chunks.chunks().size());
        for (Chunk chunk : chunks.chunks()) {
            texts.add(chunk.wasNull() ? null : chunk.text());
        }
        return texts;
    }

    /** The value as context; null where the value is. */
    @Nullable RetrievedContext read(@Nullable Node value, @Nullable String mark, Rule rule, Tally tally) {
        if (value == null) {
            return null;
        }
        Sink into = new Sink(rule, tally);
        switch (value.kind()) {
            case NULL -> {
                return null;
            }
            case TEXT -> {
                if (value.isCell() && MISSING.contains(value.text().strip())) {
                    return null;
                }
                text(value, mark, into);
            }
            case NUMBER -> into.add(value.text());
            case BOOLEAN, LIST, OBJECT -> into.whole(value);
        }
        return into.context();
    }

    private void text(Node value, @Nullable String mark, Sink into) {
        String text = value.text();
        Node held = value.isCell() || jsonArray ? EmbeddedValue.in(text) : null;
        if (held != null && (held.kind() == Node.Kind.LIST || (value.isCell() && into.fitsCell(held)))) {
            into.whole(held);
        } else if (jsonArray) {
            into.refuse("a text that is no JSON array, though context_format is json_array");
        } else if (mark != null) {
            pieces(text, Pattern.compile(Pattern.quote(mark)), into);
        } else if (separator != null) {
            paragraphs(text, separator, into);
        } else {
            if (value.isCell() && EmbeddedValue.looksPrinted(text)) {
                into.tally.unparsedList();
            }
            into.add(text);
        }
    }

    private static void pieces(String text, Pattern mark, Sink into) {
        for (String piece : mark.split(text, -1)) {
            into.add(piece);
        }
    }

    /** Pieces between separators, with their offsets in code points; empty ones vanish. */
    private static void paragraphs(String text, Pattern separator, Sink into) {
        Matcher matcher = separator.matcher(text);
        int from = 0;
        int characters = 0;
        while (from <= text.length()) {
            boolean more = matcher.find();
            int to = more ? matcher.start() : text.length();
            if (to > from) {
                into.add(text.substring(from, to), characters);
            }
            if (!more) {
                return;
            }
            characters += text.codePointCount(from, matcher.end());
            from = matcher.end();
        }
    }

    /** Gathers the chunks of one value. */
    private static final class Sink {
        private final Rule rule;
        private final Tally tally;
        private final List<Chunk> chunks = new ArrayList<>();
        private @Nullable String refusal;

        Sink(Rule rule, Tally tally) {
            this.rule = rule;
            this.tally = tally;
        }

        RetrievedContext context() {
            return refusal == null ? new RetrievedContext.Chunks(chunks) : new RetrievedContext.Unusable(refusal);
        }

        void refuse(String found) {
            if (refusal == null) {
                refusal = "context: " + found + "; expected a text or a list of texts";
            }
        }

        void add(String text) {
            add(text, Chunk.WHOLE);
        }

        void add(String text, int offset) {
            chunks.add(new Chunk(chunks.size(), tally.text(text), false, offset));
        }

        void addNull() {
            chunks.add(new Chunk(chunks.size(), "", true, Chunk.WHOLE));
        }

        /** Whether a cell's object or string is a list in disguise rather than a plain text. */
        boolean fitsCell(Node held) {
            return held.kind() == Node.Kind.TEXT
                    || textOf(held, 0) != null
                    || listIn(held) != null
                    || isNullText(held, 0);
        }

        void whole(Node value) {
            switch (value.kind()) {
                case TEXT -> add(value.text());
                case LIST -> elements(value.elements(), 0);
                case OBJECT -> object(value);
                case NULL, NUMBER, BOOLEAN -> element(value, 0);
            }
        }

        private void object(Node value) {
            Node list = listIn(value);
            if (list != null) {
                elements(list.elements(), 0);
                return;
            }
            if (rule == Rule.LENIENT && textOf(value, 0) == null && lists(value).size() > 1) {
                tally.unparsedList();
            }
            element(value, 0);
        }

        private void elements(List<Node> elements, int depth) {
            for (Node element : elements) {
                element(element, depth);
            }
        }

        private void element(Node element, int depth) {
            switch (element.kind()) {
                case NULL -> addNull();
                case TEXT, NUMBER -> add(element.text());
                case BOOLEAN -> {
                    if (rule == Rule.LENIENT) {
                        add(element.text());
                    } else {
                        refuse("chunk " + chunks.size() + " is a boolean");
                    }
                }
                case LIST -> nested(element.elements(), element, depth);
                case OBJECT -> {
                    String text = textOf(element, 0);
                    if (text != null) {
                        add(text);
                    } else if (isNullText(element, 0)) {
                        addNull();
                    } else if (rule == Rule.LENIENT) {
                        add(element.json());
                    } else {
                        refuse("chunk " + chunks.size() + " is an object without a text");
                    }
                }
            }
        }

        private void nested(List<Node> elements, Node list, int depth) {
            if (depth > MAX_DEPTH) {
                add(list.json());
            } else if (rule == Rule.STRICT
                    && !elements.isEmpty()
                    && elements.stream().allMatch(Navigation::isNull)) {
                refuse("chunk " + chunks.size() + " is a list without a text");
            } else {
                elements(elements, depth + 1);
            }
        }
    }

    /** The text of an object by the list of keys; the texts of a list as one text. */
    private static @Nullable String textOf(Node node, int depth) {
        if (depth > MAX_DEPTH) {
            return null;
        }
        return switch (node.kind()) {
            case NULL, BOOLEAN -> null;
            case TEXT, NUMBER -> node.text();
            case LIST -> ContentText.of(node);
            case OBJECT -> {
                for (String key : TEXT_KEYS) {
                    Node value = Navigation.dotted(node, key);
                    String text = value == null ? null : textOf(value, depth + 1);
                    if (text != null) {
                        yield text;
                    }
                }
                yield labelled(node, depth);
            }
        };
    }

    /** The text of an object that is nothing but a label around another: {@code {"[doc1]": {"content": …}}}. */
    private static @Nullable String labelled(Node object, int depth) {
        List<String> keys = object.keys();
        Node inner = keys.size() == 1 ? object.get(keys.get(0)) : null;
        return inner != null && inner.kind() == Node.Kind.OBJECT ? textOf(inner, depth + 1) : null;
    }

    /** Whether an object has a place for its text, and null in it: {@code {"text": null, "score": 1}}. */
    private static boolean isNullText(Node object, int depth) {
        if (object.kind() != Node.Kind.OBJECT || depth > MAX_DEPTH) {
            return false;
        }
        boolean present = false;
        for (String key : TEXT_KEYS) {
            Node value = Navigation.dotted(object, key);
            if (value != null && value.kind() != Node.Kind.NULL && !isNullText(value, depth + 1)) {
                return false;
            }
            present |= value != null;
        }
        Node labelled = object.keys().size() == 1 ? object.get(object.keys().get(0)) : null;
        return present || (labelled != null && isNullText(labelled, depth + 1));
    }

    /**
     * The list inside an object that stands for a whole context: under a text key, or, where no key gives a text, its only list or
     * the only one with a name that says so; null where it could be any of several, since the others would be lost.
     */
    private static @Nullable Node listIn(Node object) {
        if (object.kind() != Node.Kind.OBJECT) {
            return null;
        }
        for (String key : TEXT_KEYS) {
            Node value = Navigation.dotted(object, key);
            if (value != null && value.kind() == Node.Kind.LIST) {
                return value;
            } else if (value != null && textOf(value, 0) != null) {
                return null;
            }
        }
        Map<String, Node> lists = lists(object);
        List<Node> named = new ArrayList<>();
        lists.forEach((key, list) -> {
            if (lists.size() == 1 || LIST_KEYS.contains(key)) {
                named.add(list);
            }
        });
        return named.size() == 1 ? named.get(0) : null;
    }

    /** An object's members that are lists, without the empty ones unless all are: then one of those. */
    private static Map<String, Node> lists(Node object) {
        Map<String, Node> lists = new LinkedHashMap<>();
        Map<String, Node> empty = new LinkedHashMap<>();
        for (String key : object.keys()) {
            Node value = object.get(key);
            if (value == null || value.kind() != Node.Kind.LIST) {
                continue;
            }
            if (!value.elements().isEmpty()) {
                lists.put(key, value);
            } else if (empty.isEmpty()) {
                empty.put(key, value);
            }
        }
        return lists.isEmpty() ? empty : lists;
    }
}
