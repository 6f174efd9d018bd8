package io.ctxeval.command;

import io.ctxeval.compare.Comparison;
import io.ctxeval.compare.ComparisonJson;
import io.ctxeval.compare.ComparisonLine;
import io.ctxeval.compare.MetricComparison;
import io.ctxeval.compare.Refusal;
import io.ctxeval.plan.ComparisonRequest;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.report.ComparisonSection;
import io.ctxeval.score.Scale;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "compare",
        description = {
            "Compare versions sample by sample: differences with intervals, tests and a verdict for each metric. Either the versions"
                    + " of one RUN, or --base and --candidate, each the folder of a run or a table of scores (CSV, JSON Lines or"
                    + " Parquet with sample_id and a column a metric, on 0..100 unless --scale says otherwise).",
            "Ends with 1 if a metric fell behind the base that was named, 2 if the sides can't be compared, 3 if it can't be told whether"
                    + " a metric fell: fewer than 30 pairs, or pairs for less than --coverage of the base's rows. Without a base that"
                    + " was named (RUN alone) no metric is held against another, and it ends with 0."
        })
final class Compare implements Callable<Integer> {
    private static final Pattern SCALE = Pattern.compile("([^=]+)=(-?[0-9.]+):(-?[0-9.]+)(:lower)?");
    private static final int WIDE = 20;

    private final Program program;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", arity = "0..1", description = "folder of the run whose versions are compared")
    private @Nullable String run;

    @Option(
            names = "--base",
            paramLabel = "WHAT",
            description =
                    "with RUN: the version that the others are compared with (default: the first by name, and no metric"
                            + " fails); without: the folder or file that --candidate is compared with")
    private @Nullable String base;

    @Option(
            names = "--candidate",
            paramLabel = "WHAT",
            description = "with RUN: the version to compare (default: all others); without: a folder or file")
    private @Nullable String candidate;

    @Option(
            names = "--by",
            paramLabel = "COLUMN",
            defaultValue = "retriever_version",
            description = "the column of scores/ that tells versions apart (default: ${DEFAULT-VALUE})")
    @SuppressWarnings("NullAway.Init") // it has a default
    private String by;

    @Option(
            names = "--base-version",
            paramLabel = "VERSION",
            description = "the version to take of a base that is a run")
    private @Nullable String baseVersion;

    @Option(
            names = "--candidate-version",
            paramLabel = "VERSION",
            description = "the version to take of a candidate that is a run")
    private @Nullable String candidateVersion;

    @Option(
            names = "--margin",
            paramLabel = "POINTS",
            defaultValue = "1",
            description =
                    "points by which a metric may fall before it fails; 100 compares without a gate (default: ${DEFAULT-VALUE})")
    private double margin;

    @Option(
            names = "--coverage",
            paramLabel = "SHARE",
            defaultValue = "0.9",
            description =
                    "least share of the base's rows that must have a partner with a score; below it the gate can't be told"
                            + " (default: ${DEFAULT-VALUE})")
    private double coverage;

    @Option(
            names = "--metrics",
            paramLabel = "NAMES",
            split = ",",
            description = "metrics to compare and to hold against the base (default: all shared)")
    private List<String> metrics = new ArrayList<>();

    @Option(
            names = "--scale",
            paramLabel = "NAME=LEAST:MOST[:lower]",
            description = "scale of a column of a plain table; with :lower less is better; may repeat")
    private List<String> scales = new ArrayList<>();

    @Option(
            names = "--threshold",
            paramLabel = "NAME=SCORE",
            description = "the score from which on a row passes, for McNemar's test; may repeat")
    private Map<String, Double> thresholds = new LinkedHashMap<>();

    @Option(
            names = "--override",
            description = "compare scores that were made in different ways; the output says which")
    private boolean override;

    @Option(names = "--json", description = "print the whole comparison as one JSON object")
    private boolean json;

    Compare(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<Comparison> comparisons = program.compare(request(), err);
        if (json) {
            out.println(ComparisonJson.text(comparisons));
        } else {
            comparisons.forEach(comparison -> print(comparison, out));
        }
        boolean refused = false;
        for (Comparison comparison : comparisons) {
            for (Refusal refusal : comparison.refusals()) {
                err.println((comparison.refused() ? "refused: " : "in spite of: ")
                        + refusal.sentence()
                        + (comparison.refused() && refusal.overridable() ? " (--override compares all the same)" : ""));
            }
            refused |= comparison.refused();
        }
        if (refused) {
            return ExitCode.ASKED_WRONGLY.code();
        }
        List<MetricComparison> failed = comparisons.stream()
                .flatMap(comparison -> comparison.failed().stream())
                .toList();
        failed.forEach(metric ->
                err.println("the regression gate failed: " + metric.rule().metric() + ": " + metric.gateReason()));
        List<MetricComparison> untold = comparisons.stream()
                .flatMap(comparison -> comparison.untold().stream())
                .toList();
        untold.forEach(metric -> err.println(
                "the regression gate can't be told: " + metric.rule().metric() + ": " + metric.gateReason()));
        if (!untold.isEmpty()) {
            return ExitCode.INCOMPLETE.code();
        }
        return failed.isEmpty() ? ExitCode.PASSED.code() : ExitCode.GATE_FAILED.code();
    }

    private ComparisonRequest request() throws PlanRefused {
        List<String> problems = new ArrayList<>();
        if (run == null && (base == null || candidate == null)) {
            problems.add("compare: needs the folder of a RUN, or both --base and --candidate");
        }
        if (run != null && (baseVersion != null || candidateVersion != null)) {
            problems.add("--base-version, --candidate-version: versions of a RUN are named by --base and --candidate");
        }
        if (base != null && base.equals(candidate) && Objects.equals(baseVersion, candidateVersion)) {
            problems.add("--base, --candidate: both are " + base);
        }
        if (!(margin >= 0 && margin <= 100)) {
            problems.add("--margin: " + margin + "; must be 0 to 100");
        }
        if (!(coverage >= 0 && coverage <= 1)) {
            problems.add("--coverage: " + coverage + "; must be a share, 0 to 1");
        }
        Map<String, Scale> read = scales(problems);
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
        return new ComparisonRequest(
                run,
                by,
                base,
                candidate,
                baseVersion,
                candidateVersion,
                margin,
                coverage,
                metrics,
                read,
                thresholds,
                override);
    }

    private Map<String, Scale> scales(List<String> problems) {
        Map<String, Scale> read = new LinkedHashMap<>();
        for (String written : scales) {
            Matcher matcher = SCALE.matcher(written);
            try {
                if (!matcher.matches()) {
                    throw new IllegalArgumentException("must be NAME=LEAST:MOST or NAME=LEAST:MOST:lower");
                }
                Scale before = read.put(
                        matcher.group(1),
                        new Scale(
                                Double.parseDouble(matcher.group(2)),
                                Double.parseDouble(matcher.group(3)),
                                matcher.group(4) == null));
                if (before != null) {
                    throw new IllegalArgumentException("stands twice");
                }
            } catch (IllegalArgumentException e) {
                problems.add("--scale: " + written + "; " + e.getMessage());
            }
        }
        return read;
    }

    private static void print(Comparison comparison, PrintWriter out) {
        if (comparison.refused()) {
            return;
        }
        List<ComparisonLine> lines = ComparisonLine.of(List.of(comparison));
        ComparisonSection.sentences(lines).forEach(out::println);
        out.println();
        List<ComparisonLine> told =
                lines.stream().filter(ComparisonSection::says).toList();
        TextTable table = new TextTable(ComparisonSection.headings(told).toArray(String[]::new));
        told.forEach(line -> table.add(ComparisonSection.cells(line, WIDE)));
        table.lines().forEach(out::println);
        List<String> cautions = ComparisonSection.cautions(lines);
        if (!cautions.isEmpty()) {
            out.println();
            cautions.forEach(out::println);
        }
        out.println();
    }
}
