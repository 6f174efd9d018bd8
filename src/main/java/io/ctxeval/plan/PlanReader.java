package io.ctxeval.plan;

import io.ctxeval.plan.PlanRequest.Argument;
import io.ctxeval.score.Metric;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.RetrievalMetrics;
import io.ctxeval.score.RetrievalOptions;
import io.ctxeval.score.Scale;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.trace.TraceDefaults;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a plan: defaults, then a configuration file, then arguments, each over the one before. Everything that is wrong is
 * gathered before the plan is refused.
 */
public final class PlanReader {
    private static final String DEFAULT_JOB = "ctxeval";
    private static final List<String> RESULT_METRICS = List.of("ctx_waste", "ctx_suff", "overall");

    private final Map<String, Scale> metrics;
    private final InstantSource clock;

    /**
     * A reader at the time that it is.
     *
     * @param metrics scales of the metrics that there are, by id, in the order of reports
     */
    public PlanReader(Map<String, Scale> metrics) {
        this(metrics, InstantSource.system());
    }

    /**
     * A reader at another time.
     *
     * @param clock tells which day is today
     */
    PlanReader(Map<String, Scale> metrics, InstantSource clock) {
        this.clock = clock;
        this.metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }

    public static PlanReader of(MetricCatalog catalog) {
        Map<String, Scale> scales = new LinkedHashMap<>();
        for (Metric metric : catalog.all()) {
            scales.put(metric.id(), metric.scale());
        }
        return new PlanReader(scales);
    }

    /**
     * Reads a plan.
     *
     * @throws PlanRefused if anything is wrong, with all of it
     */
    public PlanReading read(PlanRequest request) throws PlanRefused {
        Problems problems = new Problems();
        Settings settings = new Settings(Keys.ALL, "", problems);
        PlanRequest.Base base = request.base();
        if (base != null) {
            settings.layer(entriesOf(base, problems));
        }
        Path config = request.config();
        if (config != null) {
            settings.layer(entriesOf(config, problems));
        }
        settings.layer(entriesOf(request.arguments(), problems));
        List<String> warnings = new ArrayList<>();
        EvaluationPlan plan = plan(settings, jobOf(config), problems, warnings);
        problems.throwIfAny();
        return new PlanReading(plan, warnings);
    }

    private static List<Value.Entry> entriesOf(PlanRequest.Base base, Problems problems) {
        if (YamlValues.ofFile(base.name(), base.yaml(), problems) instanceof Value.Entries entries) {
            return entries.entries().stream()
                    .filter(entry -> !entry.key().equals(Keys.RUN_ID.name()))
                    .toList();
        }
        problems.add(base.name(), "isn't the configuration of a run");
        return List.of();
    }

    private static List<Value.Entry> entriesOf(Path config, Problems problems) {
        String name = config.toString();
        try {
            Value document = YamlValues.ofFile(name, Files.readString(config), problems);
            if (document instanceof Value.Entries entries) {
                return entries.entries();
            }
            if (!(document instanceof Value.Blank)) {
                problems.add(name, new BadValue(document, "a group of keys"));
            }
        } catch (NoSuchFileException missing) {
            problems.add("--config", name + "; there is no such file");
        } catch (CharacterCodingException malformed) {
            problems.add("--config", name + "; is not UTF-8");
        } catch (IOException unreadable) {
            problems.add("--config", name + "; can't be read: " + unreadable.getMessage());
        }
        return List.of();
    }

    /** Arguments as a layer; what {@code --input} says several times is one list. */
    private static List<Value.Entry> entriesOf(List<Argument> arguments, Problems problems) {
        List<Value.Entry> entries = new ArrayList<>();
        List<Value> inputs = new ArrayList<>();
        for (Argument argument : arguments) {
            Place place = Place.option(argument.option());
            String written = argument.value();
            if (written == null) {
                problems.add(argument.option(), argument.key() + "; has no value: must be key=value");
            } else if (argument.key().isEmpty() || argument.key().endsWith(".")) {
                problems.add(argument.option(), "=" + written + "; has no key: must be key=value");
            } else if (argument.key().equals(Keys.INPUT.name())) {
                inputs.add(new Value.Text(written, place));
            } else {
                Value value = Keys.isParted(argument.key())
                        ? YamlValues.ofArgument(argument.option(), written, problems)
                        : new Value.Text(written, place);
                entries.add(new Value.Entry(argument.key(), value, place));
            }
        }
        if (!inputs.isEmpty()) {
            Place place = inputs.get(0).place();
            entries.add(new Value.Entry(Keys.INPUT.name(), new Value.Items(inputs, place), place));
        }
        return entries;
    }

    /** Tables are read by Spark, to which such columns are one. */
    private static void refuseTwins(Settings settings, List<String> groupBy, Problems problems) {
        Map<String, String> seen = new HashMap<>();
        for (String column : groupBy) {
            String twin = seen.put(column.toLowerCase(Locale.ROOT), column);
            if (twin != null && !twin.equals(column)) {
                problems.add(
                        Keys.GROUP_BY.name(),
                        twin + " and " + column + "; differ only in case: name one of them",
                        Objects.requireNonNull(settings.placeOf(Keys.GROUP_BY)));
            }
        }
    }

    private static String jobOf(@Nullable Path config) {
        Path file = config == null ? null : config.getFileName();
        if (file == null) {
            return DEFAULT_JOB;
        }
        String name = file.toString().replaceFirst("\\.ya?ml$", "").replaceAll("[^A-Za-z0-9._-]", "-");
        String safe = name.replaceFirst("^[.-]+", "");
        return safe.isEmpty() ? DEFAULT_JOB : safe.substring(0, Math.min(safe.length(), 100));
    }

    private EvaluationPlan plan(Settings settings, String defaultJob, Problems problems, List<String> warnings) {
        checkUnserved(settings, problems, warnings);
        DateRange dates = dates(settings, problems);
        Day day = new Day(dates, settings.of(Keys.DATE_COLUMN), problems);
        String output = day.in(Keys.OUTPUT.name(), settings.of(Keys.OUTPUT));
        String state = settings.ifSet(Keys.STATE);
        String runId = settings.ifSet(dated(Keys.RUN_ID, day));
        String stateFolder =
                state == null ? output + (output.endsWith("/") ? "" : "/") + "state" : day.in("state", state);
        List<InputSpec> inputs =
                day.selecting(new InputReader(day, problems).inputs(settings), output, stateFolder, runId);
        warnOfForgetting(settings, dates, warnings);
        ScoringOptions scoring = ScoringReader.of(settings);
        Map<String, Scale> known = metricsUnder(scoring.retrieval());
        List<String> asked = metrics(Keys.METRICS, settings, known, problems);
        List<String> groupBy = settings.of(Keys.GROUP_BY);
        refuseTwins(settings, groupBy, problems);
        List<String> gateBy = settings.of(Keys.GATE_BY);
        for (String group : gateBy) {
            if (!groupBy.contains(group)) {
                problems.add(
                        Keys.GATE_BY.name(),
                        group + "; must be one of group-by" + Nearest.hint(group, groupBy),
                        Objects.requireNonNull(settings.placeOf(Keys.GATE_BY)));
            }
        }
        return new EvaluationPlan(
                Objects.requireNonNullElse(settings.ifSet(Keys.JOB), defaultJob),
                runId,
                output,
                stateFolder,
                inputs,
                asked,
                groupBy,
                thresholds(settings, asked, known, problems, warnings),
                gateBy,
                new JudgeReader(settings, problems).judge(),
                scoring,
                new TraceDefaults(settings.ifSet(Keys.AGENT_ORDER), settings.group(Keys.BUDGETS)),
                settings.of(Keys.TABLE_ROWS),
                settings.of(Keys.MAX_REJECTED),
                settings.of(Keys.PRIVACY_TEXTS),
                weights(settings, problems),
                new EvaluationPlan.ComparePlan(
                        settings.of(Keys.COMPARE_BY),
                        settings.ifSet(Keys.COMPARE_BASE),
                        settings.of(Keys.COMPARE_MARGIN),
                        settings.of(Keys.COMPARE_COVERAGE),
                        metrics(Keys.COMPARE_METRICS, settings, known, problems)),
                settings.ifSet(Keys.PRICE_CONTEXT),
                dates,
                new HistoryPlan(settings.ifSet(Keys.HISTORY_GATE), Math.toIntExact(settings.of(Keys.HISTORY_RUNS))));
    }

    private @Nullable DateRange dates(Settings settings, Problems problems) {
        String written = settings.ifSet(Keys.DATE);
        ZoneId zone = settings.of(Keys.DATE_ZONE);
        if (written == null) {
            return null;
        }
        try {
            return DateWords.read(written, LocalDate.ofInstant(clock.instant(), zone));
        } catch (DateTimeException | IllegalArgumentException e) {
            Place place = Objects.requireNonNull(settings.placeOf(Keys.DATE));
            problems.add(Keys.DATE.name(), written + "; must be " + DateWords.ALLOWED + ": " + e.getMessage(), place);
            return null;
        }
    }

    /** Where every night has a state of its own, no night knows of another. */
    private static void warnOfForgetting(Settings settings, @Nullable DateRange dates, List<String> warnings) {
        String state = settings.ifSet(Keys.STATE);
        String folder = state == null ? settings.of(Keys.OUTPUT) : state;
        if (dates != null && folder.contains(Day.PLACEHOLDER)) {
            warnings.add(
                    "state: lies in " + folder + ", another folder for every date, so no night finds the verdicts and"
                            + " figures of another; set state to one folder for all");
        }
    }

    /** A key whose values are checked with the day put in. */
    private static Key<String> dated(Key<String> key, Day day) {
        Form<String> form = Form.plain(key.form().allowed(), value -> {
            String text = Form.characters(value, key.form().allowed());
            return key.form().read(new Value.Text(day.in(key.name(), text), value.place()));
        });
        return Key.of(key.name(), form, key.defaultText(), key.help());
    }

    private static void checkUnserved(Settings settings, Problems problems, List<String> warnings) {
        for (Key<?> key : settings.changed(Key.Use.LATER)) {
            problems.add(key.name(), "is not served by this version", Objects.requireNonNull(settings.placeOf(key)));
        }
        String kind = settings.of(Keys.JUDGE_KIND);
        if (!kind.equals(JudgeKinds.EMBEDDED)
                && !settings.of(Keys.JUDGE_FALLBACK).equals("none")) {
            warnings.add(Keys.JUDGE_FALLBACK.name() + ": has no effect, judge.kind " + kind + " isn't loaded ("
                    + settings.placeOf(Keys.JUDGE_FALLBACK) + ")");
        }
        if (!JudgeKinds.isServed(kind)) {
            for (Key<?> key : settings.changed(Key.Use.CALLS)) {
                warnings.add(key.name() + ": has no effect, judge.kind " + kind + " makes no calls ("
                        + settings.placeOf(key) + ")");
            }
        }
    }

    /** Metrics that a key names, each of which there is; none where it is unset. */
    private static List<String> metrics(
            Key<List<String>> key, Settings settings, Map<String, Scale> metrics, Problems problems) {
        List<String> asked = settings.ifSet(key);
        if (asked == null) {
            return List.of();
        }
        Place place = Objects.requireNonNull(settings.placeOf(key));
        if (asked.isEmpty()) {
            problems.add(key.name(), "names none; name one, or leave the key out for all", place);
        }
        for (String metric : asked) {
            if (!metrics.containsKey(metric)) {
                String hint = Nearest.hint(metric, metrics.keySet());
                problems.add(
                        key.name(),
                        metric + "; no such metric" + hint + depthHint(metric) + " (see ctxeval metrics)",
                        place);
            }
        }
        return asked;
    }

    /** What to do about a measure at a depth that isn't configured. */
    private static String depthHint(String metric) {
        return metric.matches("(precision|recall|hit|ndcg|judged|coverage|group_ndcg)_[0-9]{1,5}")
                ? "; retrieval.k says at which depths there are any"
                : "";
    }

    private static Map<String, Threshold> thresholds(
            Settings settings,
            List<String> asked,
            Map<String, Scale> metrics,
            Problems problems,
            List<String> warnings) {
        Map<String, Threshold> thresholds = new ThresholdReader(metrics, problems).thresholds(settings);
        if (asked.isEmpty()) {
            return thresholds;
        }
        settings.written(Keys.THRESHOLDS).forEach((name, value) -> {
            String metric = name.replaceFirst("\\..*", "");
            if (thresholds.containsKey(metric) && !asked.contains(metric)) {
                warnings.add("thresholds." + metric + ": has no effect, metrics leaves it out (" + value.place() + ")");
            }
        });
        thresholds.keySet().retainAll(asked);
        return thresholds;
    }

    private static Map<String, Double> weights(Settings settings, Problems problems) {
        Map<String, Double> weights = settings.group(Keys.RESULT_WEIGHTS);
        settings.written(Keys.RESULT_WEIGHTS).forEach((metric, value) -> {
            if (!RESULT_METRICS.contains(metric)) {
                problems.add(
                        Keys.RESULT_WEIGHTS.name(),
                        metric + "; must be " + Form.oneOf(RESULT_METRICS) + Nearest.hint(metric, RESULT_METRICS),
                        value.place());
            }
        });
        Place place = settings.placeOf(Keys.RESULT_WEIGHTS);
        if (place != null && RESULT_METRICS.stream().allMatch(metric -> weights.getOrDefault(metric, 1.0) == 0)) {
            problems.add(Keys.RESULT_WEIGHTS.name(), "all are 0; one must be above", place);
        }
        return weights;
    }

    /** The metrics that there are under the settings: retrieval measures have the depths in their names. */
    private Map<String, Scale> metricsUnder(RetrievalOptions options) {
        Map<String, Scale> known = new LinkedHashMap<>(metrics);
        List<Metric> standard = RetrievalMetrics.of(RetrievalOptions.DEFAULTS);
        if (!options.equals(RetrievalOptions.DEFAULTS)
                && standard.stream().allMatch(metric -> metrics.containsKey(metric.id()))) {
            standard.forEach(metric -> known.remove(metric.id()));
            RetrievalMetrics.of(options).forEach(metric -> known.put(metric.id(), metric.scale()));
        }
        return known;
    }
}
