package io.ctxeval.command;

import io.ctxeval.report.JUnitReport;
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
        write(storage, "report.md", MarkdownReport.of(report));
        write(storage, "junit.xml", JUnitReport.of(report));
        return ExitCode.PASSED.code();
    }

    private void write(Storage storage, String name, String content) throws IOException {
        String file = folder + (folder.endsWith("/") ? "" : "/") + name;
        storage.replace(file, content.getBytes(StandardCharsets.UTF_8));
        spec.commandLine().getOut().println(file);
    }
}
