package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.InputSpec.Damaged;
import io.ctxeval.plan.PlanRefused;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A packed file with a byte changed, cut short or with something behind it gives what was packed, or is reported damaged. */
class DamagedFilesProperties {
    private static final long SEED = 20260101;
    private static final int FLIPS_A_BYTE = 3;
    private static final int MARK_BYTES = 16;
    private static final Configuration CONFIGURATION = new Configuration(false);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"gz, 1", "gz, 3", "bz2, 1", "bz2, 3", "zst, 1", "zst, 3"})
    void unpacksTheSameBytesOrFails(String extension, int members) throws IOException {
        Packed packed = Packed.of(extension, members);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int position = 0; position < packed.bytes.length; position++) {
            for (int i = 0; i < FLIPS_A_BYTE; i++) {
                byte[] flipped = packed.bytes.clone();
                flipped[position] ^= (byte) random.nextInt(1, 256);
                assertSameOrFails(packed, flipped, "flipped at " + position);
            }
        }
        for (int length = 1; length < packed.bytes.length; length++) {
            if (!packed.ends.contains(length)) {
                assertSameOrFails(packed, Arrays.copyOf(packed.bytes, length), "cut to " + length);
            }
        }
        for (int surplus = 1; surplus < 20; surplus++) {
            byte[] longer = Arrays.copyOf(packed.bytes, packed.bytes.length + surplus);
            assertSameOrFails(packed, longer, "followed by " + surplus + " bytes of 0");
            Arrays.fill(longer, packed.bytes.length, longer.length, (byte) 'B');
            assertSameOrFails(packed, longer, "followed by " + surplus + " letters");
        }
    }

    private static void assertSameOrFails(Packed packed, byte[] bytes, String damage) throws IOException {
        String what = packed.extension + ", seed " + SEED + ", " + damage;
        Compression compression = Compression.of(Arrays.copyOf(bytes, Math.min(bytes.length, Compression.HEAD)), what);
        if (compression == Compression.NONE) {
            // told from the name, see below
            assertThat(FileKind.compression("f." + packed.extension)).as(what).isPresent();
            return;
        }
        byte[] text;
        try (InputStream unpacked = compression.unpack(new ByteArrayInputStream(bytes), CONFIGURATION)) {
            text = unpacked.readAllBytes();
        } catch (IOException e) {
            return;
        }
        assertThat(text).as(what).isEqualTo(packed.text);
    }

    @ParameterizedTest
    @CsvSource({"gz, jsonl", "bz2, jsonl", "zst, jsonl", "gz, csv", "bz2, csv", "zst, csv", "bz2, json"})
    void findsEveryRecordOrReportsTheFile(String extension, String format) throws IOException, PlanRefused {
        Packed packed = Packed.of(extension, 2);
        SplittableRandom random = new SplittableRandom(SEED);
        Path file = folder.resolve("f." + format + "." + extension);
        // the marks of the file at every byte, what is behind them at some
        for (int position = 0; position < packed.bytes.length; position += position < MARK_BYTES ? 1 : 7) {
            byte[] flipped = packed.bytes.clone();
            flipped[position] ^= (byte) random.nextInt(1, 256);
            Files.write(file, flipped);
            assertAllOrReported(file, "seed " + SEED + ", flipped at " + position);
            if (!packed.ends.contains(position)) {
                Files.write(file, Arrays.copyOf(packed.bytes, position));
                assertAllOrReported(file, "cut to " + position);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"gz, jsonl", "bz2, jsonl", "zst, jsonl", "gz, csv", "bz2, csv", "zst, csv"})
    void usesTheMembersBeforeTheDamagedOneWhereDamageIsSkipped(String extension, String format)
            throws IOException, PlanRefused {
        Packed packed = Packed.of(extension, 2);
        int second = Collections.min(packed.ends);
        byte[] damaged = packed.bytes.clone();
        damaged[second + 1] ^= 1;
        Path file = Files.write(folder.resolve("f." + format + "." + extension), damaged);

        InputFiles files = InputFiles.of(InputsFixture.skipping(file.toString()), CONFIGURATION);
        List<Found> found = read(files, Damaged.SKIP);

        int before = format.equals("csv") ? Packed.LINES / 2 - 1 : Packed.LINES / 2;
        assertThat(found).hasSize(before + 1);
        assertThat(found.subList(0, before)).allMatch(one -> one instanceof Found.Intact);
        assertThat(found.get(before)).isInstanceOf(Found.Broken.class);
    }

    private static void assertAllOrReported(Path file, String damage) throws IOException, PlanRefused {
        InputFiles files = InputFiles.of(InputsFixture.skipping(file.toString()), CONFIGURATION);
        List<Found> found = read(files, Damaged.SKIP);
        // the first line is a header to CSV
        int records =
                FileKind.byName(file.toString()).equals(Optional.of(FileKind.CSV)) ? Packed.LINES - 1 : Packed.LINES;
        boolean reported = found.stream().anyMatch(one -> one instanceof Found.Broken);
        long intact = found.stream().filter(one -> one instanceof Found.Intact).count();
        assertThat(reported || (intact == records && found.size() == records))
                .as("%s, %s: %d records, not reported", file.getFileName(), damage, intact)
                .isTrue();
        if (reported) {
            assertThatThrownBy(() -> read(InputFiles.of(InputSpec.of(file.toString()), CONFIGURATION), Damaged.FAIL))
                    .as("%s, %s", file.getFileName(), damage)
                    .isInstanceOf(InputRefused.class)
                    .hasMessageContaining(file.getFileName() + ": is damaged");
        }
    }

    private static List<Found> read(InputFiles files, Damaged damaged) throws IOException {
        List<Found> found = new ArrayList<>();
        try (SliceRecords records = OpenedInput.allRecords(0, files.files(), damaged, CONFIGURATION)) {
            records.forEachRemaining(found::add);
        }
        return found;
    }

    /**
     * A file of JSON lines below a line that is a header to CSV, of which every line is a record to either.
     *
     * @param ends where a member ends: what is cut there is a whole file
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Packed(String extension, byte[] bytes, byte[] text, Set<Integer> ends) {
        static final int LINES = 12;

        static Packed of(String extension, int members) throws IOException {
            SplittableRandom random = new SplittableRandom(SEED);
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Set<Integer> ends = new HashSet<>();
            for (int member = 0; member < members; member++) {
                StringBuilder lines = new StringBuilder();
                for (int i = 0; i < LINES / members; i++) {
                    lines.append("{\"n\": ").append(random.nextLong()).append("}\n");
                }
                byte[] part = lines.toString().getBytes(StandardCharsets.UTF_8);
                text.write(part);
                try (OutputStream out = packer(extension, bytes)) {
                    out.write(part);
                }
                ends.add(bytes.size());
            }
            return new Packed(extension, bytes.toByteArray(), text.toByteArray(), ends);
        }

        private static OutputStream packer(String extension, OutputStream out) throws IOException {
            return switch (extension) {
                case "gz" -> new GZIPOutputStream(out);
                // the smallest blocks: the decoder's tables are as large as they
                case "bz2" -> new BZip2CompressorOutputStream(out, 1);
                // as the zstd program does
                case "zst" -> new ZstdOutputStream(out).setChecksum(true);
                default -> throw new IllegalArgumentException(extension);
            };
        }
    }
}
