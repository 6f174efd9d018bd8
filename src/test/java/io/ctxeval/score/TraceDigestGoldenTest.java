package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.trace.AgentTrace;
import io.ctxeval.trace.TraceDefaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first 1,000 of the synthetic traces of ../shared/bench (seed 7), 14 MB made by its Python script, against the digest over
 * every score of the reference. {@code TraceScoringBenchmark} checks all 20,000.
 */
class TraceDigestGoldenTest {
    private static final Path BENCH = Path.of("../shared/bench");

    @Test
    void scoresOfTheSyntheticTracesHaveTheReferencesBits(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isDirectory(BENCH), "../shared/bench is not there: skipped");
        Path file = folder.resolve("traces.jsonl");
        assumeTrue(generated(file), "python3 is not there: skipped");
        TraceLines lines = new TraceLines(Files.readAllBytes(file));
        TraceLines.Digest digest = new TraceLines.Digest();
        TraceScorer scorer = new TraceScorer();
        for (AgentTrace trace = lines.next(); trace != null; trace = lines.next()) {
            digest.add(lines, scorer.score(trace, TraceDefaults.NONE));
        }
        String expected = new ObjectMapper()
                .readTree(BENCH.resolve("expected_seed7_20000.json").toFile())
                .at("/digest/first_1000")
                .textValue();
        assertThat(digest.hex()).isEqualTo(expected);
    }

    private static boolean generated(Path file) throws InterruptedException {
        try {
            String script = BENCH.resolve("gen_traces.py").toString();
            Process python = new ProcessBuilder(
                            "python3", script, "--count", "1000", "--seed", "7", "--out", file.toString())
                    .inheritIO()
                    .start();
            return python.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
