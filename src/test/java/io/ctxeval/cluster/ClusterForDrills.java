package io.ctxeval.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The standalone cluster of the drills: one a JVM, a master and workers of one core on loopback, as {@code scripts/cluster} starts
 * them. A run takes as many executors as it has cores.
 */
final class ClusterForDrills {
    static final int WORKERS = 4;

    private static final String WORKER_MEMORY = "600m";
    private static final String EXECUTOR_MEMORY = "512m";
    private static final int MINUTES_TO_START = 8;

    private final Path home;
    private final int port;

    private ClusterForDrills(Path home, int port) {
        this.home = home;
        this.port = port;
    }

    /** The cluster; the first caller starts it, the JVM's end stops it. */
    static ClusterForDrills shared() {
        return Holder.CLUSTER;
    }

    private static final class Holder {
        private static final ClusterForDrills CLUSTER = start();

        private static ClusterForDrills start() {
            try {
                Path home = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "cluster-");
                ClusterForDrills cluster = new ClusterForDrills(home.toAbsolutePath(), freePort());
                Runtime.getRuntime().addShutdownHook(new Thread(cluster::stop, "cluster-down"));
                cluster.script("up", Integer.toString(WORKERS), "1", WORKER_MEMORY);
                return cluster;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void stop() {
        try {
            script("down");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void script(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("scripts/cluster"));
        command.addAll(List.of(arguments));
        Path log = home.resolve("script-" + arguments[0] + ".txt");
        ProcessBuilder script = new ProcessBuilder(command);
        script.environment()
                .putAll(Map.of("CTXEVAL_CLUSTER", home.toString(), "CTXEVAL_CLUSTER_PORT", Integer.toString(port)));
        Process process =
                script.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            if (!process.waitFor(MINUTES_TO_START, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new AssertionError("scripts/cluster " + String.join(" ", arguments) + " failed: "
                        + Files.readString(log) + "; its logs: " + home);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while the cluster starts", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * Starts {@code scripts/ctxeval} on this cluster.
     *
     * @param log what it says
     */
    DriverRun start(int executors, Path log, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("scripts/ctxeval"));
        command.addAll(arguments);
        ProcessBuilder script = new ProcessBuilder(command);
        script.environment()
                .putAll(Map.of(
                        "CTXEVAL_MASTER",
                        "spark://127.0.0.1:" + port,
                        "CTXEVAL_JAVA_OPTS",
                        "-Xmx768m -Dspark.cores.max=" + executors + " -Dspark.executor.memory=" + EXECUTOR_MEMORY));
        return new DriverRun(
                script.redirectErrorStream(true).redirectOutput(log.toFile()).start(), log);
    }

    /** The executors that run now, of whichever run. */
    List<ProcessHandle> executors() {
        List<ProcessHandle> executors = new ArrayList<>();
        for (int worker = 1; worker <= WORKERS; worker++) {
            try (Stream<ProcessHandle> children = worker(worker).children()) {
                children.filter(ClusterForDrills::isJava).forEach(executors::add);
            }
        }
        return executors;
    }

    private ProcessHandle worker(int number) {
        try {
            String pid =
                    Files.readString(home.resolve("worker-" + number + ".pid")).strip();
            return ProcessHandle.of(Long.parseLong(pid))
                    .orElseThrow(() -> new AssertionError("worker " + number + " has ended; its log: " + home));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean isJava(ProcessHandle process) {
        return process.info()
                .command()
                .filter(command -> command.endsWith("java"))
                .isPresent();
    }
}
