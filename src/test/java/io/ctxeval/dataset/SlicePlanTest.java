package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlicePlanTest {
    @Test
    void cutsOnlyFilesThatCanBeCut() {
        List<SniffedFile> files = List.of(
                file("a", 1_000, Compression.NONE, new Container.JsonLines()),
                file("b", 1_000, Compression.GZIP, new Container.JsonLines()),
                file("c", 1_000, Compression.NONE, new Container.JsonDocument()),
                file("d", 1_000, Compression.NONE, new Container.Csv(CsvDialect.COMMAS)),
                file("e", 1_000, Compression.NONE, new Container.Parquet()));
        List<Long> slices = new ArrayList<>();
        for (SniffedFile file : files) {
            slices.add((long) SlicePlan.ofTasks(0, List.of(file), 4).size());
        }
        assertThat(slices).containsExactly(4L, 1L, 1L, 1L, 4L);
    }

    @Test
    void packsSmallFilesIntoOneTask() {
        List<SniffedFile> files = List.of(
                file("a", 10, Compression.NONE, new Container.JsonLines()),
                file("b", 10, Compression.NONE, new Container.JsonLines()));
        assertThat(SlicePlan.of(0, files, 2)).hasSize(1);
        assertThat(SlicePlan.of(0, List.of(), 2)).isEmpty();
    }

    @Test
    void coversEveryByteOnceAndKeepsTheOrderOfFiles() {
        SplittableRandom random = new SplittableRandom(11);
        for (int round = 0; round < 200; round++) {
            List<SniffedFile> files = new ArrayList<>();
            for (int i = random.nextInt(1, 5); i > 0; i--) {
                long length = random.nextLong(0, 1L << random.nextInt(1, 41));
                files.add(file("f" + files.size(), length, Compression.NONE, new Container.JsonLines()));
            }
            int tasks = random.nextInt(1, 20);
            List<FileSlice> slices = SlicePlan.ofTasks(0, files, tasks).stream()
                    .flatMap(List::stream)
                    .toList();
            int next = 0;
            for (SniffedFile file : files) {
                long at = 0;
                do {
                    FileSlice slice = slices.get(next++);
                    assertThat(slice.file()).as("seed 11, round %d", round).isEqualTo(file);
                    assertThat(slice.from()).as("seed 11, round %d", round).isEqualTo(at);
                    at = slice.to();
                } while (at < file.file().length());
                assertThat(at).isEqualTo(file.file().length());
            }
            assertThat(next).isEqualTo(slices.size());
        }
    }

    private static SniffedFile file(String name, long length, Compression compression, Container container) {
        return new SniffedFile(new ListedFile(name, name, length, Map.of(), true), compression, container);
    }
}
