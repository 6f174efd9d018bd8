package io.ctxeval.command;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.report.JudgeSnapshot;
import io.ctxeval.report.RunReport;
import io.ctxeval.report.StatusText;
import io.ctxeval.run.UnfinishedRun;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "status",
        description =
                "Print the verdict, means, coverage, thresholds and spend of a published run and exit with its code: for cluster mode,"
                        + " where the driver's own exit code is lost. Of a run that isn't published: 3 while it is running, 5 if"
                        + " its attempt is dead.")
final class Status implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MANIFEST = "run.json";
    private static final String POINTER = "latest.json";
    private static final String REPORT = "report.md";

    private final Storage storage = Storage.ofClassPath();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    @Parameters(
            paramLabel = "PATH",
            description = "a run folder, its run.json, latest.json, or the output folder it lies in")
    @SuppressWarnings("NullAway.Init") // picocli requires it
    private String path;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            for (String candidate : candidates(path)) {
                Optional<JsonNode> found = read(candidate);
                if (found.isPresent()) {
                    return tell(candidate, found.get(), out, err);
                }
            }
            return tellUnfinished(out, err);
        } catch (JacksonException malformed) {
            err.println(path + ": is not the JSON of a run: " + malformed.getOriginalMessage());
        } catch (IOException | IllegalArgumentException unreadable) {
            err.println(path + ": can't be read: " + unreadable.getMessage());
        }
        return ExitCode.ASKED_WRONGLY.code();
    }

    /** A run may be called {@code night.json}. */
    private boolean isFile(String path) throws IOException {
        return path.endsWith(".json") && !storage.isFolder(path);
    }

    private List<String> candidates(String path) throws IOException {
        return isFile(path) ? List.of(path) : List.of(in(path, MANIFEST), in(path, POINTER));
    }

    private static String in(String folder, String file) {
        return folder.endsWith("/") ? folder + file : folder + "/" + file;
    }

    private Optional<JsonNode> read(String file) throws IOException {
        Optional<byte[]> content = storage.readIfThere(file);
        return content.isEmpty() ? Optional.empty() : Optional.of(JSON.readTree(content.get()));
    }

    /** Of a run or of the pointer to one; the pointer itself has the exit code too, where that run is gone. */
    private int tell(String file, JsonNode found, PrintWriter out, PrintWriter err) throws IOException {
        JsonNode target = found.path("path");
        int slash = file.lastIndexOf('/');
        String folder = target.isTextual() ? target.textValue() : slash < 0 ? "." : file.substring(0, slash);
        Optional<JsonNode> manifest = target.isTextual() ? read(in(folder, MANIFEST)) : Optional.of(found);
        JsonNode run = manifest.orElse(found);
        JsonNode code = run.path("exit_code");
        if (!code.isIntegralNumber() || !code.canConvertToInt() || code.intValue() < 0 || code.intValue() > 5) {
            err.println(file + ": has no exit_code from 0 to 5");
            return ExitCode.ASKED_WRONGLY.code();
        }
        out.println(run.path("run_id").asText("run") + ": "
                + run.path("verdict").asText("no verdict") + " (exit code " + code.intValue() + ")");
        run.path("exit_reasons").forEach(reason -> out.println("  " + reason.asText()));
        if (manifest.isPresent()) {
            tellDetails(folder, out, err);
        } else {
            err.println(folder + ": the run's folder isn't there any more");
        }
        if (target.isTextual() && slash >= 0) {
            UnfinishedRun.below(storage, file.substring(0, slash)).forEach(attempt -> tell(attempt, out));
        }
        return code.intValue();
    }

    private void tellDetails(String folder, PrintWriter out, PrintWriter err) throws IOException {
        try {
            StatusText.of(RunReport.read(storage, folder)).forEach(out::println);
        } catch (IOException | IllegalArgumentException unreadable) {
            err.println("no more is known: " + unreadable.getMessage());
        }
        String report = in(folder, REPORT);
        if (storage.readIfThere(report).isPresent()) {
            out.println("  report     " + report);
        }
        out.println("  folder     " + folder);
    }

    /** Of a run that nobody published: still at work, or left by an attempt that died. */
    private int tellUnfinished(PrintWriter out, PrintWriter err) throws IOException {
        List<UnfinishedRun> attempts = new ArrayList<>();
        if (!isFile(path)) {
            attempts.addAll(UnfinishedRun.at(storage, path));
            attempts.addAll(UnfinishedRun.below(storage, path));
        }
        if (attempts.isEmpty()) {
            err.println(path + ": no published run: neither " + MANIFEST + " nor " + POINTER + " is there");
            return ExitCode.ASKED_WRONGLY.code();
        }
        attempts.forEach(attempt -> tell(attempt, out));
        return attempts.stream().anyMatch(UnfinishedRun::running) ? ExitCode.INCOMPLETE.code() : ExitCode.FAILED.code();
    }

    private static void tell(UnfinishedRun attempt, PrintWriter out) {
        out.println(attempt.runId() + ": "
                + (attempt.running()
                        ? "running, not published yet"
                        : "incomplete: its attempt ended before anything was published; the same --run-id resumes it"));
        out.println("  attempt    " + attempt.who());
        JudgeSnapshot judge = attempt.judge();
        if (judge != null) {
            out.println(String.format(
                    Locale.ROOT,
                    "  judge      %s: round %d, %,d to ask, %,d calls answered, %,d tokens in, %,d out%s%s%s",
                    judge.time().truncatedTo(ChronoUnit.SECONDS),
                    judge.round(),
                    judge.toAsk(),
                    judge.answered(),
                    judge.inputTokens(),
                    judge.outputTokens(),
                    judge.cost() == null ? "" : String.format(Locale.ROOT, ", cost %.2f", judge.cost()),
                    judge.stopped() == null ? "" : "; stopped: " + judge.stopped(),
                    attempt.running() ? "" : " (what came after that time is in the ledger)"));
        }
        out.println("  folder     " + attempt.folder());
    }
}
