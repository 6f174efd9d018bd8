package io.ctxeval.table;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * Records as the JSON of small files: names in snake case, instants in ISO 8601, doubles in their shortest form. Names that a record
 * doesn't know are passed over, so that a file of a later version can be read; what follows the value is not.
 */
public final class RecordFile {
    private static final ObjectMapper MAPPER = JsonMapper.builder(new JsonFactoryBuilder()
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .build())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addDeserializer(Instant.class, new Instants()))
            .build();
    private static final DefaultPrettyPrinter PRETTY = new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n"));

    private RecordFile() {}

    /** One line, without a line feed. */
    public static String line(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not writable as JSON: " + value, e);
        }
    }

    /** Indented, with a line feed at the end. */
    public static String pretty(Object value) {
        try {
            return MAPPER.writer(PRETTY).writeValueAsString(value) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not writable as JSON: " + value, e);
        }
    }

    /**
     * Reads a record.
     *
     * @throws IOException if the text isn't the JSON of one; what it lacks is null in it
     */
    public static <T> T read(String json, Class<T> type) throws IOException {
        return MAPPER.readValue(json, type);
    }

    private static final class Instants extends FromStringDeserializer<Instant> {
        private static final long serialVersionUID = 1L;

        Instants() {
            super(Instant.class);
        }

        @Override
        protected Instant _deserialize(String text, DeserializationContext context) throws IOException {
            try {
                return Instant.parse(text);
            } catch (DateTimeException malformed) {
                throw new IOException("no time: " + text, malformed);
            }
        }
    }
}
