package io.ctxeval.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.ctxeval.judge.served.ModelSettings;
import io.ctxeval.plan.EvaluationPlan.JudgePlan;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.score.RetrievalOptions;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.text.Sha256;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A plan as a configuration that says the same, and its fingerprint. A plan holds no secrets, so neither does the text. */
public final class PlanText {
    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .build());

    private final Map<String, Object> tree = new LinkedHashMap<>();

    private PlanText() {}

    /** The effective configuration: read again as a file, it gives this plan. */
    public static String yaml(EvaluationPlan plan) {
        PlanText text = new PlanText();
        text.put(Keys.JOB, plan.job());
        text.put(Keys.RUN_ID, plan.runId());
        text.put(Keys.OUTPUT, plan.output());
        text.put(Keys.STATE, plan.state());
        text.putWhatDecides(plan);
        return text.written();
    }

    /** SHA-256 in hex over all that decides what a run's tables hold: not its name, its series or where its output goes. */
    public static String fingerprint(EvaluationPlan plan) {
        PlanText text = new PlanText();
        text.putWhatDecides(plan);
        return Sha256.hex(text.written());
    }

    private void putWhatDecides(EvaluationPlan plan) {
        if (plan.dates() != null) {
            put(Keys.DATE, plan.dates().text());
            put(Keys.DATE_COLUMN, columnOf(plan));
        }
        tree.put(Keys.INPUTS.name(), plan.inputs().stream().map(PlanText::input).toList());
        put(Keys.METRICS, plan.metrics().isEmpty() ? null : plan.metrics());
        put(Keys.GROUP_BY, plan.groupBy());
        Map<String, Object> thresholds = new LinkedHashMap<>();
        ThresholdReader.DEFAULTS.keySet().stream().sorted().forEach(metric -> {
            if (!plan.thresholds().containsKey(metric)
                    && (plan.metrics().isEmpty() || plan.metrics().contains(metric))) {
                thresholds.put(metric, "none");
            }
        });
        plan.thresholds().forEach((metric, threshold) -> thresholds.put(metric, threshold(threshold)));
        put(Keys.THRESHOLDS, thresholds);
        put(Keys.GATE_BY, plan.gateGroups());
        put(
                Keys.HISTORY_GATE,
                plan.history().gate() == null ? null : word(plan.history().gate()));
        put(Keys.HISTORY_RUNS, plan.history().runs());
        put(Keys.RESULT_WEIGHTS, new TreeMap<>(plan.resultWeights()));
        putJudge(plan.judge());
        putScoring(plan.scoring());
        put(Keys.AGENT_ORDER, plan.traceDefaults().agentOrder());
        put(Keys.BUDGETS, new TreeMap<>(plan.traceDefaults().budgets()));
        put(Keys.PRICE_CONTEXT, plan.contextPrice());
        put(Keys.TABLE_ROWS, word(plan.rows()));
        put(Keys.MAX_REJECTED, plan.maxRejected());
        put(Keys.PRIVACY_TEXTS, word(plan.privacyTexts()));
        put(Keys.COMPARE_BY, plan.compare().by());
        put(Keys.COMPARE_BASE, plan.compare().base());
        put(Keys.COMPARE_MARGIN, plan.compare().margin());
        put(Keys.COMPARE_COVERAGE, plan.compare().coverage());
        put(
                Keys.COMPARE_METRICS,
                plan.compare().metrics().isEmpty() ? null : plan.compare().metrics());
    }

    /** The column that holds the day, where an input is chosen by it. */
    private static @Nullable String columnOf(EvaluationPlan plan) {
        return plan.inputs().stream()
                .map(InputSpec::days)
                .flatMap(Stream::ofNullable)
                .map(DaySelection::column)
                .findFirst()
                .orElse(null);
    }

    private void putJudge(JudgePlan judge) {
        put(Keys.JUDGE_KIND, judge.kind());
        put(Keys.JUDGE_FALLBACK, judge.fallback());
        SamplePlan sample = judge.sample();
        if (sample != null) {
            put(Keys.JUDGE_SAMPLE_RATE, sample.rate());
            put(Keys.JUDGE_SAMPLE_SIZE, sample.size());
            put(Keys.JUDGE_SAMPLE_BY, sample.by());
            put(Keys.JUDGE_SAMPLE_SEED, sample.seed());
        }
        if (judge.served() != null) {
            putServed(judge.served());
        }
    }

    private void putServed(ServedJudge judge) {
        ModelSettings model = judge.model();
        put(Keys.JUDGE_PROVIDER, model.family());
        put(Keys.JUDGE_URL, judge.endpoint().base().toString());
        put(Keys.JUDGE_MODEL, model.model());
        put(Keys.JUDGE_KEY_ENV, judge.key().environment());
        put(Keys.JUDGE_KEY_FILE, judge.key().file());
        put(Keys.JUDGE_KEY_ALIAS, judge.key().alias());
        put(Keys.JUDGE_HEADERS, new TreeMap<>(judge.endpoint().headers()));
        put(Keys.JUDGE_REASONING, model.reasoning());
        put(Keys.JUDGE_TEMPERATURE, model.temperature());
        put(Keys.JUDGE_SEED, model.seed());
        put(Keys.JUDGE_EFFORT, model.reasoningEffort());
        put(Keys.JUDGE_WINDOW, model.contextWindow());
        put(Keys.JUDGE_TOO_LONG, judge.splitLong() ? "split" : "fail");
        put(Keys.JUDGE_CALLS_PER_SAMPLE, judge.maxCallsPerSample());
        put(Keys.JUDGE_REQUESTS, judge.quota().requestsPerMinute());
        put(Keys.JUDGE_TOKENS, judge.quota().tokensPerMinute());
        put(Keys.JUDGE_IN_FLIGHT, judge.quota().inFlight());
        put(Keys.JUDGE_CONNECT, judge.calls().connectTimeout());
        put(Keys.JUDGE_ATTEMPT, judge.calls().attemptTimeout());
        put(Keys.JUDGE_ROW, judge.calls().rowTimeout());
        put(Keys.JUDGE_ATTEMPTS, judge.calls().maxAttempts());
        put(Keys.JUDGE_DEADLINE, judge.caps().deadline());
        put(Keys.JUDGE_MAX_CALLS, judge.caps().calls());
        put(Keys.JUDGE_MAX_TOKENS, judge.caps().tokens());
        put(Keys.JUDGE_MAX_COST, judge.caps().cost());
        if (judge.price() != null) {
            put(Keys.JUDGE_PRICE_INPUT, judge.price().input());
            put(Keys.JUDGE_PRICE_OUTPUT, judge.price().output());
        }
        put(Keys.JUDGE_CACHE, word(judge.cache()));
        put(Keys.JUDGE_CACHE_AGE, judge.cacheMaxAge());
    }

    private void putScoring(ScoringOptions scoring) {
        put(Keys.TOKENIZER, scoring.tokenizer());
        put(Keys.TOKEN_BUDGET, scoring.contextBudget());
        put(Keys.CONTRADICTION_WEIGHT, scoring.contradictionWeight());
        put(Keys.WEIGHTING, scoring.tokenWeighting() ? "token" : "chunk");
        put(Keys.INCLUDE_INPUT, scoring.includeInput());
        put(Keys.EVIDENCE, scoring.strictEvidence() ? "strict" : "lenient");
        put(Keys.INVALID_REFERENCE, scoring.dropInvalidReferences() ? "drop" : "invalid");
        put(Keys.PASS_RULE, scoring.strictSufficiency() ? "strict" : "graded");
        put(Keys.VALIDATION, scoring.lenientCitations() ? "lenient" : "strict");
        put(Keys.VACUOUS, scoring.vacuousFull() ? "full" : "not_applicable");
        put(Keys.SUFF_MODE, scoring.singleCall() ? "single_call" : "two_step");
        put(Keys.MAX_ASPECTS, scoring.maxAspects());
        put(Keys.CONTEXT_FORMAT, scoring.contextFormat());
        put(Keys.CONTEXT_SPLIT, scoring.split());
        putRetrieval(scoring.retrieval());
    }

    private void putRetrieval(RetrievalOptions retrieval) {
        put(Keys.RETRIEVAL_DEPTHS, retrieval.depths());
        put(Keys.RETRIEVAL_LEAST, retrieval.leastRelevance());
        put(Keys.RETRIEVAL_GAIN, retrieval.exponentialGain() ? "exponential" : "linear");
        put(Keys.RETRIEVAL_MATCH, retrieval.match().code());
        put(Keys.RETRIEVAL_CONTEXT, retrieval.contextDepth());
    }

    private static Map<String, Object> input(InputSpec input) {
        PlanText text = new PlanText();
        MappingSpec mapping = input.mapping();
        if (!input.path().isEmpty()) {
            text.tree.put("path", input.path());
        }
        text.put(Keys.FORMAT, input.format());
        text.put(Keys.DAMAGED, word(input.damaged()));
        text.put(Keys.OPTIONS, new TreeMap<>(input.options()));
        text.put(Keys.PRESET, mapping.preset());
        text.put(Keys.KIND, mapping.kind());
        text.put(Keys.ROWS, mapping.rows().isEmpty() ? null : mapping.rows());
        text.put(Keys.WHERE, mapping.where());
        text.put(
                Keys.JOIN,
                mapping.joins().isEmpty()
                        ? null
                        : mapping.joins().stream().map(PlanText::join).toList());
        text.put(Keys.GROUP, mapping.group());
        Map<String, Object> fields = new LinkedHashMap<>();
        mapping.fields().forEach((name, source) -> fields.put(name, field(source)));
        text.put(Keys.FIELDS, fields);
        return text.tree;
    }

    private static Map<String, Object> join(MappingSpec.JoinSpec join) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("as", join.as());
        parts.put("path", join.path());
        parts.put("on", List.of(join.left(), join.right()));
        return parts;
    }

    private static Object field(FieldSpec source) {
        if (source instanceof FieldSpec.FirstOf first) {
            return oneOrList(first.expressions());
        }
        if (source instanceof FieldSpec.Sql sql) {
            return Map.of("sql", sql.expression());
        }
        FieldSpec.Taken taken = (FieldSpec.Taken) source;
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("path", oneOrList(taken.expressions()));
        parts.put("take", word(taken.take()));
        if (taken.where() != null) {
            parts.put("where", taken.where());
        }
        return parts;
    }

    private static Object oneOrList(List<String> expressions) {
        return expressions.size() == 1 ? expressions.get(0) : expressions;
    }

    private static Map<String, Object> threshold(Threshold threshold) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put(threshold.rule().name().toLowerCase(Locale.ROOT), threshold.value());
        if (threshold.rowThreshold() != null) {
            parts.put("row", threshold.rowThreshold());
        }
        if (threshold.level() != null) {
            parts.put("level", word(threshold.level()));
        }
        parts.put("coverage", threshold.minCoverage());
        return parts;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Puts a value at its key's place in the tree; nothing for null and for groups without names. */
    @SuppressWarnings("unchecked") // groups are put by this method only
    private void put(Key<?> key, @Nullable Object value) {
        if (value == null || (value instanceof Map<?, ?> group && group.isEmpty())) {
            return;
        }
        Map<String, Object> group = tree;
        String[] names = key.name().split("\\.", -1);
        for (int i = 0; i < names.length - 1; i++) {
            group = (Map<String, Object>) group.computeIfAbsent(names[i], any -> new LinkedHashMap<String, Object>());
        }
        group.put(names[names.length - 1], value instanceof Duration duration ? duration.toMillis() + "ms" : value);
    }

    private String written() {
        try {
            return YAML.writeValueAsString(tree);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of texts, numbers and lists", impossible);
        }
    }
}
