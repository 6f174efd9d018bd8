package io.ctxeval.score;

import io.ctxeval.trace.TraceDefaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a metric's scores depend on besides their rows and their judge: this release's formulas, and the options that differ from
 * their defaults. Scores of two versions are not comparable.
 */
public final class FormulaVersion {
    /** Version of every formula of this release; a change that moves a score raises it. */
    public static final String RELEASE = "1";

    private static final Set<String> WASTE = Set.of("ctx_waste");
    private static final Set<String> SUFFICIENCY = Set.of("ctx_suff");
    private static final Set<String> BUDGETS = Set.of("budget_use", "over_budget");
    private static final Set<String> TOKENS =
            Set.of("ctx_tokens", "largest_chunk_share", "budget_use", "over_budget", "lex_density");
    private static final String HANDOFF = "handoff";
    private static final String BUDGET = "budget";
    private static final Set<String> TRACES = Set.of(HANDOFF, BUDGET, "overall");

    private static final Set<String> LABELS = Set.of(
            "precision", "recall", "hit", "rr", "ap", "r_precision", "set_precision", "set_recall", "ap_retrieved");
    private static final Set<String> GAINS = Set.of("ndcg");
    private static final Set<String> TEXT_MATCHES = Set.of("ref_precision", "ref_recall");
    private static final Set<String> RANKINGS = Set.of("judged", "coverage", "group_ndcg");

    private static final List<Choice> CHOICES = List.of(
            new Choice("tokens.budget", BUDGETS, ScoringOptions::contextBudget),
            new Choice("ctx-waste.contradiction-weight", WASTE, ScoringOptions::contradictionWeight),
            new Choice("ctx-waste.weighting", WASTE, options -> options.tokenWeighting() ? "token" : "chunk"),
            new Choice("ctx-waste.include-input", WASTE, ScoringOptions::includeInput),
            new Choice("ctx-waste.evidence", WASTE, options -> options.strictEvidence() ? "strict" : "lenient"),
            new Choice(
                    "ctx-waste.invalid-reference",
                    WASTE,
                    options -> options.dropInvalidReferences() ? "drop" : "invalid"),
            new Choice(
                    "ctx-suff.validation", SUFFICIENCY, options -> options.lenientCitations() ? "lenient" : "strict"),
            new Choice("ctx-suff.vacuous", SUFFICIENCY, options -> options.vacuousFull() ? "full" : "not_applicable"),
            new Choice("ctx-suff.mode", SUFFICIENCY, options -> options.singleCall() ? "single_call" : "two_step"),
            new Choice("ctx-suff.max-aspects", SUFFICIENCY, ScoringOptions::maxAspects),
            new Choice(
                    "retrieval.min-rel", LABELS, options -> options.retrieval().leastRelevance()),
            new Choice(
                    "retrieval.gain",
                    GAINS,
                    options -> options.retrieval().exponentialGain() ? "exponential" : "linear"),
            new Choice(
                    "retrieval.match",
                    TEXT_MATCHES,
                    options -> options.retrieval().match().code()));

    private FormulaVersion() {}

    /** A setting that moves the scores of some metrics. */
    private record Choice(String key, Set<String> metrics, Function<ScoringOptions, @Nullable Object> value) {}

    /**
     * The version of a metric under options: {@code 1}, or with what was chosen, {@code 1, ctx-waste.weighting token}.
     *
     * @param traces what traces get that have none of their own
     */
    public static String of(String metric, ScoringOptions options, TraceDefaults traces) {
        List<String> parts = new ArrayList<>(List.of(RELEASE));
        boolean countsTokens = TOKENS.contains(metric) || (WASTE.contains(metric) && options.tokenWeighting());
        if (countsTokens) {
            add(parts, "tokens.tokenizer", ScoringOptions::tokenizer, options);
        }
        for (Choice choice : CHOICES) {
            if (choice.metrics().contains(family(metric))) {
                add(parts, choice.key(), choice.value(), options);
            }
        }
        if (readsContext(metric)) {
            add(parts, "context.format", ScoringOptions::contextFormat, options);
            add(parts, "context.split", ScoringOptions::split, options);
            add(parts, "retrieval.context-depth", chosen -> chosen.retrieval().contextDepth(), options);
        }
        if (traces.agentOrder() != null && !metric.equals(BUDGET) && TRACES.contains(metric)) {
            parts.add("trace.agent-order " + traces.agentOrder());
        }
        if (!traces.budgets().isEmpty() && !metric.equals(HANDOFF) && TRACES.contains(metric)) {
            parts.add("trace.budgets " + new TreeMap<>(traces.budgets()));
        }
        return String.join(", ", parts);
    }

    /** The name of a measure without the depth at which it is cut off: {@code precision} for {@code precision_10}. */
    private static String family(String metric) {
        return metric.replaceFirst("_[0-9]+$", "");
    }

    private static boolean readsContext(String metric) {
        String family = family(metric);
        return !TRACES.contains(metric)
                && !LABELS.contains(family)
                && !GAINS.contains(family)
                && !RANKINGS.contains(family);
    }

    private static void add(
            List<String> parts, String key, Function<ScoringOptions, @Nullable Object> value, ScoringOptions options) {
        Object chosen = value.apply(options);
        if (!Objects.equals(chosen, value.apply(ScoringOptions.DEFAULTS))) {
            parts.add(key + " " + chosen);
        }
    }
}
