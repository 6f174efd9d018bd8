package io.ctxeval.judge.served;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * JSON as text that survives every way of sending: what a UTF-8 encoder would replace (half a surrogate pair) and what some
 * readers take for a line end or drop (C1 controls, U+2028, U+2029) is escaped.
 */
final class JsonText {
    /** Deeper than any document of ours; far less than a stack. */
    private static final int DEEPEST = 200;

    /** Reads strictly: no repeated key, no trailing text, no NaN. */
    static final JsonMapper MAPPER = mapper(StreamReadConstraints.defaults().getMaxStringLength());

    /** Reads our own documents, which hold texts of any length. */
    static final JsonMapper DOCUMENTS = mapper(Integer.MAX_VALUE);

    private JsonText() {}

    private static JsonMapper mapper(int longestString) {
        JsonMapper mapper = JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .build();
        mapper.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(DEEPEST)
                        .maxStringLength(longestString)
                        .build());
        return mapper;
    }

    static String of(JsonNode json) {
        try {
            return escaped(MAPPER.writeValueAsString(json));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always JSON", e);
        }
    }

    /** Outside of strings JSON is ASCII, so every character that is escaped here stands in a string. */
    private static String escaped(String json) {
        int first = 0;
        while (first < json.length() && !mustBeEscaped(json, first)) {
            first++;
        }
        if (first == json.length()) {
            return json;
        }
        StringBuilder escaped = new StringBuilder(json.length() + 64).append(json, 0, first);
        for (int i = first; i < json.length(); i++) {
            char c = json.charAt(i);
            if (mustBeEscaped(json, i)) {
                escaped.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    escaped.append(Character.forDigit((c >> shift) & 0xf, 16));
                }
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static boolean mustBeEscaped(String text, int at) {
        char c = text.charAt(at);
        if (c < 0x7f) {
            return false;
        }
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
        }
        return c <= 0x9f || c == '\u2028' || c == '\u2029' || c == '\ufeff';
    }
}
