package io.ctxeval.plan;

import io.ctxeval.judge.served.CallPolicy;
import io.ctxeval.judge.served.Endpoint;
import io.ctxeval.judge.served.ModelSettings;
import io.ctxeval.plan.EvaluationPlan.JudgePlan;
import io.ctxeval.plan.ServedJudge.Cache;
import io.ctxeval.plan.ServedJudge.Caps;
import io.ctxeval.plan.ServedJudge.KeySource;
import io.ctxeval.plan.ServedJudge.Price;
import io.ctxeval.plan.ServedJudge.QuotaPlan;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads who judges, with what limits and for how much. */
final class JudgeReader {
    /** Names by which models that think before they answer go. */
    private static final Pattern REASONING = Pattern.compile("(?:.*/)?(?:o[134](?:-.*)?|gpt-5.*)");

    private static final Pattern SECRET_HEADER =
            Pattern.compile("(?i).*(auth|cookie|key|token|secret|passw|credential|signature).*");
    /** What the HTTP client writes itself and lets nobody else write, and the type of what we send. */
    private static final Set<String> OWN_HEADERS =
            Set.of("connection", "content-length", "content-type", "expect", "host", "transfer-encoding", "upgrade");

    private static final Pattern SECRET_VALUE = Pattern.compile("(?i)bearer |basic |sk-|gsk_|xai-|aiza");

    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(500);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);
    private static final int MAX_REPLY_BYTES = 1 << 20;

    private final Settings settings;
    private final Problems problems;

    JudgeReader(Settings settings, Problems problems) {
        this.settings = settings;
        this.problems = problems;
    }

    JudgePlan judge() {
        String kind = settings.of(Keys.JUDGE_KIND);
        if (JudgeKinds.isServed(kind)) {
            return new JudgePlan(kind, served(kind), sample(), null);
        }
        String fallback = settings.of(Keys.JUDGE_FALLBACK);
        boolean mayFallBack = kind.equals(JudgeKinds.EMBEDDED) && !fallback.equals("none");
        return new JudgePlan(kind, null, null, mayFallBack ? fallback : null);
    }

    private ServedJudge served(String kind) {
        boolean recorded = kind.equals(JudgeKinds.RECORDED);
        String asked = settings.ifSet(Keys.JUDGE_PROVIDER);
        String family = recorded ? Objects.requireNonNullElse(asked, "openai") : kind;
        if (!recorded && asked != null && !asked.equals(kind)) {
            problems.add(
                    Keys.JUDGE_PROVIDER.name(),
                    asked + "; judge.kind is " + kind,
                    Objects.requireNonNull(settings.placeOf(Keys.JUDGE_PROVIDER)));
        }
        Duration age = settings.ifSet(Keys.JUDGE_CACHE_AGE);
        Cache cache = Cache.valueOf(settings.of(Keys.JUDGE_CACHE).toUpperCase(Locale.ROOT));
        if (recorded && cache == Cache.OFF) {
            problems.add(Keys.JUDGE_CACHE.name(), "off; judge.kind recorded has nothing else to take verdicts from");
        }
        Price price = price();
        return new ServedJudge(
                recorded,
                endpoint(family),
                model(family),
                calls(),
                new QuotaPlan(
                        settings.ifSet(Keys.JUDGE_REQUESTS),
                        settings.ifSet(Keys.JUDGE_TOKENS),
                        Math.toIntExact(settings.of(Keys.JUDGE_IN_FLIGHT))),
                caps(price),
                price,
                key(family),
                cache,
                age,
                settings.of(Keys.JUDGE_TOO_LONG).equals("split"),
                Math.toIntExact(settings.of(Keys.JUDGE_CALLS_PER_SAMPLE)));
    }

    private Endpoint endpoint(String family) {
        String url = settings.ifSet(Keys.JUDGE_URL);
        String own = family.equals("anthropic") ? "https://api.anthropic.com/v1" : "https://api.openai.com/v1";
        Map<String, String> headers = settings.group(Keys.JUDGE_HEADERS);
        headers.forEach((name, value) -> {
            String key = Keys.JUDGE_HEADERS.name() + "." + name;
            if (SECRET_HEADER.matcher(name).matches()
                    || SECRET_VALUE.matcher(value).lookingAt()) {
                problems.add(key, "looks like a secret; keys don't belong in a configuration, see judge.key-env");
            } else if (OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                problems.add(key, "is set by the connection itself and can't be chosen");
            } else if (!HEADER_NAME.matcher(name).matches() || value.chars().anyMatch(c -> c < ' ' || c > '~')) {
                problems.add(key, "is no header: a name without spaces and a value of plain characters is expected");
            }
        });
        String base = url == null ? own : url.replaceFirst("/+$", "");
        return new Endpoint(URI.create(base), headers);
    }

    private ModelSettings model(String family) {
        String model = settings.ifSet(Keys.JUDGE_MODEL);
        if (model == null) {
            problems.add(
                    Keys.JUDGE_MODEL.name(),
                    "missing; judge.kind " + settings.of(Keys.JUDGE_KIND) + " needs the model to ask");
            model = "";
        }
        Boolean reasons = settings.ifSet(Keys.JUDGE_REASONING);
        boolean reasoning = reasons == null ? REASONING.matcher(model).matches() : reasons;
        return new ModelSettings(
                family,
                model,
                reasoning,
                reasoning ? null : settings.of(Keys.JUDGE_TEMPERATURE),
                settings.ifSet(Keys.JUDGE_SEED),
                settings.ifSet(Keys.JUDGE_EFFORT),
                Math.toIntExact(settings.of(Keys.JUDGE_WINDOW)));
    }

    private CallPolicy calls() {
        return new CallPolicy(
                settings.of(Keys.JUDGE_CONNECT),
                settings.of(Keys.JUDGE_ATTEMPT),
                settings.of(Keys.JUDGE_ROW),
                Math.toIntExact(settings.of(Keys.JUDGE_ATTEMPTS)),
                FIRST_BACKOFF,
                LONGEST_BACKOFF,
                LONGEST_RETRY_AFTER,
                MAX_REPLY_BYTES);
    }

    private @Nullable Price price() {
        Double input = settings.ifSet(Keys.JUDGE_PRICE_INPUT);
        Double output = settings.ifSet(Keys.JUDGE_PRICE_OUTPUT);
        if (input == null && output == null) {
            return null;
        }
        if (input == null || output == null) {
            problems.add(
                    (input == null ? Keys.JUDGE_PRICE_INPUT : Keys.JUDGE_PRICE_OUTPUT).name(),
                    "missing; a price has both judge.price.input and judge.price.output");
            return null;
        }
        return new Price(input, output);
    }

    private Caps caps(@Nullable Price price) {
        Double cost = settings.ifSet(Keys.JUDGE_MAX_COST);
        if (cost != null && price == null) {
            problems.add(
                    Keys.JUDGE_MAX_COST.name(),
                    cost + "; can't be kept without judge.price.input and judge.price.output",
                    Objects.requireNonNull(settings.placeOf(Keys.JUDGE_MAX_COST)));
        }
        return new Caps(
                settings.of(Keys.JUDGE_MAX_CALLS),
                settings.ifSet(Keys.JUDGE_MAX_TOKENS),
                cost,
                settings.ifSet(Keys.JUDGE_DEADLINE));
    }

    private KeySource key(String family) {
        String environment = settings.ifSet(Keys.JUDGE_KEY_ENV);
        return new KeySource(
                settings.ifSet(Keys.JUDGE_KEY_ALIAS),
                settings.ifSet(Keys.JUDGE_KEY_FILE),
                environment == null ? family.toUpperCase(Locale.ROOT) + "_API_KEY" : environment);
    }

    private @Nullable SamplePlan sample() {
        Double rate = settings.ifSet(Keys.JUDGE_SAMPLE_RATE);
        Long size = settings.ifSet(Keys.JUDGE_SAMPLE_SIZE);
        List<String> by = settings.of(Keys.JUDGE_SAMPLE_BY);
        if (rate == null && size == null) {
            if (!by.isEmpty()) {
                problems.add(Keys.JUDGE_SAMPLE_BY.name(), "needs judge.sample.rate or judge.sample.size");
            }
            return null;
        }
        if (rate != null && size != null) {
            problems.add(Keys.JUDGE_SAMPLE_SIZE.name(), "stands beside judge.sample.rate; give one of them");
        }
        if (rate != null && rate == 0) {
            problems.add(Keys.JUDGE_SAMPLE_RATE.name(), "0; must be above 0 (judge.kind none judges nothing)");
        }
        return new SamplePlan(rate, size, by, settings.of(Keys.JUDGE_SAMPLE_SEED));
    }
}
