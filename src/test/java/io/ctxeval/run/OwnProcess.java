package io.ctxeval.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command line in a Java process of its own. */
record OwnProcess(Process process, Path logFile) {
    /** Long enough for a machine that does much else; only what hangs is stopped by it. */
    private static final long DEADLINE_SECONDS = 300;

    /**
     * Starts it.
     *
     * @param log takes both of its streams
     * @param options of its Java
     * @param environment variables beside those of this process
     */
    static OwnProcess start(Path log, List<String> options, Map<String, String> environment, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("-Djdk."))
                .forEach(command::add);
        command.addAll(options);
        command.addAll(List.of("-Xmx1g", "-cp", classPath(), "io.ctxeval.Ctxeval"));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return new OwnProcess(builder.start(), log);
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    int exitCode() throws IOException, InterruptedException {
        if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("hangs: " + log());
        }
        return process.exitValue();
    }

    String log() throws IOException {
        return Files.readString(logFile);
    }
}
