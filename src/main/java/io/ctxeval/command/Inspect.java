package io.ctxeval.command;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.InputPreview;
import io.ctxeval.dataset.InputReport;
import io.ctxeval.dataset.Outcome;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.dataset.UnusedColumns;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.Retrieval;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.score.Counted;
import io.ctxeval.score.Field;
import io.ctxeval.score.MissingFields;
import io.ctxeval.trace.AgentTrace;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "inspect",
        description =
                "Print the first rows as the mapping reads them; counts and the reasons of refused rows go to stderr.")
final class Inspect implements Callable<Integer> {
    private static final int SHOWN_CHARACTERS = 100;

    /** Rejections of one field for one reason that are printed; the others are counted. */
    private static final int REFUSALS_SHOWN = 3;

    private final Program program;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    @Option(names = "--json", description = "one JSON object a line (default: for the eye, shortened)")
    private boolean json;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "records of each input (of each format of a folder that holds several), refused ones included (default: ${DEFAULT-VALUE})")
    private int limit;

    Inspect(Program program) {
        this.program = program;
    }

    @Override
    public Integer call() throws PlanRefused {
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit: " + limit + "; must be 1 or more");
        }
        var line = spec.commandLine();
        EvaluationPlan plan = PlanOptions.plan(line.getParseResult(), program.metrics(), line.getErr());
        List<InputPreview> previews = program.previews(plan, limit);
        for (InputPreview preview : previews) {
            tellInput(preview, verbose(), line.getErr());
            tellUnused(preview.unused(), line.getErr());
            for (Outcome outcome : preview.outcomes()) {
                if (outcome instanceof CanonicalRecord record) {
                    tellRecord(record, line.getOut());
                }
            }
            line.getOut().flush();
            tellRefusals(preview, line.getErr());
        }
        tellMissing(plan, previews, line.getErr());
        return ExitCode.PASSED.code();
    }

    private static void tellUnused(UnusedColumns unused, PrintWriter err) {
        if (!unused.names().isEmpty()) {
            err.println("  unused columns: " + String.join(", ", unused.names()));
        }
        unused.likely()
                .forEach((field, expression) -> err.println("  " + field + " is empty; perhaps fields: {" + field + ": "
                        + expression + "} (--set fields." + field + "=" + expression + ")"));
        err.flush();
    }

    private boolean verbose() {
        OptionSpec option = spec.findOption(Commands.VERBOSE);
        return option != null && Boolean.TRUE.equals(option.getValue());
    }

    /** Which metrics the inputs have no fields for. */
    private void tellMissing(EvaluationPlan plan, List<InputPreview> previews, PrintWriter err) {
        Set<Field> filled = EnumSet.noneOf(Field.class);
        previews.forEach(preview -> filled.addAll(preview.report().filled()));
        if (!plan.traceDefaults().budgets().isEmpty() && filled.contains(Field.TRACE_EVENTS)) {
            filled.add(Field.BUDGET_LEDGER);
        }
        MissingFields.of(program.metrics(plan.scoring()), plan.metrics(), filled)
                .sentences()
                .forEach(err::println);
        err.flush();
    }

    private void tellRecord(CanonicalRecord record, PrintWriter out) {
        if (json) {
            out.println(RecordJson.line(record));
            return;
        }
        out.println(record.sampleId() + (record.idDerived() ? " (id derived)" : "") + "  "
                + record.origin().file() + " at " + record.origin().position());
        RagSample sample = record.sample();
        if (sample != null) {
            tell(out, "input", sample.input());
            tell(out, "output", sample.output());
            tellContext(out, sample.context());
            List<String> reference = sample.reference();
            tell(out, "reference", reference == null ? null : String.join(" | ", reference));
            tellRetrieval(out, sample.retrieval());
        }
        AgentTrace trace = record.trace();
        if (trace != null) {
            tell(
                    out,
                    "trace_events",
                    trace.events() == null ? null : trace.events().json());
            tell(
                    out,
                    "agent_order",
                    trace.agentOrder() == null ? null : trace.agentOrder().json());
            tell(
                    out,
                    "budget_ledger",
                    trace.budgetLedger() == null ? null : trace.budgetLedger().json());
        }
        record.dimensions().forEach((name, value) -> tell(out, name, value));
        out.println();
    }

    private static void tellRetrieval(PrintWriter out, @Nullable Retrieval retrieval) {
        if (retrieval == null) {
            return;
        }
        if (retrieval.ids() != null) {
            tell(out, "retrieved " + retrieval.ids().size(), String.join(" ", retrieval.ids()));
        }
        if (retrieval.labels() != null) {
            tell(out, "labels " + retrieval.labels().size(), retrieval.labels().toString());
        }
        if (retrieval.unusable() != null) {
            tell(out, "unusable", retrieval.unusable());
        }
    }

    private static void tellContext(PrintWriter out, @Nullable RetrievedContext context) {
        if (context instanceof RetrievedContext.Chunks given) {
            out.println("  context: " + Counted.of(given.chunks().size(), "chunk"));
            given.chunks().forEach(chunk -> out.println("    [" + chunk.id() + "] " + shortened(chunk.text())));
        } else if (context instanceof RetrievedContext.Unusable unusable) {
            tell(out, "context", "unusable: " + unusable.reason());
        } else {
            tell(out, "context", null);
        }
    }

    private static void tell(PrintWriter out, String name, @Nullable String value) {
        out.println("  " + name + ": " + (value == null ? "(null)" : shortened(value)));
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ");
        int length = line.codePointCount(0, line.length());
        return length <= SHOWN_CHARACTERS
                ? line
                : line.substring(0, line.offsetByCodePoints(0, SHOWN_CHARACTERS)) + "… (" + length + " characters)";
    }

    private static void tellInput(InputPreview preview, boolean verbose, PrintWriter err) {
        InputReport report = preview.report();
        err.println(report.path() + ": " + report.filesText() + ", " + report.bytes() + " bytes, preset "
                + report.preset() + ", kind " + report.kind());
        report.fieldLines().forEach(field -> err.println("  " + field));
        if (verbose) {
            report.sources().forEach((field, source) -> err.println("  " + field + " is looked for in " + source));
        }
        if (!report.strays().isEmpty() || report.hidden() > 0) {
            err.println("  not read: " + report.strays().size() + " of other kinds"
                    + (report.strays().isEmpty()
                            ? ""
                            : ", such as " + report.strays().get(0)) + ", "
                    + report.hidden() + " hidden");
        }
        report.warnings().forEach(warning -> err.println("warning: " + warning));
        report.remarks().forEach(remark -> err.println("warning: " + remark.sentence()));
        report.damaged().forEach(damaged -> err.println("damaged: " + damaged));
        err.flush();
    }

    private void tellRefusals(InputPreview preview, PrintWriter err) {
        int used = 0;
        int rejected = 0;
        Map<Refused, Integer> alike = new LinkedHashMap<>();
        for (Outcome outcome : preview.outcomes()) {
            if (outcome instanceof CanonicalRecord) {
                used++;
            } else if (outcome instanceof Rejection rejection) {
                rejected++;
                if (alike.merge(new Refused(rejection.field(), rejection.reason()), 1, Integer::sum)
                        <= REFUSALS_SHOWN) {
                    err.println("rejected: " + rejection.sentence());
                }
            }
        }
        alike.values().removeIf(count -> count <= REFUSALS_SHOWN);
        alike.forEach((what, count) -> err.println("rejected: " + (count - REFUSALS_SHOWN) + " more"
                + (what.field() == null ? "" : ", field " + what.field()) + ": " + what.reason()));
        int looked = preview.outcomes().size();
        if (looked == 0) {
            err.println("warning: " + preview.report().path() + " has no rows");
        }
        err.println((looked == limit ? "the first " : "") + looked + " records looked at"
                + (looked == limit ? " (--limit N looks at more)" : "") + ": " + used + " used, "
                + (looked - used - rejected) + " filtered, " + rejected + " rejected");
        err.flush();
    }

    private record Refused(@Nullable String field, String reason) {}
}
