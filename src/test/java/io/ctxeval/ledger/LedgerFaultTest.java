package io.ctxeval.ledger;

import static io.ctxeval.ledger.Entries.NOON;
import static io.ctxeval.ledger.Entries.answer;
import static io.ctxeval.ledger.Entries.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.ledger.FaultyDisk.Faults;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerFaultTest {
    @TempDir
    java.nio.file.Path disk;

    @ParameterizedTest
    @CsvSource({"true,true", "true,false", "false,true", "false,false"})
    void aFullDiskIsToldWithTheFileAndWhatToDoAndNothingIsClaimedDurable(boolean asError, boolean syncs)
            throws IOException {
        Faults faults = new Faults(asError, syncs);
        LedgerWriter writer = writer(new Storage(faults.configuration()), "r");
        writer.append(answer("a", "r", NOON));
        assertThat(writer.commit()).isEqualTo(1);
        writer.append(answer("b", "r", NOON));
        writer.append(answer("c", "r", NOON));
        faults.failAfterBytes(100);

        assertThatThrownBy(writer::commit)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(ledger().toUri().getPath())
                .hasMessageContaining(".jsonl")
                .hasMessageContaining("No space left on device")
                .hasMessageContaining("2 answers aren't durable")
                .hasMessageContaining("state=FOLDER");
        assertThat(writer.pending()).isEqualTo(2);
        assertThat(found()).containsOnlyKeys(key("a"));

        faults.heal();
        assertThat(writer.commit()).isEqualTo(2);
        assertThat(found()).containsOnlyKeys(key("a"), key("b"), key("c"));
        writer.close();
    }

    @Test
    void whereNothingSyncsEveryGroupIsASegmentOfItsOwn() throws IOException {
        LedgerWriter writer = writer(new Storage(new Faults(false, false).configuration()), "r");
        writer.append(answer("first", "r", NOON));
        writer.commit();
        for (int i = 0; i < 199; i++) {
            writer.append(answer(i, "r", NOON));
        }

        assertThat(writer.commitIfDue(NOON.plusMillis(4999))).isZero();
        assertThat(writer.dueAt()).contains(NOON.plusSeconds(5));
        writer.append(answer(199, "r", NOON));
        assertThat(writer.commitIfDue(NOON)).isEqualTo(200);
        writer.close();

        assertThat(names(".jsonl")).hasSize(2);
        assertThat(found()).hasSize(201);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aWriterKilledAtAnyByteLosesOnlyWhatWasNotCommitted(boolean syncs) throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        for (int bytes = 0; bytes < 12_000; bytes += 1 + random.nextInt(700)) {
            String run = "killed-" + bytes;
            Faults faults = new Faults(true, syncs);
            faults.failAfterBytes(bytes);
            Set<String> durable = new HashSet<>();
            LedgerWriter writer = writer(new Storage(faults.configuration()), run);
            List<String> open = new ArrayList<>();
            try {
                for (int i = 0; i < 30; i++) {
                    writer.append(answer(run + i, run, NOON));
                    open.add(key(run + i));
                    if (i % 4 == 3) {
                        writer.commit();
                        durable.addAll(open);
                        open.clear();
                    }
                }
            } catch (IOException killed) {
                // the process is gone: nothing is closed
            }

            assertThat(found().keySet()).as("after %d bytes", bytes).containsAll(durable);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whateverFailsWhenNothingCommittedIsLostAndARetryHeals(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Faults faults = new Faults(random.nextBoolean(), random.nextBoolean());
        Storage storage = new Storage(faults.configuration());
        Map<String, LedgerEntry> durable = new HashMap<>();
        Map<String, LedgerEntry> open = new HashMap<>();
        LedgerWriter writer = writer(storage, "r");
        for (int i = 0; i < 400; i++) {
            LedgerEntry entry = answer(i, "r", NOON.plusMillis(i));
            writer.append(entry);
            open.put(entry.key(), entry);
            if (random.nextInt(4) == 0) {
                faults.failAfterBytes(random.nextInt(4000));
            } else if (random.nextInt(4) == 0) {
                faults.failAtStep(random.nextInt(4));
            }
            try {
                if (writer.commitIfDue(NOON.plusMillis(i + random.nextInt(2000))) > 0) {
                    durable.putAll(open);
                    open.clear();
                }
            } catch (IOException failed) {
                faults.heal();
            }
            assertThat(writer.pending()).as("seed %d", seed).isEqualTo(open.size());
            if (i % 20 == 0) {
                assertThat(found()).as("seed %d, entry %d", seed, i).containsAllEntriesOf(durable);
            }
        }
        faults.heal();
        writer.close();
        durable.putAll(open);

        assertThat(found()).as("seed %d", seed).isEqualTo(durable);
    }

    @Test
    void twoRunsAtOnceAreBothRightAndAgreeOnWhatCounts() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Map<String, LedgerEntry>>> runs = new ArrayList<>();
            for (String run : List.of("one", "two")) {
                runs.add(threads.submit(writingAll(run, run.equals("one") ? NOON : NOON.plusSeconds(1))));
            }
            for (Future<Map<String, LedgerEntry>> run : runs) {
                assertThat(run.get()).hasSize(500);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(found().values()).hasSize(500).extracting(LedgerEntry::runId).containsOnly("one");
    }

    private Callable<Map<String, LedgerEntry>> writingAll(String run, Instant time) {
        return () -> {
            try (LedgerWriter writer = writer(plain(), run)) {
                for (int i = 0; i < 500; i++) {
                    writer.append(answer(i, run, time));
                    if (i % 50 == 0) {
                        writer.commit();
                        assertThat(found()).containsKey(key(i));
                    }
                }
            }
            return found();
        };
    }

    @Test
    void aDiskWithoutAFolderForItIsToldBeforeAnythingIsClaimed() throws IOException {
        Files.writeString(disk.resolve("ledger"), "a file where the folder should be");
        LedgerWriter writer = writer(plain(), "r");
        writer.append(answer("a", "r", NOON));

        assertThatThrownBy(writer::commit).isInstanceOf(IOException.class).hasMessageContaining("1 answers aren't");
        assertThat(writer.pending()).isEqualTo(1);
    }

    @Test
    void aFolderThatIsNotSharedIsToldWithTheHost() throws IOException {
        Storage storage = plain();
        SharedStateProbe probe = SharedStateProbe.place(storage, disk.toString());

        assertThat(probe.problemOn("here", storage)).isEmpty();
        try (var files = Files.list(disk)) {
            for (java.nio.file.Path file : files.toList()) {
                Files.writeString(file, "of another host");
            }
        }
        assertThat(probe.problemOn("worker-3", storage))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("isn't the same file system on host worker-3", disk.toString(), "--set state="));
        probe.remove(storage);
        assertThat(probe.problemOn("worker-3", storage))
                .hasValueSatisfying(problem -> assertThat(problem).contains("isn't there"));
        assertThat(disk).isEmptyDirectory();
    }

    private static Storage plain() {
        return new Storage(new Configuration(false));
    }

    private Path ledger() {
        return new Path(disk.toString(), Ledger.FOLDER);
    }

    private LedgerWriter writer(Storage storage, String run) throws IOException {
        return LedgerWriter.open(storage, ledger(), new TaskAttempt(run, 0, 1), KeyRange.ALL);
    }

    private Map<String, LedgerEntry> found() throws IOException {
        return new Ledger(plain(), ledger())
                .answersFor(KeyRange.ALL, key -> true, Selection.answers())
                .entries();
    }

    private List<String> names(String ending) throws IOException {
        try (var files = Files.walk(disk)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(ending))
                    .toList();
        }
    }
}
