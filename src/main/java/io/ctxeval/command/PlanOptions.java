package io.ctxeval.command;

import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.OneLine;
import io.ctxeval.plan.PlanOption;
import io.ctxeval.plan.PlanReader;
import io.ctxeval.plan.PlanReading;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.PlanRequest;
import io.ctxeval.plan.PlanRequest.Argument;
import io.ctxeval.score.MetricCatalog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The options of the commands that read a plan: the configuration file, {@code --set}, and short forms of common keys. */
final class PlanOptions {
    private static final String CONFIG = "--config";
    private static final String SET = "--set";

    private PlanOptions() {}

    /** Adds the options; their help comes from the table of keys. */
    static void addTo(CommandSpec command) {
        command.addOption(OptionSpec.builder(CONFIG)
                .paramLabel("FILE")
                .type(Path.class)
                .description("YAML file of keys; see conf/ctxeval.yaml")
                .build());
        command.addOption(OptionSpec.builder(SET)
                .paramLabel("KEY=VALUE")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description("sets any key; may repeat; goes over the file")
                .build());
        for (PlanOption option : PlanOption.all()) {
            OptionSpec.Builder spec =
                    OptionSpec.builder(option.name()).paramLabel(option.label()).description(option.help());
            if (option.repeatable()) {
                spec.type(List.class).auxiliaryTypes(String.class).arity("1");
            } else {
                spec.type(String.class);
            }
            command.addOption(spec.build());
        }
    }

    /**
     * Reads the plan that a command line asks for, and prints what its author should know.
     *
     * @throws PlanRefused with everything that is wrong
     */
    static EvaluationPlan plan(ParseResult parsed, MetricCatalog metrics, PrintWriter err) throws PlanRefused {
        return plan(request(parsed), metrics, err);
    }

    /** As {@link #plan(ParseResult, MetricCatalog, PrintWriter)}, of a request. */
    static EvaluationPlan plan(PlanRequest request, MetricCatalog metrics, PrintWriter err) throws PlanRefused {
        PlanReading reading = PlanReader.of(metrics).read(request);
        reading.warnings().forEach(warning -> err.println("warning: " + OneLine.of(warning)));
        err.flush();
        return reading.plan();
    }

    /** What a command line says about a plan. */
    static PlanRequest request(ParseResult parsed) {
        List<Argument> arguments = new ArrayList<>();
        for (String setting : parsed.<List<String>>matchedOptionValue(SET, List.of())) {
            arguments.add(argument(SET, "", setting));
        }
        for (PlanOption option : PlanOption.all()) {
            if (option.repeatable()) {
                for (String value : parsed.<List<String>>matchedOptionValue(option.name(), List.of())) {
                    arguments.add(
                            option.group()
                                    ? argument(option.name(), option.key() + ".", value)
                                    : new Argument(option.name(), option.key(), value));
                }
            } else if (parsed.hasMatchedOption(option.name())) {
                arguments.add(new Argument(option.name(), option.key(), parsed.matchedOptionValue(option.name(), "")));
            }
        }
        return new PlanRequest(parsed.matchedOptionValue(CONFIG, null), arguments);
    }

    /** {@code name=value}; without the sign there is no value, which the plan refuses. */
    private static Argument argument(String option, String prefix, String setting) {
        int sign = setting.indexOf('=');
        return sign < 0
                ? new Argument(option, prefix + setting, null)
                : new Argument(option, prefix + setting.substring(0, sign).strip(), setting.substring(sign + 1));
    }
}
