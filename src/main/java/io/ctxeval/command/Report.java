package io.ctxeval.command;

import io.ctxeval.report.MarkdownReport;
import io.ctxeval.report.RunReport;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "report", description = "Write the reports of a published run again, from its tables.")
final class Report implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    @Parameters(paramLabel = "FOLDER", description = "the folder of a run")
    @SuppressWarnings("NullAway.Init") // picocli requires it
    private String folder;

    @Override
    public Integer call() throws IOException {
        Storage storage = Storage.ofClassPath();
        RunReport report;
        try {
            report = RunReport.read(storage, folder);
        } catch (IOException | IllegalArgumentException unreadable) {
            spec.commandLine().getErr().println(folder + ": is not a published run: " + unreadable.getMessage());
            return ExitCode.ASKED_WRONGLY.code();
        }
        String file = folder + (folder.endsWith("/") ? "" : "/") + "report.md";
        storage.replace(file, MarkdownReport.of(report).getBytes(StandardCharsets.UTF_8));
        spec.commandLine().getOut().println(file);
        return ExitCode.PASSED.code();
    }
}
