package io.ctxeval.judge.served;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.score.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A value of a reply with its place, such as {@code chunks[2].used}, for complaints. */
record ReplyValue(String place, JsonNode node) {
    static ReplyValue root(JsonNode node) {
        return new ReplyValue("", node);
    }

    /** A required property. */
    ReplyValue field(String name) throws MalformedReply {
        if (!node.isObject()) {
            throw wrong(Status.JUDGE_UNPARSEABLE, "an object");
        }
        String at = place.isEmpty() ? name : place + "." + name;
        JsonNode value = node.get(name);
        if (value == null) {
            throw new MalformedReply(Status.JUDGE_UNPARSEABLE, at + ": missing; every property is required");
        }
        return new ReplyValue(at, value);
    }

    List<ReplyValue> elementsOf(String name) throws MalformedReply {
        return field(name).elements();
    }

    List<ReplyValue> elements() throws MalformedReply {
        if (!node.isArray()) {
            throw wrong(Status.JUDGE_UNPARSEABLE, "a list");
        }
        List<ReplyValue> elements = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            elements.add(new ReplyValue(place + "[" + i + "]", node.get(i)));
        }
        return elements;
    }

    String textOf(String name) throws MalformedReply {
        ReplyValue value = field(name);
        if (!value.node.isTextual()) {
            throw value.wrong(Status.JUDGE_UNPARSEABLE, "a string");
        }
        return value.node.textValue();
    }

    boolean flagOf(String name) throws MalformedReply {
        ReplyValue value = field(name);
        if (!value.node.isBoolean()) {
            throw value.wrong(Status.JUDGE_UNPARSEABLE, "true or false");
        }
        return value.node.booleanValue();
    }

    int idOf(String name) throws MalformedReply {
        return field(name).id();
    }

    /** An id; {@code 2.0} is the integer 2, as in JSON schemas. */
    int id() throws MalformedReply {
        if (!node.isNumber() || !node.canConvertToExactIntegral() || !node.canConvertToInt()) {
            throw wrong(Status.JUDGE_INVALID, "an id, which is an integer");
        }
        return node.intValue();
    }

    MalformedReply wrong(Status status, String expected) {
        String found = node.getNodeType().name().toLowerCase(Locale.ROOT);
        String article = "aeiou".indexOf(found.charAt(0)) >= 0 ? "an " : "a ";
        String what = node.isNull() ? "null" : node.isArray() ? "a list" : article + found;
        return new MalformedReply(
                status, (place.isEmpty() ? "the reply" : place) + ": expected " + expected + ", found " + what);
    }
}
