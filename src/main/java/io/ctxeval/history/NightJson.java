package io.ctxeval.history;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
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

/** Entries as JSON. What they must have and don't is an {@link IOException}: a reader skips the file. */
final class NightJson {
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

    private NightJson() {}

    static String write(NightEntry entry) {
        try {
            return MAPPER.writer(PRETTY).writeValueAsString(entry) + "\n";
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not writable as JSON: " + entry, e);
        }
    }

    static NightEntry read(String json) throws IOException {
        NightEntry entry = MAPPER.readValue(json, NightEntry.class);
        boolean whole = entry != null
                && present(
                        entry.job(),
                        entry.runId(),
                        entry.night(),
                        entry.at(),
                        entry.startedAt(),
                        entry.finishedAt(),
                        entry.judge())
                && present(entry.judge().kind(), entry.verdict())
                && entry.figures().stream()
                        .allMatch(figure -> present(figure.group(), figure.metric(), figure.version()));
        if (!whole) {
            throw new IOException("lacks what an entry of the history has");
        }
        return entry;
    }

    private static boolean present(Object... parts) {
        for (Object part : parts) {
            if (part == null) {
                return false;
            }
        }
        return true;
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
