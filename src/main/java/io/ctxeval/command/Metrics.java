package io.ctxeval.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ctxeval.score.Field;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.Metric;
import io.ctxeval.score.Scale;
import io.ctxeval.score.TraceMetric;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "metrics",
        description = "List the metrics: id, scale, which end is better, needed fields, judged or not.")
final class Metrics implements Callable<Integer> {
    private final Program program;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    @Option(names = "--json", description = "one JSON object a line (default: a table)")
    private boolean json;

    Metrics(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        PrintWriter out = spec.commandLine().getOut();
        List<Metric> metrics = program.metrics().all();
        if (json) {
            for (Metric metric : metrics) {
                out.println(JsonLine.of(described(metric)));
            }
        } else {
            TextTable table = new TextTable("id", "of", "scale", "better", "needs", "judged", "says");
            metrics.forEach(metric -> table.add(List.of(
                    metric.id(),
                    subject(metric),
                    scale(metric.scale()),
                    better(metric.scale()),
                    needsInWords(metric),
                    metric instanceof JudgedMetric ? "yes" : "no",
                    metric.summary())));
            table.lines().forEach(out::println);
        }
        return ExitCode.PASSED.code();
    }

    private static Map<String, Object> described(Metric metric) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("id", metric.id());
        described.put("of", subject(metric));
        described.put("least", metric.scale().least());
        if (metric.scale().bounded()) {
            described.put("most", metric.scale().most());
        }
        described.put("better", better(metric.scale()));
        described.put("needs", codes(metric.needs()));
        if (!metric.needsOneOf().isEmpty()) {
            described.put("needs_one_of", codes(metric.needsOneOf()));
        }
        described.put("judged", metric instanceof JudgedMetric);
        described.put("summary", metric.summary());
        return described;
    }

    private static String subject(Metric metric) {
        return metric instanceof TraceMetric ? "trace" : "sample";
    }

    private static String scale(Scale scale) {
        return figure(scale.least()) + (scale.bounded() ? ".." + figure(scale.most()) : " or more");
    }

    private static String figure(double bound) {
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }

    private static String better(Scale scale) {
        return scale.higherIsBetter() ? "higher" : "lower";
    }

    private static String needsInWords(Metric metric) {
        List<String> needs = new ArrayList<>(codes(metric.needs()));
        if (!metric.needsOneOf().isEmpty()) {
            needs.add(String.join(" or ", codes(metric.needsOneOf())));
        }
        return String.join(", ", needs);
    }

    private static List<String> codes(Set<Field> fields) {
        return fields.stream().sorted().map(Field::code).toList();
    }
}
