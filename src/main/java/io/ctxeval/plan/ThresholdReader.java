package io.ctxeval.plan;

import io.ctxeval.plan.Threshold.Level;
import io.ctxeval.plan.Threshold.Rule;
import io.ctxeval.score.Scale;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code thresholds}: by metric a number (least acceptable mean, and the score from which on a row passes), {@code none},
 * or the parts {@code mean}, {@code pass_rate}, {@code row}, {@code level} and {@code coverage}. With a pass rate, the mean only
 * says from which score on a row passes.
 */
final class ThresholdReader {
    static final String MEAN = "mean";

    /** By product.md 4; null level: decided by who judges. */
    static final Map<String, Double> DEFAULTS = defaults();

    private static final String PASS_RATE = "pass_rate";
    private static final String ROW = "row";
    private static final String LEVEL = "level";
    private static final String COVERAGE = "coverage";
    private static final List<String> PARTS = List.of(MEAN, PASS_RATE, ROW, LEVEL, COVERAGE);

    private final Map<String, Scale> metrics;
    private final Problems problems;

    ThresholdReader(Map<String, Scale> metrics, Problems problems) {
        this.metrics = metrics;
        this.problems = problems;
    }

    /** Thresholds by metric, in the order of the metrics. */
    Map<String, Threshold> thresholds(Settings settings) {
        Map<String, Map<String, Value>> written = new TreeMap<>();
        settings.written(Keys.THRESHOLDS).forEach((name, value) -> {
            int dot = name.indexOf('.');
            String metric = dot < 0 ? name : name.substring(0, dot);
            String part = dot < 0 ? "" : name.substring(dot + 1);
            if (!metrics.containsKey(metric)) {
                problems.add(
                        Keys.THRESHOLDS.name(),
                        metric + "; no such metric" + Nearest.hint(metric, metrics.keySet()),
                        value.place());
            } else if (!PARTS.contains(part)) {
                problems.add(
                        Keys.THRESHOLDS.name() + "." + name,
                        "unknown part" + Nearest.hint(part, PARTS) + "; known are " + Form.oneOf(PARTS),
                        value.place());
            } else {
                written.computeIfAbsent(metric, any -> new LinkedHashMap<>()).put(part, value);
            }
        });
        Map<String, Threshold> thresholds = new LinkedHashMap<>();
        metrics.forEach((metric, scale) -> {
            Threshold threshold = threshold(metric, scale, written.getOrDefault(metric, Map.of()));
            if (threshold != null) {
                thresholds.put(metric, threshold);
            }
        });
        return thresholds;
    }

    private @Nullable Threshold threshold(String metric, Scale scale, Map<String, Value> parts) {
        if (parts.get(MEAN) instanceof Value.Text mean && mean.text().equals("none")) {
            if (parts.size() > 1) {
                problems.add(name(metric, MEAN), "none stands beside other parts", mean.place());
            }
            return null;
        }
        Form<Double> onScale = Form.real(scale.least(), scale.most());
        Double mean = part(metric, MEAN, onScale, parts, DEFAULTS.get(metric));
        Double row = part(metric, ROW, onScale, parts, mean);
        Double passRate = part(metric, PASS_RATE, Form.share(), parts, null);
        Level level = part(metric, LEVEL, Form.constant(Level.class), parts, null);
        Double coverage = part(metric, COVERAGE, Form.share(), parts, Threshold.DEFAULT_MIN_COVERAGE);
        if (parts.isEmpty() && mean == null) {
            return null;
        }
        Double value = passRate == null ? mean : passRate;
        if (value == null || row == null || coverage == null) {
            String what = "; add its mean, or the score from which on a row passes as row";
            problems.add(Keys.THRESHOLDS.name() + "." + metric, "this metric has no threshold of its own" + what);
            return null;
        }
        return new Threshold(metric, passRate == null ? Rule.MEAN : Rule.PASS_RATE, value, row, level, coverage);
    }

    private <T> @Nullable T part(
            String metric, String part, Form<T> form, Map<String, Value> parts, @Nullable T otherwise) {
        Value value = parts.get(part);
        if (value == null) {
            return otherwise;
        }
        try {
            return form.read(value);
        } catch (BadValue bad) {
            problems.add(name(metric, part), bad);
            return otherwise;
        }
    }

    private static String name(String metric, String part) {
        return Keys.THRESHOLDS.name() + "." + metric + (part.equals(MEAN) ? "" : "." + part);
    }

    private static Map<String, Double> defaults() {
        Map<String, Double> defaults = new LinkedHashMap<>();
        defaults.put("ctx_waste", 80.0);
        defaults.put("ctx_suff", 80.0);
        defaults.put("handoff", 8.0);
        defaults.put("budget", 8.0);
        defaults.put("overall", 8.0);
        return Map.copyOf(defaults);
    }
}
