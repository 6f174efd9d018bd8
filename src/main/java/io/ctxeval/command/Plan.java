package io.ctxeval.command;

import io.ctxeval.plan.EvaluationPlan;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "plan",
        description =
                "Forecast a run: rows by input, rejections, metrics, questions for the judge, tokens, cost and time. Reads all"
                        + " inputs, calls nobody, writes nothing.")
final class Plan implements Callable<Integer> {
    private final Program program;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    Plan(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        var line = spec.commandLine();
        EvaluationPlan plan = PlanOptions.plan(line.getParseResult(), program.metrics(), line.getErr());
        program.forecast(plan, line.getOut(), line.getErr());
        return ExitCode.PASSED.code();
    }
}
