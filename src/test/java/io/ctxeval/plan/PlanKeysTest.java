package io.ctxeval.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.served.CallPolicy;
import io.ctxeval.judge.served.Endpoint;
import io.ctxeval.judge.served.ModelSettings;
import io.ctxeval.plan.EvaluationPlan.ComparePlan;
import io.ctxeval.plan.EvaluationPlan.JudgePlan;
import io.ctxeval.plan.EvaluationPlan.PrivacyTexts;
import io.ctxeval.plan.EvaluationPlan.RowFormat;
import io.ctxeval.plan.InputSpec.Damaged;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.Threshold.Rule;
import io.ctxeval.score.RetrievalOptions;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.score.TextMatch;
import io.ctxeval.trace.TraceDefaults;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No key is forgotten: the defaults of all, and each set to something else. */
class PlanKeysTest {
    /** Every key with a value that is not its default; {@code inputs} stands for itself, beside {@code input}. */
    private static final Map<String, String> CHANGED = changed();

    @TempDir
    Path folder;

    @Test
    void listsEveryDefault() {
        Map<String, String> defaults = new LinkedHashMap<>();
        for (Key<?> key : Keys.ALL) {
            if (key.defaultText() != null) {
                defaults.put(key.name(), key.defaultText());
            }
        }

        assertThat(defaults)
                .isEqualTo(Map.ofEntries(
                        Map.entry("output", "out"),
                        Map.entry("damaged", "fail"),
                        Map.entry("group-by", "retriever_version"),
                        Map.entry("gate.by", ""),
                        Map.entry("judge.kind", "embedded"),
                        Map.entry("judge.in-flight", "64"),
                        Map.entry("judge.connect-timeout", "10s"),
                        Map.entry("judge.attempt-timeout", "60s"),
                        Map.entry("judge.row-timeout", "10m"),
                        Map.entry("judge.max-attempts", "6"),
                        Map.entry("judge.temperature", "0"),
                        Map.entry("judge.context-window", "128000"),
                        Map.entry("judge.on-too-long", "split"),
                        Map.entry("judge.max-calls-per-sample", "12"),
                        Map.entry("judge.max-calls", "20000"),
                        Map.entry("judge.sample.by", ""),
                        Map.entry("judge.sample.seed", "0"),
                        Map.entry("judge.cache", "write"),
                        Map.entry("judge.fallback", "none"),
                        Map.entry("tokens.tokenizer", "o200k_base"),
                        Map.entry("ctx-waste.contradiction-weight", "1"),
                        Map.entry("ctx-waste.weighting", "chunk"),
                        Map.entry("ctx-waste.include-input", "false"),
                        Map.entry("ctx-waste.evidence", "lenient"),
                        Map.entry("ctx-waste.invalid-reference", "invalid"),
                        Map.entry("ctx-suff.pass-rule", "graded"),
                        Map.entry("ctx-suff.validation", "strict"),
                        Map.entry("ctx-suff.vacuous", "not_applicable"),
                        Map.entry("ctx-suff.mode", "two_step"),
                        Map.entry("ctx-suff.max-aspects", "12"),
                        Map.entry("context.format", "text"),
                        Map.entry("context.split", "none"),
                        Map.entry("retrieval.k", "10"),
                        Map.entry("retrieval.min-rel", "1"),
                        Map.entry("retrieval.gain", "linear"),
                        Map.entry("retrieval.match", "containment"),
                        Map.entry("tables.rows", "parquet"),
                        Map.entry("max-rejected", "1%"),
                        Map.entry("privacy.texts", "keep"),
                        Map.entry("compare.by", "retriever_version"),
                        Map.entry("compare.margin", "1"),
                        Map.entry("compare.coverage", "0.9"),
                        Map.entry("date-zone", "UTC"),
                        Map.entry("date-column", "date"),
                        Map.entry("history.runs", "7")));
        assertThat(Plans.plan(Plans.arguments("input=a")))
                .isEqualTo(new EvaluationPlan(
                        "ctxeval",
                        null,
                        "out",
                        "out/state",
                        List.of(InputSpec.of("a")),
                        List.of(),
                        List.of("retriever_version"),
                        Map.of(
                                "handoff", new Threshold("handoff", Rule.MEAN, 8, 8.0, null, 0.95),
                                "budget", new Threshold("budget", Rule.MEAN, 8, 8.0, null, 0.95),
                                "overall", new Threshold("overall", Rule.MEAN, 8, 8.0, null, 0.95),
                                "ctx_waste", new Threshold("ctx_waste", Rule.MEAN, 80, 80.0, null, 0.95),
                                "ctx_suff", new Threshold("ctx_suff", Rule.MEAN, 80, 80.0, null, 0.95)),
                        List.of(),
                        JudgePlan.of("embedded"),
                        ScoringOptions.DEFAULTS,
                        TraceDefaults.NONE,
                        RowFormat.PARQUET,
                        0.01,
                        PrivacyTexts.KEEP,
                        Map.of(),
                        ComparePlan.DEFAULT,
                        null,
                        null,
                        HistoryPlan.DEFAULT));
    }

    @Test
    void everyKeySetAwayFromItsDefaultShowsInThePlan() {
        List<String> settings = new ArrayList<>();
        for (Key<?> key : Keys.ALL) {
            if (key.use() == Key.Use.SERVED && !key.equals(Keys.INPUTS)) {
                settings.add(key.name() + "=" + changedValueOf(key));
            }
        }

        EvaluationPlan plan = Plans.plan(Plans.arguments(settings.toArray(String[]::new)));

        MappingSpec mapping = new MappingSpec(
                "ragas",
                "events",
                List.of("spans"),
                "a is not null",
                List.of(new MappingSpec.JoinSpec("x", "x.csv", "a", "b")),
                "trace",
                Map.of("agent", new FieldSpec.FirstOf(List.of("name"))));
        assertThat(plan)
                .isEqualTo(new EvaluationPlan(
                        "weekly",
                        "r1",
                        "elsewhere",
                        "kept",
                        List.of(new InputSpec(
                                "2026-11-30.csv", "csv", Map.of("delimiter", ";"), Damaged.SKIP, mapping)),
                        List.of("ctx_waste"),
                        List.of("topic"),
                        Map.of("ctx_waste", new Threshold("ctx_waste", Rule.MEAN, 70, 70.0, null, 0.95)),
                        List.of("topic"),
                        JudgePlan.of("given"),
                        new ScoringOptions(
                                "chars4",
                                4000,
                                2.5,
                                true,
                                true,
                                true,
                                true,
                                true,
                                true,
                                true,
                                true,
                                5,
                                "json_array",
                                "paragraph",
                                new RetrievalOptions(List.of(5, 100), 2, true, TextMatch.LEVENSHTEIN, 20)),
                        new TraceDefaults(List.of("planner", "writer"), Map.of("planner", 100L)),
                        RowFormat.CSV,
                        0.5,
                        PrivacyTexts.HASH,
                        Map.of("overall", 2.0),
                        new ComparePlan("model", "v1", 2, 0.8, List.of("ctx_waste")),
                        3.0,
                        DateRange.of(LocalDate.parse("2026-11-30")),
                        new HistoryPlan(HistoryPlan.Gate.WARN, 5)));
        assertThat(Plans.plan(Plans.arguments("input=a", "date=2026-11-30", "date-column=dt"))
                        .inputs()
                        .get(0)
                        .days())
                .isEqualTo(new DaySelection("dt", DateRange.of(LocalDate.parse("2026-11-30")), true));
        assertThat(Plans.plan(Plans.arguments("inputs=" + CHANGED.get("inputs")))
                        .inputs())
                .containsExactly(InputSpec.of("b.csv"));
    }

    @Test
    void everyKeyThatIsNotServedIsRefusedOrSaidToHaveNoEffect() throws PlanRefused {
        for (Key<?> key : Keys.ALL) {
            PlanRequest request = Plans.arguments("input=a", key.name() + "=" + changedValueOf(key));
            if (key.use() == Key.Use.LATER) {
                assertThat(Plans.problems(request))
                        .containsExactly(key.name() + ": is not served by this version (--set)");
            } else if (key.use() == Key.Use.CALLS) {
                assertThat(Plans.warnings(request))
                        .singleElement()
                        .asString()
                        .startsWith(key.name() + ": has no effect");
            }
        }
    }

    @Test
    void everyKeyOfAServedJudgeShowsInThePlan() {
        EvaluationPlan plan = Plans.plan(Plans.arguments(servedSettings()));

        assertThat(plan.judge().sample()).isEqualTo(new SamplePlan(null, 200L, List.of("topic"), 7));
        assertThat(plan.judge().served())
                .isEqualTo(new ServedJudge(
                        false,
                        new Endpoint(URI.create("http://localhost:8080/v1"), Map.of("x-team", "search")),
                        new ModelSettings("anthropic", "m", true, null, 42L, "low", 8000),
                        new CallPolicy(
                                Duration.ofMillis(500),
                                Duration.ofHours(2),
                                Duration.ofMinutes(20),
                                2,
                                Duration.ofMillis(500),
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(5),
                                1 << 20),
                        new ServedJudge.QuotaPlan(10L, 10L, 10),
                        new ServedJudge.Caps(5, 1_000L, 2.5, Duration.ofHours(3)),
                        new ServedJudge.Price(0.15, 0.6),
                        new ServedJudge.KeySource("judge", "key.txt", "MY_KEY"),
                        ServedJudge.Cache.OFF,
                        Duration.ofHours(24),
                        false,
                        3));
    }

    @Test
    void theEffectiveConfigurationOfAServedJudgeGivesThePlanBack() {
        EvaluationPlan plan = Plans.plan(Plans.arguments(servedSettings()));

        assertThat(Plans.plan(Plans.file(folder, PlanText.yaml(plan)))).isEqualTo(plan);
    }

    @Test
    void aServedJudgeNeedsNothingButAModel() {
        assertThat(Plans.problems(Plans.arguments("input=a", "judge.kind=openai")))
                .containsExactly("judge.model: missing; judge.kind openai needs the model to ask");

        ServedJudge judge = Objects.requireNonNull(
                Plans.plan(Plans.arguments("input=a", "judge.kind=openai", "judge.model=o4-mini"))
                        .judge()
                        .served());

        assertThat(judge.endpoint().base()).hasToString("https://api.openai.com/v1");
        assertThat(judge.model().reasoning()).isTrue();
        assertThat(judge.model().temperature()).isNull();
        assertThat(judge.key()).isEqualTo(new ServedJudge.KeySource(null, null, "OPENAI_API_KEY"));
        assertThat(judge.caps()).isEqualTo(new ServedJudge.Caps(20_000, null, null, null));
    }

    @Test
    void limitsOfAServedJudgeThatCannotHoldAreRefused() {
        assertThat(Plans.problems(Plans.arguments(
                        "input=a",
                        "judge.kind=anthropic",
                        "judge.model=m",
                        "judge.provider=openai",
                        "judge.max-cost=3",
                        "judge.headers.x-api-key=k",
                        "judge.sample.rate=0",
                        "judge.sample.size=3")))
                .containsExactlyInAnyOrder(
                        "judge.provider: openai; judge.kind is anthropic (--set)",
                        "judge.max-cost: 3.0; can't be kept without judge.price.input and judge.price.output (--set)",
                        "judge.headers.x-api-key: looks like a secret; keys don't belong in a configuration, see judge.key-env",
                        "judge.sample.size: stands beside judge.sample.rate; give one of them",
                        "judge.sample.rate: 0; must be above 0 (judge.kind none judges nothing)");
    }

    private static String[] servedSettings() {
        List<String> settings = new ArrayList<>(List.of("input=a", "judge.kind=anthropic"));
        for (Key<?> key : Keys.ALL) {
            if (key.use() == Key.Use.CALLS && !key.equals(Keys.JUDGE_SAMPLE_RATE)) {
                settings.add(key.name() + "=" + changedValueOf(key));
            }
        }
        return settings.toArray(String[]::new);
    }

    @Test
    void theEffectiveConfigurationGivesThePlanBack() {
        for (Key<?> changed : Keys.ALL) {
            if (changed.use() != Key.Use.SERVED || changed.equals(Keys.DATE)) {
                continue;
            }
            String setting = changed.name() + "=" + changedValueOf(changed).replace("{date}", "d");
            EvaluationPlan plan = Plans.plan(
                    changed.equals(Keys.INPUTS) || changed.equals(Keys.INPUT)
                            ? Plans.arguments(setting)
                            : changed.equals(Keys.GATE_BY)
                                    ? Plans.arguments("input=a", "group-by=topic", setting)
                                    : Plans.arguments("input=a", setting));

            assertThat(Plans.plan(Plans.file(folder, PlanText.yaml(plan))))
                    .as(setting)
                    .isEqualTo(plan);
        }
    }

    @Test
    void theFingerprintSeesAllButNamesAndPlaces() {
        String plain = PlanText.fingerprint(Plans.plan(Plans.arguments("input=a")));

        assertThat(plain).matches("[0-9a-f]{64}");
        for (Key<?> key : Keys.ALL) {
            if (key.use() != Key.Use.SERVED
                    || List.of("date", "date-zone", "date-column", "inputs", "gate.by")
                            .contains(key.name())) {
                continue;
            }
            String setting = key.name() + "=" + changedValueOf(key).replace("{date}", "d");
            String changed = PlanText.fingerprint(Plans.plan(
                    key.equals(Keys.INPUT) ? Plans.arguments(setting) : Plans.arguments("input=a", setting)));
            boolean onlyAName = List.of("job", "run-id", "output", "state").contains(key.name());

            assertThat(changed.equals(plain)).as(setting).isEqualTo(onlyAName);
        }
    }

    private static String changedValueOf(Key<?> key) {
        return Objects.requireNonNull(CHANGED.get(key.name()), key.name() + " has no value here");
    }

    private static Map<String, String> changed() {
        Map<String, String> changed = new LinkedHashMap<>();
        changed.put("job", "weekly");
        changed.put("run-id", "r1");
        changed.put("date", "2026-11-30");
        changed.put("date-zone", "Europe/Berlin");
        changed.put("date-column", "dt");
        changed.put("output", "elsewhere");
        changed.put("state", "kept");
        changed.put("input", "{date}.csv");
        changed.put("format", "csv");
        changed.put("damaged", "skip");
        changed.put("options", "{delimiter: ;}");
        changed.put("preset", "ragas");
        changed.put("kind", "events");
        changed.put("rows", "spans");
        changed.put("where", "a is not null");
        changed.put("join", "[{as: x, path: x.csv, on: [a, b]}]");
        changed.put("group", "trace");
        changed.put("fields", "{agent: name}");
        changed.put("inputs", "[b.csv]");
        changed.put("metrics", "ctx_waste");
        changed.put("group-by", "topic");
        changed.put("thresholds", "{ctx_waste: 70}");
        changed.put("gate.by", "topic");
        changed.put("history.gate", "warn");
        changed.put("history.runs", "5");
        changed.put("result.weights", "{overall: 2}");
        changed.put("judge.kind", "given");
        changed.put("judge.provider", "anthropic");
        changed.put("judge.url", "http://localhost:8080/v1");
        changed.put("judge.model", "m");
        changed.put("judge.key-env", "MY_KEY");
        changed.put("judge.key-file", "key.txt");
        changed.put("judge.key-alias", "judge");
        changed.put("judge.headers", "{x-team: search}");
        changed.put("judge.reasoning", "true");
        changed.put("judge.temperature", "0.5");
        changed.put("judge.seed", "42");
        changed.put("judge.reasoning-effort", "low");
        changed.put("judge.context-window", "8000");
        changed.put("judge.on-too-long", "fail");
        changed.put("judge.max-calls-per-sample", "3");
        changed.put("judge.requests-per-minute", "10");
        changed.put("judge.tokens-per-minute", "10");
        changed.put("judge.in-flight", "10");
        changed.put("judge.connect-timeout", "500ms");
        changed.put("judge.attempt-timeout", "2h");
        changed.put("judge.row-timeout", "20m");
        changed.put("judge.max-attempts", "2");
        changed.put("judge.deadline", "3h");
        changed.put("judge.max-calls", "5");
        changed.put("judge.max-cost", "2.50");
        changed.put("judge.max-tokens", "1_000");
        changed.put("judge.sample.rate", "10%");
        changed.put("judge.sample.size", "200");
        changed.put("judge.sample.by", "topic");
        changed.put("judge.sample.seed", "7");
        changed.put("judge.price.input", "0.15");
        changed.put("judge.price.output", "0.6");
        changed.put("judge.cache", "off");
        changed.put("judge.cache-max-age", "24h");
        changed.put("judge.fallback", "lexical");
        changed.put("tokens.tokenizer", "chars4");
        changed.put("tokens.budget", "4000");
        changed.put("ctx-waste.contradiction-weight", "2.5");
        changed.put("ctx-waste.weighting", "token");
        changed.put("ctx-waste.include-input", "true");
        changed.put("ctx-waste.evidence", "strict");
        changed.put("ctx-waste.invalid-reference", "drop");
        changed.put("ctx-suff.pass-rule", "strict");
        changed.put("ctx-suff.validation", "lenient");
        changed.put("ctx-suff.vacuous", "full");
        changed.put("ctx-suff.mode", "single_call");
        changed.put("ctx-suff.max-aspects", "5");
        changed.put("context.format", "json_array");
        changed.put("context.split", "paragraph");
        changed.put("retrieval.k", "5, 100");
        changed.put("retrieval.min-rel", "2");
        changed.put("retrieval.gain", "exponential");
        changed.put("retrieval.match", "levenshtein");
        changed.put("retrieval.context-depth", "20");
        changed.put("trace.agent-order", "planner,writer");
        changed.put("trace.budgets", "{planner: 100}");
        changed.put("price.context", "3");
        changed.put("tables.rows", "csv");
        changed.put("max-rejected", "50%");
        changed.put("privacy.texts", "hash");
        changed.put("compare.by", "model");
        changed.put("compare.base", "v1");
        changed.put("compare.margin", "2");
        changed.put("compare.coverage", "0.8");
        changed.put("compare.metrics", "ctx_waste");
        return changed;
    }
}
