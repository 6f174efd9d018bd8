package io.ctxeval.command;

import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.PlanRequest;
import io.ctxeval.report.RunManifest;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "rescore",
        description =
                "Score a published run again with other thresholds, weights or rules, from its stored verdicts: no calls. Its"
                        + " inputs are read again and must be the same. Publishes a run of its own, beside the first unless"
                        + " --output says otherwise.")
final class Rescore implements Callable<Integer> {
    /** Keys that change neither what is read nor what was asked; and the groups of keys of which that is true. */
    private static final List<String> FREE = List.of(
            "job",
            "run-id",
            "output",
            "state",
            "metrics",
            "group-by",
            "thresholds.",
            "gate.",
            "history.",
            "result.weights.",
            "price.context",
            "ctx-waste.contradiction-weight",
            "ctx-waste.weighting",
            "ctx-waste.evidence",
            "ctx-suff.pass-rule",
            "ctx-suff.validation",
            "ctx-suff.vacuous",
            "tables.rows",
            "privacy.texts",
            "max-rejected");

    /** A run's folder, and the output folder that it lies in. */
    private static final Pattern IN_AN_OUTPUT = Pattern.compile("(.+)/runs/[^/]+/?");

    private final Program program;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", description = "folder of the published run")
    @SuppressWarnings("NullAway.Init") // picocli requires it
    private String run;

    Rescore(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        var line = spec.commandLine();
        RunManifest manifest = manifest();
        PlanRequest asked = besideTheFirst(PlanOptions.request(line.getParseResult()));
        refuseOthers(asked);
        PlanRequest.Base base = new PlanRequest.Base(run + "/config.yaml", text("config.yaml"));
        EvaluationPlan then = then(base);
        EvaluationPlan now =
                PlanOptions.plan(new PlanRequest(null, asked.arguments(), base), program.metrics(), line.getErr());
        return program.rescore(now, then, run, manifest, line.getOut(), line.getErr());
    }

    private EvaluationPlan then(PlanRequest.Base base) throws PlanRefused {
        try {
            return PlanOptions.plan(
                    new PlanRequest(null, List.of(), base),
                    program.metrics(),
                    spec.commandLine().getErr());
        } catch (PlanRefused damaged) {
            throw PlanRefused.ofRun(base.name(), damaged);
        }
    }

    /** The run may have been moved since its configuration was written. */
    private PlanRequest besideTheFirst(PlanRequest asked) {
        Matcher beside = IN_AN_OUTPUT.matcher(run);
        boolean told =
                asked.arguments().stream().anyMatch(argument -> argument.key().equals("output"));
        if (told || !beside.matches()) {
            return asked;
        }
        List<PlanRequest.Argument> arguments = new ArrayList<>(asked.arguments());
        arguments.add(new PlanRequest.Argument("RUN", "output", beside.group(1)));
        return new PlanRequest(asked.config(), arguments);
    }

    private RunManifest manifest() throws PlanRefused {
        String json = text("run.json");
        try {
            return RunManifest.parse(json);
        } catch (IOException | IllegalArgumentException e) {
            throw new PlanRefused(List.of(run + "/run.json: is not what this version writes: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse("")));
        }
    }

    private String text(String name) throws PlanRefused {
        String file = run + (run.endsWith("/") ? "" : "/") + name;
        Optional<byte[]> content;
        try {
            content = Storage.ofClassPath().readIfThere(file);
        } catch (IOException | IllegalArgumentException e) {
            throw new PlanRefused(List.of(file + ": can't be read: " + e.getMessage()));
        }
        if (content.isEmpty()) {
            throw new PlanRefused(List.of(file + ": is not there; rescore takes the folder of a published run"));
        }
        return new String(content.get(), StandardCharsets.UTF_8);
    }

    private static void refuseOthers(PlanRequest asked) throws PlanRefused {
        List<String> problems = new ArrayList<>();
        if (asked.config() != null) {
            problems.add("--config: rescore takes the configuration of the run; set single keys with --set");
        }
        for (PlanRequest.Argument argument : asked.arguments()) {
            boolean free = FREE.stream()
                    .anyMatch(key -> key.endsWith(".")
                            ? argument.key().startsWith(key)
                            : argument.key().equals(key));
            if (!free) {
                problems.add(
                        argument.key() + ": changes what is read or asked, so the run's verdicts would not fit; rescore"
                                + " takes thresholds, gates, weights and rules of scoring (" + argument.option() + ")");
            }
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
    }
}
