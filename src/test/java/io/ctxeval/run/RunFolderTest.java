package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.table.Storage;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
    private static final byte[] MANIFEST = {'{', '}'};

    private final Storage storage = new Storage(new Configuration(false));

    @TempDir
    Path output;

    @Test
    void leavesALiveAttemptAloneAndTellsItThatAnotherWasPublished() throws IOException {
        RunFolder first = attempt("night");
        RunFolder second = attempt("night");

        first.publish(MANIFEST);

        assertThat(Path.of(second.written().toUri())).isDirectory();
        assertThatThrownBy(() -> second.publish(MANIFEST))
                .isInstanceOf(PublishedMeanwhile.class)
                .hasMessageContaining("night");
        second.discard();
        assertThat(runs()).containsExactly("night");
        assertThat(Path.of(first.published().toUri())).isDirectoryContaining("glob:**run.json");
        assertThat(names(output.resolve("runs/night"))).containsExactly("run.json");
    }

    @Test
    void tellsAnAttemptThatBeginsTooLate() throws IOException {
        RunFolder late = RunFolder.of(storage, output.toString(), "night");
        attempt("night").publish(MANIFEST);

        assertThatThrownBy(late::prepare).isInstanceOf(PublishedMeanwhile.class);
    }

    @Test
    void removesAttemptsThatDied() throws Exception {
        AttemptNote dead =
                new AttemptNote(AttemptNote.ofThisProcess(Instant.now()).host(), endedProcess(), null, Instant.now());
        AttemptNote another = new AttemptNote("another-host", 1, null, Instant.now());
        AttemptNote silent =
                new AttemptNote("another-host", 1, null, Instant.now().minus(AttemptNote.SILENCE));
        leave(".night~dead", dead);
        leave(".night~alive", another);
        leave(".night~silent", silent);
        leave(".other~dead", dead);
        Path old = Files.createDirectories(output.resolve("runs/.night~old"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(AttemptNote.SILENCE)));
        Files.createDirectories(output.resolve("runs/.night~new"));

        attempt("night").publish(MANIFEST);

        assertThat(runs()).containsExactlyInAnyOrder("night", ".night~alive", ".night~new", ".other~dead");
    }

    @Test
    void removesWhatIsLeftOfAProcessThatWasKilledBeforeItsFirstNote() throws Exception {
        FileTime old = FileTime.from(Instant.now().minus(AttemptNote.SILENCE));
        for (String name : List.of(".k~0123abcd", ".night~4567cdef", ".k~89ab0123", "k", ".hidden")) {
            Files.createDirectories(output.resolve("runs").resolve(name));
        }
        Files.writeString(output.resolve("runs/.k~89ab0123/progress.json"), "{}");
        Files.writeString(output.resolve("runs/.night~4567cdef/..attempt.json.1.tmp"), "{");
        Files.createDirectories(output.resolve("runs/.k~fedcba98"));
        for (String name : List.of(".k~0123abcd", ".night~4567cdef", ".k~89ab0123", "k", ".hidden")) {
            Files.setLastModifiedTime(output.resolve("runs").resolve(name), old);
        }

        RunFolder folder = attempt("night");

        String own = Path.of(folder.written().toUri()).getFileName().toString();
        assertThat(runs()).containsExactlyInAnyOrder(own, ".k~89ab0123", ".k~fedcba98", "k", ".hidden");
        folder.discard();
    }

    @Test
    void takesAnotherProcessOfTheSameNumberForAnotherProcess() {
        AttemptNote self = AttemptNote.ofThisProcess(Instant.now());
        assertThat(self.isLive(Instant.now())).isTrue();
        AttemptNote reused =
                new AttemptNote(self.host(), self.pid(), Instant.parse("2001-01-01T00:00:00Z"), Instant.now());
        assertThat(reused.isLive(Instant.now())).isFalse();
    }

    @Test
    void notesReadBack() throws IOException {
        AttemptNote note = AttemptNote.ofThisProcess(Instant.now());
        assertThat(AttemptNote.parse(note.toJson())).isEqualTo(note);
        AttemptNote bare = new AttemptNote("h", 7, null, Instant.EPOCH);
        assertThat(AttemptNote.parse(bare.toJson())).isEqualTo(bare);
        assertThatThrownBy(() -> AttemptNote.parse(new byte[] {'{', '}'})).isInstanceOf(IOException.class);
    }

    private RunFolder attempt(String runId) throws IOException {
        RunFolder folder = RunFolder.of(storage, output.toString(), runId);
        folder.prepare();
        return folder;
    }

    private void leave(String name, AttemptNote note) throws IOException {
        Path folder = Files.createDirectories(output.resolve("runs").resolve(name));
        Files.write(folder.resolve(".attempt.json"), note.toJson());
    }

    /**
     * What is left of a process that nobody asks for its end, as in a container without an init process. The child ends only once
     * its parent is a program that waits for nobody: a shell may ask for its end at any command.
     */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aZombieIsNoLiveAttempt() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "exec 3<&0; cat <&3 & echo $!; exec sleep 600").start();
        try (BufferedReader out = parent.inputReader()) {
            long pid = Long.parseLong(out.readLine());
            AttemptNote note =
                    new AttemptNote(AttemptNote.ofThisProcess(Instant.now()).host(), pid, null, Instant.now());
            awaitContent(Path.of("/proc/" + parent.pid() + "/comm"), "sleep");
            assertThat(note.isLive(Instant.now())).isTrue();

            parent.getOutputStream().close();
            awaitContent(Path.of("/proc/" + pid + "/stat"), ") Z");

            assertThat(ProcessHandle.of(pid)).isPresent();
            assertThat(note.isLive(Instant.now())).isFalse();
        } finally {
            parent.destroyForcibly();
        }
    }

    private static void awaitContent(Path file, String content) throws IOException {
        while (!Files.readString(file).contains(content)) {
            Thread.onSpinWait();
        }
    }

    private static long endedProcess() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(java.toString(), "-version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.waitFor();
        return process.pid();
    }

    private List<String> runs() throws IOException {
        return names(output.resolve("runs"));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }
}
