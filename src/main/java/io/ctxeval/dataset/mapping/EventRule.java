package io.ctxeval.dataset.mapping;

import io.ctxeval.json.RawJson;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The trace events of one row of kind {@code events}, as the trace metrics read them: {@code event_type}, {@code agent_name},
 * {@code data} (handoff-and-budget.md 10). A row that already is such an event keeps its JSON text; of any other, one LLM call,
 * a request and a response are made (formats.md 1).
 *
 * <p>Worked example: agent {@code w}, request {@code [{"role": "user", "content": "q"}]}, response {@code a} come to
 * {@code {"event_type": "llm_request", "agent_name": "w", "data": {"messages": […]}}} and {@code {"event_type": "llm_response",
 * "agent_name": "w", "data": {"response_content": "a"}}}, held as the two with a comma between. An answer that only calls tools has
 * no {@code response_content}.
 */
final class EventRule {
    private static final String REQUEST = "llm_request";
    private static final String RESPONSE = "llm_response";

    private final int event;
    private final int type;
    private final int agent;
    private final int request;
    private final int response;
    private final int inputTokens;
    private final int outputTokens;
    private final int budgetTokens;

    EventRule(CompiledMapping mapping) {
        event = mapping.field("event");
        type = mapping.field("type");
        agent = mapping.field("agent");
        request = mapping.field("request");
        response = mapping.field("response");
        inputTokens = mapping.field("input_tokens");
        outputTokens = mapping.field("output_tokens");
        budgetTokens = mapping.field("budget_tokens");
    }

    /** Sets the row's {@code event} where its source is one already, unless the mapping itself has. */
    void keep(RecordNode record, Scope.@Nullable Element row, @Nullable FieldValue[] values) {
        if (event < 0 || values[event] != null) {
            return;
        }
        Node source = row == null ? record.whole() : row.it();
        if (source instanceof JsonValue json && json.kind() == Node.Kind.OBJECT && json.get("event_type") != null) {
            values[event] = new FieldValue.Json(json.raw(), true);
        }
    }

    /** The row's event: its own, or the ones made of its fields. */
    FieldValue.Json of(MappedRow row) {
        @Nullable FieldValue[] values = row.copyOfValues();
        return event >= 0 && values[event] instanceof FieldValue.Json own
                ? own
                : new FieldValue.Json(RawJson.of(made(values)), false);
    }

    private String made(@Nullable FieldValue[] values) {
        String name = text(values, type);
        FieldValue messages = value(values, request);
        String reply = text(values, response);
        boolean asks = messages instanceof FieldValue.Json && !RESPONSE.equals(name);
        boolean answers = !REQUEST.equals(name) && (reply != null || (name == null && isAnswered(values, asks)));
        StringBuilder out = new StringBuilder();
        if (asks && messages instanceof FieldValue.Json json) {
            head(REQUEST, values, out);
            out.append("\"data\": {\"messages\": ").append(json.raw().json()).append('}');
            if (!answers) {
                tokens(values, out);
            }
            out.append('}');
        }
        if (answers) {
            out.append(asks ? ", " : "");
            head(RESPONSE, values, out);
            out.append("\"data\": {");
            if (reply != null) {
                out.append("\"response_content\": ");
                JsonText.string(reply, out);
            }
            out.append('}');
            tokens(values, out);
            out.append('}');
        }
        if (!asks && !answers) {
            head(name == null ? "other" : name, values, out);
            out.append("\"data\": {}");
            tokens(values, out);
            out.append('}');
        }
        return out.toString();
    }

    /** A call that states its tokens, or nothing at all, was made and answered: by a call of a tool, or in texts that weren't kept. */
    private boolean isAnswered(@Nullable FieldValue[] values, boolean asks) {
        return !asks || value(values, inputTokens) != null || value(values, outputTokens) != null;
    }

    private void head(String eventType, @Nullable FieldValue[] values, StringBuilder out) {
        out.append("{\"event_type\": ");
        JsonText.string(eventType, out);
        out.append(", \"agent_name\": ");
        String name = text(values, agent);
        if (name == null) {
            out.append("null");
        } else {
            JsonText.string(name, out);
        }
        out.append(", ");
    }

    private void tokens(@Nullable FieldValue[] values, StringBuilder out) {
        number("prompt_tokens", text(values, inputTokens), out);
        number("completion_tokens", text(values, outputTokens), out);
        number("tokens_budget", text(values, budgetTokens), out);
    }

    private static void number(String key, @Nullable String spelling, StringBuilder out) {
        BigDecimal count = spelling == null ? null : count(spelling);
        if (count != null) {
            out.append(", \"").append(key).append("\": ").append(count.toPlainString());
        }
    }

    /** A count of tokens from digits in a text, {@code 187.0} among them; null where it is none (formats.md 3.6). */
    static @Nullable BigDecimal count(String spelling) {
        String digits = spelling.strip();
        // an exponent like 1e999999999 would print as that many digits
        if (digits.length() > 60) {
            return null;
        }
        try {
            BigDecimal count = new BigDecimal(digits).stripTrailingZeros();
            return Math.abs((long) count.scale()) > 60 ? null : count.scale() < 0 ? count.setScale(0) : count;
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    private static @Nullable FieldValue value(@Nullable FieldValue[] values, int field) {
        return field < 0 ? null : values[field];
    }

    private static @Nullable String text(@Nullable FieldValue[] values, int field) {
        return value(values, field) instanceof FieldValue.Text text ? text.text() : null;
    }
}
