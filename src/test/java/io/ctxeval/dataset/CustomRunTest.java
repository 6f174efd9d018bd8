package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.dataset.mapping.JsonValue;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.Threshold;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CustomRunTest {
    private static Threshold gate(String metric, double value) {
        return new Threshold(metric, Threshold.Rule.MEAN, value, value, null, Threshold.DEFAULT_MIN_COVERAGE);
    }

    private static EvaluationPlan plan(double waste, double sufficiency) {
        Map<String, Threshold> gates = new LinkedHashMap<>();
        gates.put("ctx_waste", gate("ctx_waste", waste));
        gates.put("ctx_suff", gate("ctx_suff", sufficiency));
        return InputsFixture.plan().gated(gates);
    }

    private static CustomRun run(String... payloads) {
        CustomRun run = new CustomRun("run.json");
        for (String payload : payloads) {
            run.see(JsonValue.of(payload));
        }
        return run;
    }

    private static Map<String, Double> values(EvaluationPlan plan) {
        Map<String, Double> values = new LinkedHashMap<>();
        plan.thresholds().forEach((metric, gate) -> values.put(metric, gate.value()));
        return values;
    }

    @Test
    void takesTheThresholdOfTheMostSpecificLevel() throws PlanRefused {
        CustomRun run = run("{\"threshold\": 90, \"evaluations\": [{\"threshold\": 70, \"metrics\": [\"ctx_waste\","
                + " {\"metric\": \"ctx_suff\", \"threshold\": 60}], \"data\": []}]}");
        EvaluationPlan applied = run.appliedTo(plan(80, 80));
        assertThat(values(applied)).containsExactly(Map.entry("ctx_waste", 70.0), Map.entry("ctx_suff", 60.0));
        assertThat(Objects.requireNonNull(applied.thresholds().get("ctx_waste")).rowThreshold())
                .isEqualTo(70.0);
    }

    @Test
    void takesTheRunsThresholdWhereNothingElseIsSaid() throws PlanRefused {
        CustomRun run =
                run("{\"threshold\": 90, \"evaluations\": [{\"threshold\": null, \"metrics\": [\"ctx_waste\"]}]}");
        assertThat(values(run.appliedTo(plan(80, 80))))
                .containsExactly(Map.entry("ctx_waste", 90.0), Map.entry("ctx_suff", 80.0));
    }

    @Test
    void leavesThePlansOwnThresholds() throws PlanRefused {
        CustomRun run = run("{\"threshold\": 90, \"evaluations\": [{\"metrics\": [\"ctx_waste\", \"ctx_suff\"]}]}");
        assertThat(values(run.appliedTo(plan(55, 80))))
                .containsExactly(Map.entry("ctx_waste", 55.0), Map.entry("ctx_suff", 90.0));
    }

    @Test
    void refusesTwoThresholdsForOneMetric() throws PlanRefused {
        CustomRun run = run("{\"evaluations\": [{\"threshold\": 70, \"metrics\": [\"ctx_waste\"]},"
                + " {\"threshold\": 75, \"metrics\": [\"ctx_waste\"]}]}");
        assertThatThrownBy(() -> run.appliedTo(plan(80, 80)))
                .isInstanceOf(PlanRefused.class)
                .hasMessageContaining("run.json: two thresholds for ctx_waste (evaluations[0].metrics[0] says 70,"
                        + " evaluations[1].metrics[0] says 75)")
                .hasMessageContaining("--threshold ctx_waste=70");
        assertThat(values(run.appliedTo(plan(60, 80)))).containsEntry("ctx_waste", 60.0);
    }

    @Test
    void refusesAThresholdThatIsNone() {
        CustomRun run = run("{\"evaluations\": [{\"threshold\": 170, \"metrics\": [\"ctx_waste\", 3]}]}");
        assertThatThrownBy(() -> run.appliedTo(plan(80, 80)))
                .isInstanceOfSatisfying(
                        PlanRefused.class,
                        refused -> assertThat(refused.problems())
                                .containsExactlyInAnyOrder(
                                        "run.json: evaluations[0].metrics[0]: threshold 170; must be a number from 0 to 100",
                                        "run.json: evaluations[0].metrics[1]: found 3; expected a metric's name, or an object"
                                                + " with the name as metric"));
    }

    @Test
    void saysWhatHasNoEffect() {
        CustomRun run =
                run("{\"model_slug\": \"m1\", \"threshold\": 80, \"evaluations\": [{\"metrics\": [\"ctx_faith\","
                        + " {\"metric\": \"ctx_suff\", \"model_slug\": \"m2\", \"metric_args\": {\"n\": 1}}]}]}");
        assertThat(run.warnings(plan(80, 80)))
                .containsExactly(
                        "sets thresholds for ctx_faith, which have no gate here (see ctxeval metrics)",
                        "names m1, m2 as model_slug: who judges is said by judge.kind and judge.model (--judge, --model)",
                        "has metric_args, which are not read");
    }
}
