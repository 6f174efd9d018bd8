package io.ctxeval.ledger;

import static io.ctxeval.ledger.Entries.NOON;
import static io.ctxeval.ledger.Entries.answer;
import static io.ctxeval.ledger.Entries.bare;
import static io.ctxeval.ledger.Entries.failure;
import static io.ctxeval.ledger.Entries.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.ledger.FaultyDisk.Faults;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionTest {
    private static final Instant NOW = Instant.parse("2026-03-10T06:00:00Z");
    private static final Duration DAY = Duration.ofHours(24);

    private final Storage storage = new Storage(new Configuration(false));

    @TempDir
    java.nio.file.Path disk;

    @Test
    void compactedEntriesReadAsTheirSegmentsDo() throws IOException {
        writeMixed(11, "r", 300);
        writeMixed(12, "q", 100);
        Map<String, LedgerEntry> mine = all(Selection.allFor("r"));
        Map<String, LedgerEntry> yours = all(Selection.settledFor("q").withoutRawReplies());

        Compaction.Result result = new Compaction(storage, ledger(), 40_000).compact("r");
        assertThat(result.files()).isGreaterThan(2);
        assertThat(all(Selection.allFor("r"))).isEqualTo(mine);
        deleteSegmentsOf("r");

        assertThat(result.entries()).isEqualTo(300);
        assertThat(segments()).hasSize(4);
        assertThat(all(Selection.allFor("r"))).isEqualTo(mine);
        assertThat(all(Selection.settledFor("q").withoutRawReplies())).isEqualTo(yours);
        for (int i = 0; i < 6; i++) {
            assertThat(reader().answersFor(Set.of(key(i)), Selection.allFor("r"))
                            .entries()
                            .get(key(i)))
                    .isEqualTo(mine.get(key(i)));
        }
        for (int part = 0; part < 3; part++) {
            KeyRange range = KeyRange.of(part, 3);
            assertThat(reader().answersFor(range, key -> true, Selection.allFor("r"))
                            .entries()
                            .keySet())
                    .isEqualTo(mine.keySet().stream().filter(range::contains).collect(Collectors.toSet()));
        }
    }

    @Test
    void parsesOnlyWantedRowsOfACompactedFile() throws IOException {
        writeMixed(11, "r", 300);
        new Compaction(storage, ledger()).compact("r");
        deleteSegmentsOf("r");

        LedgerReading reading = reader().answersFor(KeyRange.ALL, key("answer only")::equals, Selection.answers());
        assertThat(reading.notes().parsed()).isZero();
        assertThat(reading.notes().files()).isEqualTo(1);
    }

    @Test
    void compactingAgainAddsNothingUnlessSomethingWasWritten() throws IOException {
        writeMixed(3, "r", 52);
        Compaction compaction = new Compaction(storage, ledger());

        assertThat(compaction.compact("r").entries()).isEqualTo(52);
        assertThat(compaction.compact("r").files()).isZero();
        write("r", answer("late", "r", NOON));
        assertThat(compaction.compact("r").entries()).isEqualTo(1);
        assertThat(compaction.compact("unknown").files()).isZero();
    }

    @Test
    void killedAtAnyStepItLosesNothingAndTheNextOneEndsTheWork() throws IOException {
        writeMixed(5, "r", 120);
        Map<String, LedgerEntry> before = all(Selection.allFor("r"));
        boolean killed = true;
        for (int step = 0; killed; step++) {
            Faults faults = new Faults(step % 2 == 0, true);
            faults.failAtStep(step);
            try {
                new Compaction(new Storage(faults.configuration()), ledger(), 10_000).compact("r");
                killed = false;
            } catch (IOException e) {
                assertThat(e).hasStackTraceContaining("killed");
            }
            assertThat(all(Selection.allFor("r"))).as("step %d", step).isEqualTo(before);
        }
        deleteSegmentsOf("r");

        assertThat(all(Selection.allFor("r"))).isEqualTo(before);
    }

    @Test
    void afterAFullDiskTheNextOneEndsTheWork() throws IOException {
        writeMixed(6, "r", 120);
        Map<String, LedgerEntry> before = all(Selection.allFor("r"));
        Faults faults = new Faults(true, true);
        faults.failAfterBytes(9_000);
        Compaction full = new Compaction(new Storage(faults.configuration()), ledger(), 10_000);

        assertThatThrownBy(() -> full.compact("r"))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("No space left on device");
        assertThat(all(Selection.allFor("r"))).isEqualTo(before);
        faults.heal();
        full.compact("r");
        deleteSegmentsOf("r");

        assertThat(all(Selection.allFor("r"))).isEqualTo(before);
    }

    @Test
    void originalsGoOnlyWhenTheyAndTheirCopiesAreADayOld() throws IOException {
        writeMixed(7, "r", 80);
        writeMixed(8, "never-compacted", 80);
        Map<String, LedgerEntry> before = all(Selection.allFor("r"));
        Compaction compaction = new Compaction(storage, ledger());
        compaction.compact("r");
        age(".jsonl", DAY.plusSeconds(1));
        age(".parquet", DAY.minusSeconds(1));

        assertThat(compaction.deleteOriginals(NOW)).isZero();
        age(".parquet", DAY.plusSeconds(1));
        age(".jsonl", DAY.minusSeconds(1));
        assertThat(compaction.deleteOriginals(NOW)).isZero();
        age(".jsonl", DAY.plusSeconds(1));
        assertThat(compaction.deleteOriginals(NOW)).isEqualTo(4);

        assertThat(segments()).hasSize(4).allMatch(name -> name.startsWith("never-compacted"));
        assertThat(all(Selection.allFor("r"))).isEqualTo(before);
    }

    @Test
    void anOriginalWithALineThatIsNotCopiedStays() throws IOException {
        write("r", answer("a", "r", NOON));
        new Compaction(storage, ledger()).compact("r");
        write("r", answer("b", "r", NOON));
        age(".jsonl", DAY.plusDays(1));
        age(".parquet", DAY.plusDays(1));

        assertThat(new Compaction(storage, ledger()).deleteOriginals(NOW)).isEqualTo(1);
        assertThat(all(Selection.answers())).containsOnlyKeys(key("a"), key("b"));
    }

    @Test
    void namesWhatIsOlderThanTheRetention() throws IOException {
        write("old", answer("a", "old", NOON));
        age(".jsonl", Duration.ofDays(31));
        write("young", answer("b", "young", NOON));
        java.nio.file.Path folder = disk.resolve("ledger/00-ff");
        Files.writeString(folder.resolve(".old-0123456789abcdef.parquet"), "half of a compaction");
        Files.writeString(folder.resolve("notes.txt"), "not of a ledger");
        age(".parquet", Duration.ofDays(31));
        age(".txt", Duration.ofDays(31));
        Files.setLastModifiedTime(onlySegmentOf("young"), FileTime.from(NOW.minus(Duration.ofDays(29))));

        List<Prunable> old = OldEntries.of(storage, ledger(), Duration.ofDays(30), NOW);

        assertThat(old)
                .extracting(Prunable::what)
                .containsExactlyInAnyOrder("leftover of a compaction", "ledger entries of run old");
        assertThat(old).allSatisfy(prunable -> assertThat(prunable.bytes()).isPositive());
        assertThat(OldEntries.of(storage, new Path(disk + "/nowhere"), DAY, NOW))
                .isEmpty();
    }

    @Test
    void namesOriginalsThatHaveCopies() throws IOException {
        write("r", answer("a", "r", NOON));
        new Compaction(storage, ledger()).compact("r");
        age(".jsonl", DAY.plusDays(1));
        age(".parquet", DAY.plusDays(1));

        assertThat(OldEntries.of(storage, ledger(), Duration.ofDays(30), NOW))
                .singleElement()
                .satisfies(original -> assertThat(original.what()).contains("run r", "kept in Parquet too"));
    }

    /** Four segments of answers and failures; keys come up again and again. */
    private void writeMixed(long seed, String run, int entries) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int task = 0; task < 4; task++) {
            try (LedgerWriter writer = writer(run)) {
                for (int i = 0; i < entries / 4; i++) {
                    int question = random.nextInt(entries / 2);
                    Instant time = NOON.plusSeconds(random.nextInt(20));
                    switch (random.nextInt(4)) {
                        case 0 -> writer.append(failure(question, run, "judge_unparseable", time));
                        case 1 -> writer.append(bare(question, time));
                        default -> writer.append(answer(question, run, time));
                    }
                }
            }
        }
    }

    private void write(String run, LedgerEntry entry) throws IOException {
        try (LedgerWriter writer = writer(run)) {
            writer.append(entry);
        }
    }

    private LedgerWriter writer(String run) throws IOException {
        return LedgerWriter.open(storage, ledger(), new TaskAttempt(run, 0, 1), KeyRange.ALL);
    }

    private Path ledger() {
        return new Path(disk.toString(), Ledger.FOLDER);
    }

    private Ledger reader() {
        return new Ledger(storage, ledger());
    }

    private Map<String, LedgerEntry> all(Selection selection) throws IOException {
        LedgerReading reading = reader().answersFor(KeyRange.ALL, key -> true, selection);
        assertThat(reading.notes().damaged()).isZero();
        return reading.entries();
    }

    private List<java.nio.file.Path> files(String ending) throws IOException {
        try (var files = Files.walk(disk)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    private List<String> segments() throws IOException {
        return files(".jsonl").stream()
                .map(file -> String.valueOf(file.getFileName()))
                .toList();
    }

    private java.nio.file.Path onlySegmentOf(String run) throws IOException {
        return files(".jsonl").stream()
                .filter(file -> String.valueOf(file.getFileName()).startsWith(run))
                .findFirst()
                .orElseThrow();
    }

    private void deleteSegmentsOf(String run) throws IOException {
        for (java.nio.file.Path file : files(".jsonl")) {
            if (String.valueOf(file.getFileName()).startsWith(run + "-")) {
                Files.delete(file);
            }
        }
    }

    private void age(String ending, Duration age) throws IOException {
        for (java.nio.file.Path file : files(ending)) {
            Files.setLastModifiedTime(file, FileTime.from(NOW.minus(age)));
        }
    }
}
