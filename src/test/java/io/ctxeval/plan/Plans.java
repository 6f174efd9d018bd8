package io.ctxeval.plan;

import io.ctxeval.plan.PlanRequest.Argument;
import io.ctxeval.score.Scale;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;

/** Reads plans from literals. */
final class Plans {
    static final Map<String, Scale> METRICS = metrics();

    private Plans() {}

    /** Settings as {@code key=value}, each given with {@code --set}. */
    static PlanRequest arguments(String... settings) {
        List<Argument> arguments = new ArrayList<>();
        for (String setting : settings) {
            int sign = setting.indexOf('=');
            arguments.add(new Argument("--set", setting.substring(0, sign), setting.substring(sign + 1)));
        }
        return new PlanRequest(null, arguments);
    }

    static PlanRequest file(Path folder, String yaml, String... settings) {
        try {
            Path file = Files.writeString(folder.resolve("nightly.yaml"), yaml);
            return new PlanRequest(file, arguments(settings).arguments());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static EvaluationPlan plan(PlanRequest request) {
        try {
            return new PlanReader(METRICS).read(request).plan();
        } catch (PlanRefused refused) {
            throw new AssertionError("refused: " + refused.problems(), refused);
        }
    }

    static List<String> warnings(PlanRequest request) throws PlanRefused {
        return new PlanReader(METRICS).read(request).warnings();
    }

    static List<String> problems(PlanRequest request) {
        PlanRefused refused =
                Assertions.catchThrowableOfType(PlanRefused.class, () -> new PlanReader(METRICS).read(request));
        Assertions.assertThat(refused).as("the plan is refused").isNotNull();
        return refused.problems();
    }

    private static Map<String, Scale> metrics() {
        Map<String, Scale> metrics = new LinkedHashMap<>();
        metrics.put("handoff", Scale.TEN);
        metrics.put("budget", Scale.TEN);
        metrics.put("overall", Scale.TEN);
        metrics.put("ctx_waste", Scale.PERCENT);
        metrics.put("ctx_suff", Scale.PERCENT);
        metrics.put("ctx_tokens", Scale.COUNT_LOWER);
        metrics.put("ctx_support", Scale.SHARE);
        return metrics;
    }
}
