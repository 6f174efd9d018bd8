package io.ctxeval.dataset.mapping;

import io.ctxeval.json.RawJson;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A trace's budget ledger as JSON, from rows of kind {@code ledger} or from events that carry budgets. */
final class BudgetEntries {
    private BudgetEntries() {}

    /** An entry for each row, in order; a count that is no number stays a text, for the metric to refuse. */
    static RawJson ofLedger(List<MappedRow> rows, CompiledMapping mapping) {
        int agent = mapping.field("agent");
        int used = mapping.field("used_tokens");
        int budget = mapping.field("budget_tokens");
        StringBuilder out = new StringBuilder("[");
        for (MappedRow row : rows) {
            out.append(out.length() == 1 ? "" : ", ");
            entry(row.text(agent), spelt(row.text(used)), spelt(row.text(budget)), out);
        }
        return RawJson.of(out.append(']').toString());
    }

    /**
     * Per agent with a budget, in order of first appearance: its greatest budget, and the tokens of all its calls; null without any.
     *
     * @param rows of a {@link SpanTree}, in which a call states its tokens once
     */
    static @Nullable RawJson ofEvents(List<MappedRow> rows, CompiledMapping mapping) {
        int agent = mapping.field("agent");
        Map<String, BigDecimal> budgets = new LinkedHashMap<>();
        Map<String, BigDecimal> used = new LinkedHashMap<>();
        for (MappedRow row : rows) {
            String name = row.text(agent);
            if (name == null) {
                continue;
            }
            BigDecimal budget = count(row.text(mapping.field("budget_tokens")));
            if (budget != null && budget.signum() > 0) {
                budgets.merge(name, budget, BigDecimal::max);
            }
            used.merge(name, tokens(row, mapping), BigDecimal::add);
        }
        if (budgets.isEmpty()) {
            return null;
        }
        StringBuilder out = new StringBuilder("[");
        budgets.forEach((name, budget) -> {
            out.append(out.length() == 1 ? "" : ", ");
            BigDecimal sum = Objects.requireNonNullElse(used.get(name), BigDecimal.ZERO);
            entry(name, sum.toPlainString(), budget.toPlainString(), out);
        });
        return RawJson.of(out.append(']').toString());
    }

    private static BigDecimal tokens(MappedRow row, CompiledMapping mapping) {
        BigDecimal input = count(row.text(mapping.field("input_tokens")));
        BigDecimal output = count(row.text(mapping.field("output_tokens")));
        return Objects.requireNonNullElse(input, BigDecimal.ZERO)
                .add(Objects.requireNonNullElse(output, BigDecimal.ZERO));
    }

    private static @Nullable BigDecimal count(@Nullable String text) {
        return text == null ? null : EventRule.count(text);
    }

    private static String spelt(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        BigDecimal count = EventRule.count(text);
        return count == null ? JsonText.ofString(text) : count.toPlainString();
    }

    private static void entry(@Nullable String agent, String used, String budget, StringBuilder out) {
        out.append("{\"agent_name\": ")
                .append(agent == null ? "null" : JsonText.ofString(agent))
                .append(", \"used_tokens\": ")
                .append(used)
                .append(", \"budget_tokens\": ")
                .append(budget)
                .append('}');
    }
}
