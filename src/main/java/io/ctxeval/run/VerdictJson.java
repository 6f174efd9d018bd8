package io.ctxeval.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A verdict as the JSON text of the table {@code verdicts/}, in the reply schemas of metrics.md 5.2. */
final class VerdictJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(com.fasterxml.jackson.databind.PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private VerdictJson() {}

    /** The step's name: waste, decompose or grade. */
    static String stepOf(Question question) {
        return question.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** The judgement; null for a failure, which is none. */
    static @Nullable String textOf(Verdict verdict) {
        if (verdict instanceof Verdict.Failed) {
            return null;
        }
        try {
            return MAPPER.writeValueAsString(verdict);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a verdict of plain records is always JSON", e);
        }
    }

    static String statusOf(Verdict verdict) {
        return verdict instanceof Verdict.Failed failed ? failed.status().code() : "answered";
    }
}
