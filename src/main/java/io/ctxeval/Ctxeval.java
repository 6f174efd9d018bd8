package io.ctxeval;

import io.ctxeval.calibrate.Calibration;
import io.ctxeval.command.Commands;
import io.ctxeval.command.Program;
import io.ctxeval.compare.Comparison;
import io.ctxeval.dataset.InputPreview;
import io.ctxeval.plan.CalibrationRequest;
import io.ctxeval.plan.ComparisonRequest;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.report.RunManifest;
import io.ctxeval.run.CalibrationRun;
import io.ctxeval.run.ComparisonRun;
import io.ctxeval.run.EarlierRun;
import io.ctxeval.run.EvaluationRun;
import io.ctxeval.run.Forecasting;
import io.ctxeval.run.Inspection;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.ScoringOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Picks the command and turns its outcome into the exit code. */
public final class Ctxeval {
    private Ctxeval() {}

    /** Runs a command line; returns normally on 0, because YARN takes any other way out of main for a failure. */
    public static void main(String[] args) {
        int exitCode = run(System.out, System.err, args);
        tellScript(exitCode);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    /** A Java machine that dies ends with 1 as well; the script that started this one reads what was decided from a file. */
    private static void tellScript(int exitCode) {
        String file = System.getenv("CTXEVAL_CODE_FILE");
        if (file != null && !file.isBlank()) {
            try {
                Files.writeString(Path.of(file), Integer.toString(exitCode));
            } catch (IOException e) {
                System.err.println("can't write the exit code to " + file + ": " + e.getMessage());
            }
        }
    }

    /** Runs a command line on these streams and returns its exit code. */
    public static int run(PrintStream out, PrintStream err, String... args) {
        return Commands.run(
                new Spine(),
                List.of(args),
                new PrintWriter(out, true, StandardCharsets.UTF_8),
                new PrintWriter(err, true, StandardCharsets.UTF_8));
    }

    private static final class Spine implements Program {
        @Override
        public MetricCatalog metrics(ScoringOptions options) {
            return MetricCatalog.standard(options);
        }

        @Override
        public int evaluate(EvaluationPlan plan, PrintWriter out, PrintWriter err) throws Exception {
            return new EvaluationRun(plan, out, err).execute();
        }

        @Override
        public int rescore(
                EvaluationPlan plan,
                EvaluationPlan then,
                String folder,
                RunManifest manifest,
                PrintWriter out,
                PrintWriter err)
                throws Exception {
            return new EvaluationRun(plan.onRecordedVerdicts(), new EarlierRun(folder, manifest, then.rows()), out, err)
                    .execute();
        }

        @Override
        public List<Comparison> compare(ComparisonRequest request, PrintWriter err) throws Exception {
            return new ComparisonRun(request, err).execute();
        }

        @Override
        public Calibration calibrate(CalibrationRequest request, PrintWriter err) throws Exception {
            return new CalibrationRun(request, err).execute();
        }

        @Override
        public void forecast(EvaluationPlan plan, PrintWriter out, PrintWriter err) throws Exception {
            new Forecasting(plan, out, err).print();
        }

        @Override
        public List<InputPreview> previews(EvaluationPlan plan, int limit) throws PlanRefused {
            return Inspection.of(plan, limit);
        }
    }
}
