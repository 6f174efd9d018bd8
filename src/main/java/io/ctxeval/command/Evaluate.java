package io.ctxeval.command;

import io.ctxeval.plan.EvaluationPlan;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "evaluate",
        description =
                "Read, score, judge, summarise, check thresholds, publish. Exit codes: 0 passed, 1 a gate failed, 2 asked"
                        + " wrongly, 3 incomplete, 4 input refused, 5 failed while running.")
final class Evaluate implements Callable<Integer> {
    private final Program program;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    Evaluate(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        var line = spec.commandLine();
        EvaluationPlan plan = PlanOptions.plan(line.getParseResult(), program.metrics(), line.getErr());
        return program.evaluate(plan, line.getOut(), line.getErr());
    }
}
