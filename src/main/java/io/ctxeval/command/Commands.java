package io.ctxeval.command;

import io.ctxeval.dataset.InputRefused;
import io.ctxeval.plan.OneLine;
import io.ctxeval.plan.PlanRefused;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line as a whole: finds the command, and turns whatever comes of it into an exit code and a message. */
@Command(
        name = "ctxeval",
        description =
                "Scores the context of LLM systems over logged traffic: hand-offs and token budgets of agent traces, use and"
                        + " sufficiency of what a retriever found.",
        mixinStandardHelpOptions = true,
        versionProvider = Commands.Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class Commands implements Runnable {
    static final String VERBOSE = "--verbose";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    @Option(
            names = VERBOSE,
            scope = CommandLine.ScopeType.INHERIT,
            description = "print the stack trace of a failure (default: one line)")
    private boolean verbose;

    private Commands() {}

    /** Runs a command line and returns its exit code; never throws. */
    public static int run(Program program, List<String> arguments, PrintWriter out, PrintWriter err) {
        Commands commands = new Commands();
        CommandLine line = commands.line(program, out, err);
        try {
            return line.execute(arguments.toArray(String[]::new));
        } catch (Throwable failure) { // an Error: picocli hands on exceptions only
            return commands.fail(failure, err);
        } finally {
            out.flush();
            err.flush();
        }
    }

    private CommandLine line(Program program, PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(this);
        line.addSubcommand(withPlan(new Evaluate(program)));
        line.addSubcommand(withPlan(new Plan(program)));
        line.addSubcommand(new CommandLine(new Compare(program)));
        line.addSubcommand(new CommandLine(new Calibrate(program)));
        line.addSubcommand(withPlan(new Rescore(program)));
        line.addSubcommand(withPlan(new Inspect(program)));
        line.addSubcommand(new CommandLine(new Metrics(program)));
        line.addSubcommand(new CommandLine(new PresetList()));
        line.addSubcommand(new CommandLine(new Status()));
        line.addSubcommand(new CommandLine(new Report()));
        line.addSubcommand(new CommandLine(new Prune()));
        line.addSubcommand(new CommandLine(new FakeJudge()));
        line.getSubcommands()
                .values()
                .forEach(command -> command.getCommandSpec().mixinStandardHelpOptions(true));
        line.setOut(out);
        line.setErr(err);
        line.setAbbreviatedOptionsAllowed(false);
        line.setUsageHelpAutoWidth(true);
        line.setParameterExceptionHandler((wrong, arguments) -> refuse(wrong));
        line.setExecutionExceptionHandler((failure, command, parsed) -> fail(failure, err));
        return line;
    }

    private static CommandLine withPlan(Object command) {
        CommandLine line = new CommandLine(command);
        PlanOptions.addTo(line.getCommandSpec());
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which command? One of: " + String.join(", ", spec.subcommands().keySet()));
    }

    private static int refuse(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(OneLine.of(String.valueOf(wrong.getMessage())));
        UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println("See " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.ASKED_WRONGLY.code();
    }

    private int fail(Throwable failure, PrintWriter err) {
        if (failure instanceof PlanRefused refused) {
            refused.problems().forEach(problem -> err.println(OneLine.of(problem)));
            return ExitCode.ASKED_WRONGLY.code();
        }
        Optional<InputRefused> input = InputRefused.behind(failure);
        if (input.isPresent()) {
            input.get().problems().forEach(problem -> err.println(OneLine.of(problem)));
            return ExitCode.INPUT_REFUSED.code();
        }
        if (message(failure).contains("SparkContext was shut down")) {
            err.println("stopped by a signal: nothing was published by this attempt; the same --run-id resumes it");
            return ExitCode.FAILED.code();
        }
        err.println("failed: " + message(behind(failure)));
        if (verbose) {
            failure.printStackTrace(err);
        } else {
            err.println(advice(failure) + " (" + VERBOSE + " prints the stack trace)");
        }
        return ExitCode.FAILED.code();
    }

    /** What a task met, without the layers that Spark puts around it. */
    private static Throwable behind(Throwable failure) {
        Throwable at = failure;
        while (at.getCause() != null && at.getClass().getName().startsWith("org.apache.spark.")) {
            at = at.getCause();
        }
        return at;
    }

    private static String message(Throwable failure) {
        String message = failure.getMessage();
        String first = message == null ? "" : message.lines().findFirst().orElse("");
        String name = failure.getClass().getSimpleName();
        return first.isBlank() ? name : name + ": " + first;
    }

    private static String advice(Throwable failure) {
        return failure instanceof OutOfMemoryError
                ? "Give the driver more memory: -Xmx in CTXEVAL_JAVA_OPTS, or spark-submit --driver-memory."
                : "Nothing was published by this attempt; earlier runs are untouched.";
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Commands.class.getPackage().getImplementationVersion();
            return new String[] {"ctxeval " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
