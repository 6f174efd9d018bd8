package io.ctxeval.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A run of the command line on a cluster, in processes of its own. */
final class DriverRun implements AutoCloseable {
    /** Long enough for a machine that does much else; only a run that hangs is stopped by it. */
    private static final long DEADLINE_SECONDS = 400;

    private final Process script;
    private final Path log;
    private final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);

    DriverRun(Process script, Path log) {
        this.script = script;
        this.log = log;
    }

    /** Waits for a point on the way; fails if the run ends before. */
    void awaitThat(String point, BooleanSupplier condition) throws Exception {
        while (!condition.getAsBoolean()) {
            assertThat(script.waitFor(20, TimeUnit.MILLISECONDS))
                    .as("ended before %s: %s", point, said())
                    .isFalse();
            assertThat(System.nanoTime()).as("no sign of %s: %s", point, said()).isLessThan(deadline);
        }
    }

    /** Waits for the end. */
    int exitCode() throws Exception {
        assertThat(script.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS))
                .as("hangs: %s", said())
                .isTrue();
        return script.exitValue();
    }

    /** Ends the driver's JVM as {@code kill -9} does, and waits for what is left of the script. */
    void killDriver() throws Exception {
        try (Stream<ProcessHandle> processes = script.descendants()) {
            assertThat(processes
                            .filter(ClusterForDrills::isJava)
                            .filter(ProcessHandle::destroyForcibly)
                            .count())
                    .as("drivers killed")
                    .isEqualTo(1);
        }
        assertThat(exitCode()).isNotIn(0, 1, 2, 3, 4);
    }

    String said() throws IOException {
        return Files.readString(log);
    }

    /** Leaves no process behind. */
    @Override
    public void close() {
        try (Stream<ProcessHandle> processes = script.descendants()) {
            processes.forEach(ProcessHandle::destroyForcibly);
        }
        script.destroyForcibly();
    }
}
