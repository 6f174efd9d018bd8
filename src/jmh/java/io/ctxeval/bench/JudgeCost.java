package io.ctxeval.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.embedding.EmbeddingModel;
import io.ctxeval.embedding.ModelUnavailable;
import io.ctxeval.judge.EmbeddedJudge;
import io.ctxeval.judge.Judge;
import io.ctxeval.judge.LexicalJudge;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a built-in judge costs, as {@code scripts/bench judge-cost [embedded|lexical]}: processor time of both metrics' questions on the
 * rows of RAMDocs, one thread, with a new judge in each round, so that nothing is remembered from the one before; and what the
 * process takes beside its heap. The script fixes the heap and touches all of it at the start: what is resident beyond that is outside
 * the heap. The first round warms up and isn't counted.
 */
public final class JudgeCost {
    private static final Path PUBLIC = Path.of("target/public");
    private static final Path ROWS = PUBLIC.resolve("ramdocs.jsonl");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int ROUNDS = 3;
    private static final int MAX_ASPECTS = 12;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private JudgeCost() {}

    private record Sample(String input, String output, List<String> chunks) {}

    /**
     * Measures and prints.
     *
     * @param arguments the judge; none: {@code embedded}
     */
    public static void main(String[] arguments) throws IOException, ModelUnavailable {
        String kind = arguments.length == 0 ? EmbeddedJudge.NAME : arguments[0];
        PreparePublic.write(PUBLIC);
        List<Sample> samples = samples();
        long heap = Runtime.getRuntime().maxMemory();
        long before = resident("VmRSS") - heap;
        double[] times = new double[ROUNDS];
        for (int round = -1; round < ROUNDS; round++) {
            long started = THREADS.getCurrentThreadCpuTime();
            judge(samples, kind.equals(EmbeddedJudge.NAME) ? new EmbeddedJudge(EmbeddingModel.shared()) : new LexicalJudge());
            if (round >= 0) {
                times[round] = (THREADS.getCurrentThreadCpuTime() - started) / 1e6;
            }
        }
        Arrays.sort(times);
        long chunks = samples.stream().mapToLong(sample -> sample.chunks().size()).sum();
        System.out.printf(
                Locale.ROOT,
                "%s: %,d samples, %,d chunks; processor time %.1f ms a sample (rounds %.1f to %.1f), %.2f ms a chunk;"
                        + " beside a heap of %d MB: %d MB before, at most %d MB with the judge%n",
                kind,
                samples.size(),
                chunks,
                times[ROUNDS / 2] / samples.size(),
                times[0] / samples.size(),
                times[ROUNDS - 1] / samples.size(),
                times[ROUNDS / 2] / chunks,
                heap >> 20,
                before >> 20,
                (resident("VmHWM") - heap) >> 20);
    }

    private static void judge(List<Sample> samples, Judge judge) {
        for (Sample sample : samples) {
            judge.answer(new Question.Waste(sample.chunks(), sample.output(), null));
            if (judge.answer(new Question.Decompose(sample.input(), null, MAX_ASPECTS)) instanceof Verdict.Aspects named) {
                judge.answer(new Question.Grade(sample.input(), named.descriptions(), sample.chunks(), null));
            }
        }
    }

    private static List<Sample> samples() throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (String line : Files.readAllLines(ROWS)) {
            JsonNode row = JSON.readTree(line);
            List<String> chunks = new ArrayList<>();
            row.path("context").forEach(chunk -> chunks.add(chunk.asText()));
            samples.add(new Sample(
                    row.path("input").asText(), row.path("output").asText(), chunks));
        }
        return samples;
    }

    /** A figure of this process in bytes. */
    private static long resident(String name) throws IOException {
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
            }
        }
        throw new IOException(STATUS + " has no " + name);
    }
}
