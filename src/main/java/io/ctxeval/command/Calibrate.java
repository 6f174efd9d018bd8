package io.ctxeval.command;

import io.ctxeval.calibrate.Calibration;
import io.ctxeval.calibrate.CalibrationJson;
import io.ctxeval.calibrate.CalibrationSettings;
import io.ctxeval.calibrate.ThresholdChoice;
import io.ctxeval.plan.CalibrationRequest;
import io.ctxeval.plan.PlanRefused;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "calibrate",
        description = {
            "How far the verdicts of a run are those of humans: kappa, F1, AUROC and more, with 95 %% intervals over samples, and"
                    + " the score from which on a row should pass, chosen on one half of the samples and tried on the other.",
            "Labels are a table (CSV, JSON Lines or Parquet) with sample_id and any of sufficient (true, false), used (a list with"
                    + " true, false or null for each chunk), redundant_groups ([[0, 2]]), contradictory_pairs ([[0, 1]]), aspects"
                    + " (a list of covered, partial, missing) and score; a second human's in sufficient_2, used_2, aspects_2."
                    + " Lists are JSON; chunks count from 0.",
            "Ends with 4 if the labels can't be used or are too few for a threshold, or if the judge is no better than chance at them."
        })
final class Calibrate implements Callable<Integer> {
    private final Program program;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    @Option(names = "--run", required = true, paramLabel = "DIR", description = "folder of the run")
    @SuppressWarnings("NullAway.Init") // it is required
    private String run;

    @Option(names = "--labels", required = true, paramLabel = "FILE", description = "table of human labels")
    @SuppressWarnings("NullAway.Init") // it is required
    private String labels;

    @Option(
            names = "--target-precision",
            paramLabel = "SHARE",
            description =
                    "choose the threshold of the highest recall whose precision is at least this (default: the one with"
                            + " the largest Youden J)")
    private @Nullable Double targetPrecision;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "" + CalibrationSettings.SEED,
            description = "of resamples and halves (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--by",
            paramLabel = "COLUMN",
            defaultValue = "retriever_version",
            description = "the column that tells versions of a sample apart, in the run and in the labels"
                    + " (default: ${DEFAULT-VALUE})")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String by;

    @Option(
            names = "--score-of",
            paramLabel = "METRIC",
            description = "the metric that the label score is about (default: the run's only judged metric)")
    private @Nullable String scoreOf;

    @Option(
            names = "--repeat",
            paramLabel = "DIR",
            description =
                    "a run that judged the same rows again (judge.cache=off): how stable the judge is; may repeat; one that shares no"
                            + " scored row is refused")
    private List<String> repeats = new ArrayList<>();

    @Option(names = "--json", description = "print everything as one JSON object")
    private boolean json;

    Calibrate(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Calibration calibration = program.calibrate(request(), err);
        if (json) {
            out.println(CalibrationJson.text(calibration));
        } else {
            CalibrationText.lines(calibration).forEach(out::println);
        }
        if (!calibration.comparesAnything()) {
            err.println("refused: the run has no verdict for any labelled row");
            return ExitCode.INPUT_REFUSED.code();
        }
        for (Calibration.Opinion opinion : calibration.opinions()) {
            if (opinion.threshold() instanceof ThresholdChoice.Refused refused) {
                err.println("refused: " + opinion.label() + ": " + refused.reason());
                return ExitCode.INPUT_REFUSED.code();
            }
        }
        return ExitCode.PASSED.code();
    }

    private CalibrationRequest request() throws PlanRefused {
        List<String> problems = new ArrayList<>();
        if (targetPrecision != null && !(targetPrecision > 0 && targetPrecision <= 1)) {
            problems.add("--target-precision: " + targetPrecision + "; must be above 0, at most 1");
        }
        if (List.of("sample_id", "cluster_id").contains(by)) {
            problems.add("--by: " + by + "; must be another column, it tells versions of one sample apart");
        }
        if (repeats.contains(run)) {
            problems.add("--repeat: " + run + "; is the run itself");
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
        return new CalibrationRequest(run, labels, by, scoreOf, repeats, targetPrecision, seed);
    }
}
