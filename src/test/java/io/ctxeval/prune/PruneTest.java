package io.ctxeval.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.Ctxeval;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PruneTest {
    private static final Duration OLD = Duration.ofDays(40);
    private static final Duration YOUNG = Duration.ofDays(20);

    private final Instant now = Instant.now();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path output;

    @BeforeEach
    void fill() throws IOException {
        publish("oldest", OLD.plusDays(9));
        publish("pointed", OLD.plusDays(1));
        publish("old", OLD);
        publish("young", YOUNG);
        Files.writeString(output.resolve("latest.json"), "{\"run_id\": \"pointed\"}");
        file("runs/.dead~0a1b2c3d/scores/part-0.parquet", OLD);
        file("runs/.working~0a1b2c3d/scores/part-0.parquet", Duration.ofHours(1));
        file("runs/somebody-elses/letter.txt", OLD);
        file("runs/.hidden/letter.txt", OLD);
        file("state/ledger/00-ff/old-0-0-0123456789abcdef-000000.jsonl", OLD);
        file("state/ledger/00-ff/young-0-0-0123456789abcdef-000000.jsonl", YOUNG);
        file(".latest.json.01234567-89ab-cdef-0123-456789abcdef.tmp", OLD);
        for (String folder : List.of("runs/.dead~0a1b2c3d", "runs/.dead~0a1b2c3d/scores")) {
            age(output.resolve(folder), OLD);
        }
    }

    @Test
    void namesWhatIsOldAndDeletesNothingUnlessToldTo() throws IOException {
        List<String> before = everything();

        assertThat(prune("--older-than", "30d")).isZero();

        assertThat(everything()).isEqualTo(before);
        assertThat(printed())
                .contains("runs/oldest  run oldest, ", "runs/old  run old, ", "leftover of run dead")
                .contains("leftover of latest.json", "old-0-0-0123456789abcdef-000000.jsonl  ledger entries of run old")
                .contains("5 things, ", "older than 30d; nothing was deleted: --yes deletes")
                .doesNotContain("pointed", "young", "working", "somebody", ".hidden");
        assertThat(prune("--older-than", "720h", "--dry-run")).isZero();
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void deletesWhatItNames() throws IOException {
        assertThat(prune("--older-than", "30d", "--yes")).isZero();

        assertThat(printed().lines().filter(line -> line.startsWith("deleted ")))
                .hasSize(5);
        assertThat(everything())
                .containsExactly(
                        "latest.json",
                        "runs/.hidden/letter.txt",
                        "runs/.working~0a1b2c3d/scores/part-0.parquet",
                        "runs/pointed/run.json",
                        "runs/pointed/scores/part-0.parquet",
                        "runs/somebody-elses/letter.txt",
                        "runs/young/run.json",
                        "runs/young/scores/part-0.parquet",
                        "state/ledger/00-ff/young-0-0-0123456789abcdef-000000.jsonl");
        assertThat(prune("--older-than", "30d", "--yes")).isZero();
    }

    @Test
    void theNewestRunStaysHoweverOldItIs() throws IOException {
        assertThat(prune("--older-than", "1d", "--yes")).isZero();

        assertThat(everything())
                .filteredOn(file -> file.endsWith("run.json"))
                .containsExactly("runs/pointed/run.json", "runs/young/run.json");
    }

    @Test
    void findsALedgerElsewhere() throws IOException {
        Path elsewhere = output.resolve("elsewhere");
        Files.move(output.resolve("state"), elsewhere);

        assertThat(prune("--older-than", "30d", "--yes", "--state", elsewhere.toString()))
                .isZero();
        assertThat(everything()).filteredOn(file -> file.endsWith(".jsonl")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--older-than 23h",
                "--older-than 0d",
                "--older-than soon",
                "--older-than 30d --yes --dry-run",
                "--older-than 30d --state /no/such/folder",
                "--yes"
            })
    void refusesWhatIsAskedWronglyAndDeletesNothing(String arguments) throws IOException {
        List<String> before = everything();

        assertThat(prune(arguments.split(" "))).isEqualTo(2);

        assertThat(err.toString(StandardCharsets.UTF_8)).isNotBlank();
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void refusesAnOutputThatIsNotThere() {
        assertThat(run("prune", "--output", output + "/typo", "--older-than", "30d"))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("typo; there is no such folder");
    }

    private int prune(String... arguments) {
        return run(Stream.concat(Stream.of("prune", "--output", output.toString()), Arrays.stream(arguments))
                .toArray(String[]::new));
    }

    private int run(String... arguments) {
        return Ctxeval.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                arguments);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private void publish(String run, Duration age) throws IOException {
        file("runs/" + run + "/scores/part-0.parquet", age);
        Files.writeString(output.resolve("runs/" + run + "/run.json"), "{\"finished_at\": \"" + now.minus(age) + "\"}");
    }

    private void file(String path, Duration age) throws IOException {
        Path file = output.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "something");
        age(file, age);
    }

    private void age(Path file, Duration age) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(now.minus(age)));
    }

    private List<String> everything() throws IOException {
        try (var files = Files.walk(output)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> output.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
