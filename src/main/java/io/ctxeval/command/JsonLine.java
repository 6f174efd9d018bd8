package io.ctxeval.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** An object as one line of JSON. */
final class JsonLine {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonLine() {}

    static String of(Map<String, Object> object) throws JsonProcessingException {
        return JSON.writeValueAsString(object);
    }
}
