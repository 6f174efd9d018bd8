package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.InputSpec.Damaged;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Parquet files, written with checksums of their pages, with bytes changed: reading them never fails without naming the file, and
 * what a page holds is never other than what was written.
 */
class DamagedPagesProperties {
    private static final int ROUNDS = 20;
    private static final int ROWS = 30;
    private static final int TAIL = 8;

    private static final CompressionCodecName[] CODECS = {
        CompressionCodecName.UNCOMPRESSED,
        CompressionCodecName.SNAPPY,
        CompressionCodecName.ZSTD,
        CompressionCodecName.GZIP,
        CompressionCodecName.LZ4_RAW
    };

    private static final MappingSpec MAPPING = new MappingSpec(
            "ragas-v0",
            null,
            List.of(),
            null,
            List.of(),
            null,
            InputsFixture.fields("input", "question", "output", "answer", "context", "chunks(contexts)"));

    @TempDir
    Path folder;

    static LongStream seeds() {
        return LongStream.range(0, 10);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void damageInsideAPageIsReported(long seed) throws IOException, PlanRefused {
        SplittableRandom random = new SplittableRandom(seed);
        Path file = written(seed, random);
        byte[] whole = Files.readAllBytes(file);
        List<String> lines = lines(file);
        List<int[]> pages = pages(whole);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] now = whole.clone();
            StringBuilder what = new StringBuilder("pages, seed " + seed + ", round " + round + ":");
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                int[] page = pages.get(random.nextInt(pages.size()));
                int at = random.nextInt(page[0], page[1]);
                now[at] ^= (byte) random.nextInt(1, 256);
                what.append(" flipped at ").append(at);
            }
            List<Outcome> outcomes = read(file, now, round, what.toString());
            if (outcomes.isEmpty()) {
                continue;
            }
            boolean reported = isReported(outcomes);
            List<String> found = records(outcomes);
            if (reported) {
                assertThat(lines).as(what.toString()).containsAll(found);
            } else {
                // the damage is in a column that nobody reads, or was taken back
                assertThat(found).as(what.toString()).isEqualTo(lines);
            }
        }
    }

    /** The format has no checksum of its footer and of the headers of pages: what holds there rests on what the reader checks. */
    @ParameterizedTest
    @MethodSource("seeds")
    void damageAnywhereIsReportedOrHarmless(long seed) throws IOException, PlanRefused {
        SplittableRandom random = new SplittableRandom(seed);
        Path file = written(seed, random);
        byte[] whole = Files.readAllBytes(file);
        List<String> lines = lines(file);
        for (int round = 0; round < ROUNDS; round++) {
            boolean tail = round % 2 == 0;
            Mutilated now = Mutilated.of(whole, random, tail ? footer(whole) : 0, whole.length);
            String what = "file, seed " + seed + ", round " + round + ": " + now.damage();
            List<Outcome> outcomes = read(file, now.bytes(), round, what);
            if (!outcomes.isEmpty() && !isReported(outcomes)) {
                assertThat(records(outcomes)).as(what).isEqualTo(lines);
            }
        }
    }

    private static List<String> records(List<Outcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome instanceof CanonicalRecord)
                .map(InputsFixture::line)
                .toList();
    }

    /** The outcomes; none where the file is refused by its name. */
    private static List<Outcome> read(Path file, byte[] now, int round, String what) throws IOException {
        Files.write(file, now);
        Damaged damaged = round % 3 == 0 ? Damaged.FAIL : Damaged.SKIP;
        InputSpec spec = new InputSpec(file.toString(), null, Map.of(), damaged, MAPPING);
        try {
            List<Outcome> outcomes = InputsFixture.outcomesOfSlices(spec, 1);
            List<Outcome> cut = InputsFixture.outcomesOfSlices(spec, 5);
            if (!isReported(outcomes)) {
                assertThat(records(cut)).as(what).isEqualTo(records(outcomes));
            }
            return outcomes;
        } catch (InputRefused e) {
            assertThat(e).as(what).hasMessageContaining(file.getFileName().toString());
            return List.of();
        } catch (PlanRefused e) {
            assertThat(e).as(what).hasMessageContaining("no column is called");
            return List.of();
        } catch (AssertionError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            return fail(what, e);
        }
    }

    private static boolean isReported(List<Outcome> outcomes) {
        return outcomes.stream().anyMatch(outcome -> outcome instanceof DamagedFile);
    }

    private static List<String> lines(Path file) throws PlanRefused {
        List<String> lines = records(InputsFixture.outcomesOfSlices(InputsFixture.mapped(file.toString(), MAPPING), 1));
        assertThat(lines).hasSize(ROWS);
        return lines;
    }

    private Path written(long seed, SplittableRandom random) throws IOException {
        Path file = folder.resolve("f.parquet");
        Files.deleteIfExists(file);
        CompressionCodecName codec = CODECS[(int) seed % CODECS.length];
        WriterVersion version = seed % 2 == 0 ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0;
        ParquetTrapFile rows = new ParquetTrapFile(
                        "f.parquet",
                        "required binary question (STRING); optional binary answer (STRING); optional int64 noise;"
                                + "optional group contexts (LIST) { repeated group list { optional binary element (STRING); } }")
                .written(builder -> builder.withCompressionCodec(codec)
                        .withWriterVersion(version)
                        .withRowGroupRowCountLimit(10)
                        .withPageRowCountLimit(4));
        for (int i = 0; i < ROWS; i++) {
            String question = "question " + i + " of " + random.nextLong();
            boolean answered = random.nextInt(4) > 0;
            String answer = "answer " + random.nextInt(5);
            int chunks = random.nextInt(4);
            rows.row(group -> {
                group.append("question", question).append("noise", 7L);
                if (answered) {
                    group.append("answer", answer);
                }
                var list = group.addGroup("contexts");
                for (int chunk = 0; chunk < chunks; chunk++) {
                    list.addGroup("list").append("element", "chunk " + chunk);
                }
            });
        }
        rows.write(folder, false);
        return file;
    }

    private static int footer(byte[] bytes) {
        int length = ByteBuffer.wrap(bytes, bytes.length - TAIL, Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
        return bytes.length - TAIL - length;
    }

    /** Where the bodies of the pages are: from, to. */
    private static List<int[]> pages(byte[] bytes) throws IOException {
        int start = footer(bytes);
        FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(bytes, start, bytes.length - start));
        List<int[]> pages = new ArrayList<>();
        for (RowGroup group : footer.getRow_groups()) {
            for (ColumnChunk column : group.getColumns()) {
                ColumnMetaData chunk = column.getMeta_data();
                long at = chunk.isSetDictionary_page_offset()
                        ? Math.min(chunk.getDictionary_page_offset(), chunk.getData_page_offset())
                        : chunk.getData_page_offset();
                long end = at + chunk.getTotal_compressed_size();
                while (at < end) {
                    ByteArrayInputStream rest = new ByteArrayInputStream(bytes, (int) at, (int) (end - at));
                    PageHeader header = Util.readPageHeader(rest);
                    assertThat(header.isSetCrc()).isTrue();
                    int body = (int) end - rest.available();
                    at = (long) body + header.getCompressed_page_size();
                    if (at > body) {
                        pages.add(new int[] {body, (int) at});
                    }
                }
            }
        }
        return pages;
    }
}
