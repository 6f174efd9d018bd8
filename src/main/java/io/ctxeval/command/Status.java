package io.ctxeval.command;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "status",
        description =
                "Print the verdict of a published run and exit with its code: for cluster mode, where the driver's own exit"
                        + " code is lost.")
final class Status implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MANIFEST = "run.json";
    private static final String POINTER = "latest.json";

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
                    return tell(candidate, manifestBehind(found.get()), out, err);
                }
            }
            err.println(path + ": no published run: neither " + MANIFEST + " nor " + POINTER + " is there");
        } catch (JacksonException malformed) {
            err.println(path + ": is not the JSON of a run: " + malformed.getOriginalMessage());
        } catch (IOException | IllegalArgumentException unreadable) {
            err.println(path + ": can't be read: " + unreadable.getMessage());
        }
        return ExitCode.ASKED_WRONGLY.code();
    }

    private static List<String> candidates(String path) {
        if (path.endsWith(".json")) {
            return List.of(path);
        }
        String folder = path.endsWith("/") ? path : path + "/";
        return List.of(folder + MANIFEST, folder + POINTER);
    }

    private static Optional<JsonNode> read(String file) throws IOException {
        Optional<byte[]> content = Storage.ofClassPath().readIfThere(file);
        return content.isEmpty() ? Optional.empty() : Optional.of(JSON.readTree(content.get()));
    }

    /** The manifest that a pointer names; the pointer itself, which has the exit code too, where that run is gone. */
    private static JsonNode manifestBehind(JsonNode found) throws IOException {
        JsonNode folder = found.path("path");
        return folder.isTextual() ? read(folder.textValue() + "/" + MANIFEST).orElse(found) : found;
    }

    private static int tell(String file, JsonNode run, PrintWriter out, PrintWriter err) {
        JsonNode code = run.path("exit_code");
        if (!code.isIntegralNumber() || !code.canConvertToInt() || code.intValue() < 0 || code.intValue() > 5) {
            err.println(file + ": has no exit_code from 0 to 5");
            return ExitCode.ASKED_WRONGLY.code();
        }
        out.println(run.path("run_id").asText("run") + ": "
                + run.path("verdict").asText("no verdict") + " (exit code " + code.intValue() + ")");
        run.path("exit_reasons").forEach(reason -> out.println("  " + reason.asText()));
        return code.intValue();
    }
}
