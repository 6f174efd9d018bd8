package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import io.ctxeval.SparkForTests;
import io.ctxeval.dataset.Mutilated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs over damaged files of three formats: no stack trace, and the counts add up. */
class DamagedRunsIT {
    private static final int RUNS = 8;
    private static final int FILES_OF_A_FORMAT = 2;
    private static final int ROWS = 30;
    private static final String REJECTED = "rejected";

    @TempDir
    Path folder;

    private byte[] lines = {};
    private byte[] cells = {};
    private byte[] columns = {};

    @BeforeEach
    void write() throws IOException {
        List<String> rows = new GeneratedRows(5).lines(ROWS);
        lines = (String.join("\n", rows) + "\n").getBytes(StandardCharsets.UTF_8);
        StringBuilder csv = new StringBuilder("sample_id,retriever_version,input,output,context\n");
        for (int i = 0; i < ROWS; i++) {
            csv.append(i)
                    .append(",v1,\"when, where?\",\"in \"\"Paris\"\" at ")
                    .append(i)
                    .append("\",\"[\"\"in Paris\"\", \"\"at noon\"\"]\"\n");
        }
        cells = csv.toString().getBytes(StandardCharsets.UTF_8);
        Path written = folder.resolve("written");
        SparkForTests.session()
                .sql("select concat('p', id) as sample_id, 'v1' as retriever_version, 'where?' as input,"
                        + " concat('in Paris at ', id) as output, array('in Paris', 'at noon') as context from range("
                        + ROWS + ")")
                .coalesce(1)
                .write()
                .option("parquet.page.write-checksum.enabled", true)
                .parquet(written.toString());
        try (Stream<Path> parts = Files.list(written)) {
            columns = Files.readAllBytes(parts.filter(part -> part.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow());
        }
    }

    @Test
    void countsAddUpWhateverIsDamaged() throws Exception {
        SplittableRandom random = new SplittableRandom(20260131);
        int published = 0;
        for (int run = 0; run < RUNS; run++) {
            Path inputs = folder.resolve("in-" + run);
            Files.createDirectories(inputs);
            StringBuilder what = new StringBuilder("seed 20260131, run " + run);
            for (int i = 0; i < FILES_OF_A_FORMAT; i++) {
                damage(inputs.resolve("a" + i + ".jsonl"), lines, random, what);
                damage(inputs.resolve("b" + i + ".csv"), cells, random, what);
                damage(inputs.resolve("c" + i + ".parquet"), columns, random, what);
            }
            Path output = folder.resolve("out-" + run);
            CommandRun ran = CommandRun.of(
                    "evaluate",
                    "--judge",
                    "lexical",
                    "--rows",
                    "jsonl",
                    "--output",
                    output.toString(),
                    "--input",
                    inputs.toString(),
                    "--set",
                    run % 3 == 2 ? "damaged=fail" : "damaged=skip",
                    "--set",
                    "max-rejected=1");
            assertThat(ran.err()).as(what.toString()).doesNotContain("\tat ", "Exception");
            assertThat(ran.exitCode()).as("%s: %s", what, ran.err()).isIn(0, 1, 4);
            if (ran.exitCode() == 4) {
                assertThat(ran.err()).as(what.toString()).contains("in-" + run + "/");
            }
            if (Files.isDirectory(output.resolve("runs"))
                    && !PublishedRun.visible(output.resolve("runs")).isEmpty()) {
                published++;
                assertCounts(PublishedRun.onlyIn(output), what.toString());
            }
            FileUtil.fullyDelete(output.toFile());
        }
        assertThat(published).isGreaterThan(RUNS / 2 - 1);
    }

    private static void damage(Path file, byte[] whole, SplittableRandom random, StringBuilder what)
            throws IOException {
        Mutilated now = Mutilated.of(whole, random);
        Files.write(file, now.bytes());
        what.append("; ").append(file.getFileName()).append(": ").append(now.damage());
    }

    private static void assertCounts(PublishedRun run, String what) throws IOException {
        long used = 0;
        long rejected = 0;
        for (JsonNode input : run.manifest().get("inputs")) {
            assertThat(input.get("records").longValue())
                    .as("%s: %s", what, input)
                    .isEqualTo(input.get("used").longValue()
                            + input.get("filtered").longValue()
                            + input.get(REJECTED).longValue());
            used += input.get("used").longValue();
            rejected += input.get(REJECTED).longValue();
        }
        assertThat(run.manifest().get("metrics"))
                .as(what)
                .isNotEmpty()
                .allMatch(metric -> metric.get("identity_holds").booleanValue());
        assertThat(run.rows("scores")).as(what).hasSize((int) used);
        assertThat(rejected == 0 ? List.of() : run.rows(REJECTED)).as(what).hasSize((int) rejected);
    }
}
