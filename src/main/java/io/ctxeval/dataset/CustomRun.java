package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Node;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.Threshold;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a custom-run payload of Aegis asks besides its rows (metrics.md 1): thresholds and judge models, each by the most specific
 * level that states one: the metric's object, its evaluation, the run. A threshold of the payload stands above the usual ones and
 * below what the plan's author wrote.
 *
 * <p>Worked example: run threshold 80, second evaluation 70 with metrics {@code ctx_waste} and {@code {metric: ctx_suff, threshold:
 * 60}}: waste has 70, sufficiency 60.
 */
final class CustomRun {
    /** The preset whose records are such payloads. */
    static final String PRESET = "aegis-run";

    private static final int MOST = 100;

    private final String path;
    private final Map<String, Asked> thresholds = new LinkedHashMap<>();
    private final Map<String, List<String>> conflicts = new LinkedHashMap<>();
    private final Set<String> models = new LinkedHashSet<>();
    private final List<String> problems = new ArrayList<>();
    private boolean arguments;

    /** A threshold and where it stands. */
    private record Asked(double value, String place) {}

    CustomRun(String path) {
        this.path = path;
    }

    /** Takes one payload. */
    void see(Node run) {
        List<Node> evaluations = elements(run.get("evaluations"));
        for (int i = 0; i < evaluations.size(); i++) {
            Node evaluation = evaluations.get(i);
            List<Node> metrics =
                    evaluation.kind() == Node.Kind.OBJECT ? elements(evaluation.get("metrics")) : List.of();
            for (int j = 0; j < metrics.size(); j++) {
                see(run, evaluation, metrics.get(j), "evaluations[" + i + "].metrics[" + j + "]");
            }
        }
    }

    private void see(Node run, Node evaluation, Node metric, String place) {
        boolean object = metric.kind() == Node.Kind.OBJECT;
        Node name = object ? metric.get("metric") : metric;
        if (name == null || name.kind() != Node.Kind.TEXT) {
            problems.add(path + ": " + place + ": found " + metric.json()
                    + "; expected a metric's name, or an object with the name as metric");
            return;
        }
        Node given = object ? metric : evaluation;
        Node threshold = first("threshold", given, evaluation, run);
        Node model = first("model_slug", given, evaluation, run);
        arguments |= object && isThere(metric.get("metric_args"));
        if (model != null) {
            models.add(model.text());
        }
        if (threshold != null) {
            ask(name.text(), threshold, place);
        }
    }

    private void ask(String metric, Node threshold, String place) {
        Double value = number(threshold);
        if (value == null) {
            problems.add(
                    path + ": " + place + ": threshold " + threshold.json() + "; must be a number from 0 to " + MOST);
            return;
        }
        Asked before = thresholds.putIfAbsent(metric, new Asked(value, place));
        if (before != null && before.value() != value) {
            List<String> said = conflicts.computeIfAbsent(metric, any -> new ArrayList<>());
            if (said.isEmpty()) {
                said.add(before.place() + " says " + plain(before.value()));
            }
            said.add(place + " says " + plain(value));
        }
    }

    private static @Nullable Double number(Node threshold) {
        try {
            double value = new BigDecimal(threshold.text().strip()).doubleValue();
            return value >= 0 && value <= MOST ? value : null;
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    /**
     * The plan with the thresholds that its author left to the payload.
     *
     * @throws PlanRefused for a threshold that is none, and for one metric with two of them: a run has one gate a metric
     */
    EvaluationPlan appliedTo(EvaluationPlan plan) throws PlanRefused {
        Map<String, Threshold> gates = new LinkedHashMap<>(plan.thresholds());
        List<String> refused = new ArrayList<>(problems);
        thresholds.forEach((metric, asked) -> {
            Threshold usual = plan.thresholds().get(metric);
            if (usual == null || !Threshold.isDefault(usual)) {
                return;
            }
            if (conflicts.containsKey(metric)) {
                refused.add(path + ": two thresholds for " + metric + " ("
                        + String.join(", ", conflicts.getOrDefault(metric, List.of()))
                        + "), but a run has one gate a metric; say which with thresholds." + metric
                        + " (--threshold " + metric + "=" + plain(asked.value()) + "), or give the evaluations apart");
                return;
            }
            gates.put(
                    metric,
                    new Threshold(
                            metric, usual.rule(), asked.value(), asked.value(), usual.level(), usual.minCoverage()));
        });
        if (!refused.isEmpty()) {
            throw new PlanRefused(refused);
        }
        return gates.equals(plan.thresholds()) ? plan : plan.gated(gates);
    }

    /** What of the payload has no effect, for a reader. */
    List<String> warnings(EvaluationPlan plan) {
        List<String> warnings = new ArrayList<>();
        List<String> unknown = thresholds.keySet().stream()
                .filter(metric -> !plan.thresholds().containsKey(metric))
                .toList();
        if (!unknown.isEmpty()) {
            warnings.add("sets thresholds for " + String.join(", ", unknown)
                    + ", which have no gate here (see ctxeval metrics)");
        }
        if (!models.isEmpty()) {
            warnings.add("names " + String.join(", ", models)
                    + " as model_slug: who judges is said by judge.kind and judge.model (--judge, --model)");
        }
        if (arguments) {
            warnings.add("has metric_args, which are not read");
        }
        return warnings;
    }

    private static String plain(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    /** The first level's value that is there. */
    private static @Nullable Node first(String key, Node... levels) {
        for (Node level : levels) {
            Node value = level.kind() == Node.Kind.OBJECT ? level.get(key) : null;
            if (isThere(value)) {
                return value;
            }
        }
        return null;
    }

    private static boolean isThere(@Nullable Node value) {
        return value != null && value.kind() != Node.Kind.NULL;
    }

    private static List<Node> elements(@Nullable Node list) {
        return list != null && list.kind() == Node.Kind.LIST ? list.elements() : List.of();
    }
}
