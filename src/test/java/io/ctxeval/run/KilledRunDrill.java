package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run killed with -9 at several points of its write: what was published before stays readable, nothing half-written is
 * visible, and the same run asked for again completes.
 */
class KilledRunDrill {
    /** Long enough for a machine that does much else; only a run that hangs is stopped by it. */
    private static final long DEADLINE_SECONDS = 400;

    @TempDir
    Path folder;

    private Path input;
    private Path output;
    private Path runs;

    @BeforeEach
    void publishARunToBeKept() throws Exception {
        input = folder.resolve("rows.jsonl");
        output = folder.resolve("out");
        runs = output.resolve("runs");
        Files.write(input, new GeneratedRows(7).lines(3000));
        assertThat(evaluate("first").exitCode()).isIn(0, 1);
    }

    @Test
    void leavesTheLastRunReadableWhenKilledBeforeItsManifest() throws Exception {
        killWhen(() -> anyHidden(runs, "scores"));

        assertOnlyTheFirstIsThere();
        assertThat(evaluate("second").exitCode()).isIn(0, 1);
        assertThat(PublishedRun.visible(runs)).hasSize(2);
        assertThat(hidden(runs)).isEmpty();
    }

    @Test
    void leavesTheLastRunReadableWhenKilledAmongItsLastFiles() throws Exception {
        killWhen(() -> anyHidden(runs, "summary.csv"));

        // The kill may come before or after the rename: the second run is whole or not there.
        List<Path> visible = PublishedRun.visible(runs);
        assertThat(visible).isNotEmpty();
        for (Path run : visible) {
            assertWhole(new PublishedRun(run));
        }
        assertThat(latest().get("run_id").textValue()).isIn("first", "second");
    }

    @Test
    void isWholeWhenKilledAfterItsManifest() throws Exception {
        killWhen(() -> Files.exists(runs.resolve("second")));

        assertWhole(new PublishedRun(runs.resolve("second")));
        assertThat(latest().get("run_id").textValue()).isIn("first", "second");
        assertThat(evaluate("second").exitCode()).isIn(0, 1);
    }

    @Test
    void mendsAPointerThatAKillLeftBehindAndTouchesNoOtherRun() throws Exception {
        assertThat(evaluate("second").exitCode()).isIn(0, 1);
        String stale = Files.readString(output.resolve("latest.json"))
                .replace("second", "first")
                .replaceAll("202\\d-", "2001-");
        Files.writeString(output.resolve("latest.json"), stale);
        Path other = Files.createDirectories(runs.resolve(".second.two~12345678"));

        assertThat(evaluate("second").exitCode()).isIn(0, 1);

        assertThat(latest().get("run_id").textValue()).isEqualTo("second");
        assertThat(other).exists();
    }

    private void assertOnlyTheFirstIsThere() throws Exception {
        assertThat(PublishedRun.visible(runs)).containsExactly(runs.resolve("first"));
        assertWhole(new PublishedRun(runs.resolve("first")));
        assertThat(latest().get("run_id").textValue()).isEqualTo("first");
    }

    private static void assertWhole(PublishedRun run) throws Exception {
        assertThat(run.manifest().get("exit_code").intValue()).isIn(0, 1);
        assertThat(run.rows("scores")).hasSize(3000);
        assertThat(run.text("summary.csv")).isNotEmpty();
        assertThat(run.text("report.md")).isNotEmpty();
    }

    private JsonNode latest() throws IOException {
        return PublishedRun.read(Files.readString(output.resolve("latest.json")));
    }

    private CommandRun evaluate(String runId) {
        return CommandRun.of(arguments(runId).toArray(String[]::new));
    }

    private List<String> arguments(String runId) {
        return List.of(
                "evaluate",
                "--judge",
                "lexical",
                "--input",
                input.toString(),
                "--rows",
                "jsonl",
                "--run-id",
                runId,
                "--output",
                output.toString());
    }

    /** Starts the run {@code second} in a JVM of its own and kills it as soon as the condition holds. */
    private void killWhen(BooleanSupplier condition) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("-Djdk."))
                .forEach(command::add);
        command.addAll(List.of("-Xmx1g", "-cp", System.getProperty("java.class.path"), "io.ctxeval.Ctxeval"));
        command.addAll(arguments("second"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("second.log").toFile())
                .start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        // Waits for the process in between, so that the two don't contend for a core.
        while (!condition.getAsBoolean() && !process.waitFor(2, TimeUnit.MILLISECONDS)) {
            assertThat(System.nanoTime()).as("no sign of the point to kill at").isLessThan(deadline);
        }
        process.destroyForcibly().waitFor();
        assertThat(condition.getAsBoolean() || Files.exists(runs.resolve("second")))
                .as(Files.readString(folder.resolve("second.log")))
                .isTrue();
    }

    private static boolean anyHidden(Path runs, String content) {
        return hidden(runs).stream().anyMatch(run -> Files.exists(run.resolve(content)));
    }

    private static List<Path> hidden(Path runs) {
        try (Stream<Path> all = Files.list(runs)) {
            return all.filter(run -> String.valueOf(run.getFileName()).startsWith("."))
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
