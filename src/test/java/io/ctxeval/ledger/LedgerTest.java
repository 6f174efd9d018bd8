package io.ctxeval.ledger;

import static io.ctxeval.ledger.Entries.NOON;
import static io.ctxeval.ledger.Entries.answer;
import static io.ctxeval.ledger.Entries.bare;
import static io.ctxeval.ledger.Entries.failure;
import static io.ctxeval.ledger.Entries.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.table.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    private final Storage storage = new Storage(new Configuration(false));
    private Path folder = new Path("/");
    private Ledger ledger = new Ledger(storage, folder);

    @TempDir
    java.nio.file.Path disk;

    @BeforeEach
    void open() {
        ledger = Ledger.ofState(storage, disk.toString());
        folder = ledger.folder();
    }

    @Test
    void givesBackWhatWasWrittenWithEveryNull() throws IOException {
        LedgerEntry full = answer("full", "r", NOON.plusNanos(123_456_789));
        LedgerEntry bare = bare("bare", NOON);

        write("r", full, bare);

        assertThat(entries(Selection.allFor("r"), "full", "bare", "never asked"))
                .containsOnly(Map.entry(key("full"), full), Map.entry(key("bare"), bare));
    }

    @Test
    void isEmptyWhereThereIsNone() throws IOException {
        assertThat(ledger.answersFor(Set.of(key("a")), Selection.answers()).entries())
                .isEmpty();
        assertThat(ledger.answersFor(Set.of(), Selection.answers()).entries()).isEmpty();
    }

    @Test
    void writesHalfASurrogatePairAsAQuestionMark() throws IOException {
        write("r", answer("a", "r", NOON).withRawReply(reply -> "half \uD83D of one"));

        assertThat(entries(Selection.answers(), "a").get(key("a")))
                .extracting(LedgerEntry::rawReply)
                .isEqualTo("half ? of one");
    }

    @Test
    void readsASegmentThatIsStillOpen() throws IOException {
        try (LedgerWriter writer = writer("r", KeyRange.ALL)) {
            writer.append(answer("a", "r", NOON));
            writer.append(answer("b", "r", NOON));
            writer.commit();
            writer.append(answer("c", "r", NOON));

            assertThat(entries(Selection.answers(), "a", "b", "c")).containsOnlyKeys(key("a"), key("b"));
        }
        assertThat(entries(Selection.answers(), "a", "b", "c")).hasSize(3);
    }

    @Test
    void skipsATornTailWhereverItIsTorn() throws IOException {
        write("r", answer("a", "r", NOON), answer("b", "r", NOON));
        java.nio.file.Path segment = onlySegment();
        byte[] whole = Files.readAllBytes(segment);
        int firstLine = new String(whole, StandardCharsets.ISO_8859_1).indexOf('\n') + 1;

        for (int length = firstLine; length < whole.length; length++) {
            Files.write(segment, Arrays.copyOf(whole, length));
            LedgerReading reading = ledger.answersFor(keys("a", "b"), Selection.answers());

            assertThat(reading.entries()).as("cut at byte %d", length).containsOnlyKeys(key("a"));
            assertThat(reading.notes().torn()).isEqualTo(length == firstLine ? 0 : 1);
            assertThat(reading.notes().damaged()).isZero();
        }
    }

    @Test
    void noticesEveryChangedByteOfAWantedLine() throws IOException {
        write("r", answer("a", "r", NOON), answer("b", "r", NOON), answer("c", "r", NOON));
        java.nio.file.Path segment = onlySegment();
        byte[] whole = Files.readAllBytes(segment);
        String text = new String(whole, StandardCharsets.ISO_8859_1);
        int from = text.indexOf('\n') + 1;
        int to = text.indexOf('\n', from);

        for (int place = from; place < to; place++) {
            byte[] damaged = whole.clone();
            damaged[place] ^= 1;
            Files.write(segment, damaged);
            LedgerReading reading = ledger.answersFor(KeyRange.ALL, key -> true, Selection.answers());

            assertThat(reading.entries()).as("byte %d", place).containsOnlyKeys(key("a"), key("c"));
            assertThat(reading.notes().damaged()).as("byte %d", place).isBetween(1, 2);
            assertThat(reading.notes().examples().get(0)).contains(segment.getFileName() + ", line at byte " + from);
        }
    }

    @Test
    void goesOnBehindAFileThatIsNoSegmentAtAll() throws IOException {
        write("r", answer("a", "r", NOON));
        java.nio.file.Path segment = onlySegment();
        Files.write(segment.resolveSibling("q-0-0-0123456789abcdef-000000.jsonl"), new byte[200_000]);
        Files.writeString(segment.resolveSibling("q-0123456789abcdef.parquet"), "PAR1 and nothing else PAR1");
        Files.writeString(segment.resolveSibling("notes.txt"), "not of a ledger");

        LedgerReading reading = ledger.answersFor(keys("a"), Selection.answers());

        assertThat(reading.entries()).hasSize(1);
        assertThat(reading.notes().files()).isEqualTo(3);
        assertThat(reading.notes().torn()).isEqualTo(1);
        assertThat(reading.notes().damaged()).isEqualTo(1);
        assertThat(reading.notes().examples()).singleElement().asString().contains("q-0123456789abcdef.parquet");
    }

    @Test
    void theFirstByTimeCountsWhoeverWroteItAndWhereverItStands() throws IOException {
        write("late", answer("a", "late", NOON.plusSeconds(2)));
        write("early", answer("a", "early", NOON.plusSeconds(1)));
        write("later", answer("a", "later", NOON.plusSeconds(3)));

        assertThat(entries(Selection.answers(), "a").get(key("a")))
                .extracting(LedgerEntry::runId)
                .isEqualTo("early");
    }

    @Test
    void reusesJudgementsOfAnyRunAndFailuresOfTheSameRunOnly() throws IOException {
        write(
                "mine",
                failure("unparseable", "mine", "judge_unparseable", NOON),
                failure("away", "mine", "judge_unavailable", NOON));
        write("yours", answer("answered", "yours", NOON), failure("theirs", "yours", "judge_unparseable", NOON));
        Object[] questions = {"unparseable", "away", "answered", "theirs"};

        assertThat(entries(Selection.answers(), questions)).containsOnlyKeys(key("answered"));
        assertThat(entries(Selection.settledFor("mine"), questions))
                .containsOnlyKeys(key("answered"), key("unparseable"));
        assertThat(entries(Selection.allFor("mine"), questions))
                .containsOnlyKeys(key("answered"), key("unparseable"), key("away"));
        assertThat(entries(Selection.allFor("mine").ofThisRunOnly(), questions))
                .containsOnlyKeys(key("unparseable"), key("away"));
    }

    @Test
    void aJudgementComesBeforeAnEarlierFailure() throws IOException {
        write("r", failure("a", "r", "judge_unavailable", NOON), answer("a", "r", NOON.plusSeconds(9)));

        assertThat(entries(Selection.allFor("r"), "a").get(key("a")))
                .extracting(LedgerEntry::answered)
                .isEqualTo(true);
    }

    @Test
    void maximumAgeHoldsForOtherRunsOnly() throws IOException {
        write("old", answer("a", "old", NOON.minusSeconds(1)), answer("b", "old", NOON));
        write("mine", answer("c", "mine", NOON.minusSeconds(1)));

        assertThat(entries(Selection.allFor("mine").notBefore(NOON), "a", "b", "c"))
                .containsOnlyKeys(key("b"), key("c"));
    }

    @Test
    void leavesRawRepliesOutWhenAskedTo() throws IOException {
        write("r", answer("a", "r", NOON));

        assertThat(entries(Selection.answers().withoutRawReplies(), "a").values())
                .extracting(LedgerEntry::rawReply)
                .containsOnlyNulls();
    }

    @Test
    void parsesWantedEntriesOnly() throws IOException {
        try (LedgerWriter writer = writer("r", KeyRange.ALL)) {
            for (int i = 0; i < 100_000; i++) {
                writer.append(answer(i, "r", NOON));
            }
        }

        LedgerReading reading = ledger.answersFor(keys(17, 50_000, 99_999, "never asked"), Selection.answers());

        assertThat(reading.entries()).containsOnlyKeys(key(17), key(50_000), key(99_999));
        assertThat(reading.notes().parsed()).isEqualTo(3);
    }

    @Test
    void looksOnlyIntoFoldersOfTheWantedRange() throws IOException {
        for (int task = 0; task < 8; task++) {
            KeyRange range = KeyRange.of(task, 8);
            try (LedgerWriter writer = writer("r", range)) {
                for (int i = 0; i < 100; i++) {
                    if (range.contains(key(i))) {
                        writer.append(answer(i, "r", NOON));
                    }
                }
            }
        }

        LedgerReading one = ledger.answersFor(keys(42), Selection.answers());
        LedgerReading half = ledger.answersFor(KeyRange.of(1, 2), key -> true, Selection.answers());

        assertThat(one.entries()).containsOnlyKeys(key(42));
        assertThat(one.notes().files()).isEqualTo(1);
        assertThat(half.notes().files()).isEqualTo(4);
        assertThat(half.entries().keySet())
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 100)
                        .mapToObj(Entries::key)
                        .filter(KeyRange.of(1, 2)::contains)
                        .toList());
    }

    @Test
    void countsEveryPaymentOfARunOnce() throws IOException {
        write("r", answer("a", "r", NOON), answer("b", "r", NOON));
        write("r", answer("a", "r", NOON.plusSeconds(5)), failure("c", "r", "judge_refused", NOON));
        write("r", answer("b", "r", NOON)); // a copy: the group of a commit that failed after the write
        write("q", answer("d", "q", NOON));
        new Compaction(storage, folder).compact("r");

        List<String> paid = new ArrayList<>();
        ledger.paidBy("r", entry -> paid.add(entry.key()));

        assertThat(paid).containsExactlyInAnyOrder(key("a"), key("a"), key("b"), key("c"));
    }

    @Test
    void cutsRawRepliesByCodePoints() throws IOException {
        String rocket = "\uD83D\uDE80";
        LedgerEntry long1 = answer("a", "r", NOON).withRawReply(reply -> rocket.repeat(LedgerEntry.MAX_RAW_REPLY + 1));

        write("r", long1);

        assertThat(entries(Selection.answers(), "a").get(key("a")))
                .extracting(LedgerEntry::rawReply)
                .isEqualTo(rocket.repeat(LedgerEntry.MAX_RAW_REPLY));
        assertThat(answer("a", "r", NOON).withRawReply(reply -> null).rawReply())
                .isNull();
    }

    @Test
    void refusesWhatNoReaderWouldFind() throws IOException {
        KeyRange elsewhere = KeyRange.bucketOf(key("a")) < 128 ? KeyRange.of(1, 2) : KeyRange.of(0, 2);
        try (LedgerWriter writer = writer("r", elsewhere)) {
            assertThatThrownBy(() -> writer.append(answer("a", "r", NOON)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(elsewhere.folder());
        }
        assertThatThrownBy(() -> new TaskAttempt("../../etc", 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void rangesOfTasksShareTheKeysWithoutGapOrOverlap() {
        for (int partitions = 1; partitions <= KeyRange.BUCKETS; partitions++) {
            int next = 0;
            for (int partition = 0; partition < partitions; partition++) {
                KeyRange range = KeyRange.of(partition, partitions);
                assertThat(range.first()).isEqualTo(next);
                assertThat(KeyRange.partitionOf(String.format("%02x", range.first()), partitions))
                        .isEqualTo(partition);
                assertThat(KeyRange.partitionOf(String.format("%02x", range.last()), partitions))
                        .isEqualTo(partition);
                assertThat(KeyRange.ofFolder(range.folder())).contains(range);
                next = range.last() + 1;
            }
            assertThat(next).isEqualTo(KeyRange.BUCKETS);
        }
    }

    @Test
    void groupsAreDueByNumberAndByAge() throws IOException {
        try (LedgerWriter writer = writer("r", KeyRange.ALL)) {
            assertThat(writer.commitIfDue(NOON)).isZero();
            for (int i = 0; i < 49; i++) {
                writer.append(answer(i, "r", NOON));
            }
            assertThat(writer.dueAt()).contains(NOON.plusSeconds(1));
            assertThat(writer.commitIfDue(NOON.plusMillis(999))).isZero();
            writer.append(answer(49, "r", NOON));
            assertThat(writer.commitIfDue(NOON.plusMillis(999))).isEqualTo(50);
            assertThat(writer.pending()).isZero();
            writer.append(answer(50, "r", NOON));
            assertThat(writer.commitIfDue(NOON.plus(Duration.ofSeconds(1)))).isEqualTo(1);
            writer.append(answer(51, "r", NOON));
            assertThat(writer.commitIfDue(NOON.minusSeconds(3600))).isEqualTo(1);
        }
        assertThat(segments()).hasSize(1);
    }

    @Test
    void aWriterWithoutEntriesLeavesNoFile() throws IOException {
        writer("r", KeyRange.ALL).close();

        assertThat(disk).isEmptyDirectory();
    }

    @Test
    void theLocalDiskSyncsThroughStorage() throws IOException {
        try (var out = storage.create(new Path(folder, "x"))) {
            assertThat(out.hasCapability("hsync")).isTrue();
        }
    }

    private LedgerWriter writer(String run, KeyRange range) throws IOException {
        return LedgerWriter.open(storage, folder, new TaskAttempt(run, 0, 7), range);
    }

    private void write(String run, LedgerEntry... entries) throws IOException {
        try (LedgerWriter writer = writer(run, KeyRange.ALL)) {
            for (LedgerEntry entry : entries) {
                writer.append(entry);
                writer.commitIfDue(entry.time());
            }
        }
    }

    private static Set<String> keys(Object... questions) {
        return Arrays.stream(questions).map(Entries::key).collect(Collectors.toSet());
    }

    private Map<String, LedgerEntry> entries(Selection selection, Object... questions) throws IOException {
        return ledger.answersFor(keys(questions), selection).entries();
    }

    private List<java.nio.file.Path> segments() throws IOException {
        try (var files = Files.walk(disk)) {
            return files.filter(file -> file.toString().endsWith(".jsonl")).toList();
        }
    }

    private java.nio.file.Path onlySegment() throws IOException {
        return segments().get(0);
    }
}
