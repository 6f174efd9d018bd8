package io.ctxeval.plan;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads YAML without losing where things stand or how they were spelt: {@code 1%}, {@code 007} and {@code 1e-3} keep their
 * characters. Anchors, aliases and several documents have no meaning here and are refused, keys given twice too.
 */
final class YamlValues {
    private static final YAMLFactory YAML = new YAMLFactory();
    private static final Pattern MARK = Pattern.compile("line (\\d{1,9}), column (\\d{1,9})");

    private final String source;
    private final int firstLine;
    private final Problems problems;

    private YamlValues(String source, int firstLine, Problems problems) {
        this.source = source;
        this.firstLine = firstLine;
        this.problems = problems;
    }

    /** The document of a file; without any content a group without keys. */
    static Value ofFile(String source, String yaml, Problems problems) {
        return new YamlValues(source, 1, problems).document(yaml);
    }

    /** The value of an option: characters as they are, YAML where it begins with a bracket or a brace. */
    static Value ofArgument(String option, String text, Problems problems) {
        if (text.startsWith("[") || text.startsWith("{")) {
            return new YamlValues(option, 0, problems).document(text);
        }
        return new Value.Text(text, Place.option(option));
    }

    private Value document(String yaml) {
        Place start = new Place(source, firstLine);
        try (YAMLParser parser = YAML.createParser(yaml)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return new Value.Entries(List.of(), start);
            }
            Value value = value(parser, first);
            if (parser.nextToken() != null) {
                problems.add(source, "holds several documents; one is read", place(parser));
            }
            return value;
        } catch (JacksonException malformed) {
            refuse(malformed);
            return new Value.Entries(List.of(), start);
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from memory", impossible);
        }
    }

    private void refuse(JacksonException malformed) {
        String message = malformed.getOriginalMessage();
        Matcher marks = MARK.matcher(message);
        String column = "";
        Place place = new Place(source, firstLine);
        while (marks.find()) { // the last is the place of the problem, one before it of what the parser was at
            column = " at column " + marks.group(2);
            place = firstLine == 0 ? place : new Place(source, Integer.parseInt(marks.group(1)));
        }
        problems.add(source, "is not YAML" + column + ": " + reason(message), place);
    }

    /** The sentence that says what is wrong, without what the parser was at and the excerpt around it. */
    private static String reason(String message) {
        String reason = message.lines()
                .filter(line -> !line.startsWith("while ") && !line.startsWith(" "))
                .findFirst()
                .orElse("unreadable");
        return reason.contains("TAB") ? "a tab; YAML is indented with spaces only" : reason;
    }

    private Value value(YAMLParser parser, JsonToken token) throws IOException {
        Place place = place(parser);
        if (parser.isCurrentAlias()) {
            problems.add("*" + parser.getText(), "aliases are not read; write the value out", place);
        }
        return switch (token) {
            case VALUE_NULL -> new Value.Blank(place);
            case START_ARRAY -> items(parser, place);
            case START_OBJECT -> entries(parser, place);
            default -> new Value.Text(parser.getText(), place);
        };
    }

    private Value items(YAMLParser parser, Place place) throws IOException {
        List<Value> values = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            values.add(value(parser, token));
        }
        return new Value.Items(values, place);
    }

    private Value entries(YAMLParser parser, Place place) throws IOException {
        List<Value.Entry> entries = new ArrayList<>();
        Map<String, Place> seen = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            Place keyPlace = place(parser);
            Value value = value(parser, parser.nextToken());
            Place before = seen.putIfAbsent(key, keyPlace);
            if (before == null) {
                entries.add(new Value.Entry(key, value, keyPlace));
            } else {
                problems.add(key, "given twice, first in " + before, keyPlace);
            }
        }
        return new Value.Entries(entries, place);
    }

    private Place place(YAMLParser parser) {
        return firstLine == 0
                ? Place.option(source)
                : new Place(source, parser.currentTokenLocation().getLineNr());
    }
}
