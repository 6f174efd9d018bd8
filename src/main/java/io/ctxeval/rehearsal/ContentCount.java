package io.ctxeval.rehearsal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** How often one content was asked and answered. */
public record ContentCount(long requests, long answers) {
    static final ContentCount NONE = new ContentCount(0, 0);

    /** Counts by content as one JSON object. */
    static String json(Map<String, ContentCount> contents) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        contents.forEach((content, count) ->
                json.putObject(content).put("requests", count.requests()).put("answers", count.answers()));
        return json.toString();
    }

    ContentCount asked() {
        return new ContentCount(requests + 1, answers);
    }

    ContentCount answered() {
        return new ContentCount(requests, answers + 1);
    }
}
