package io.ctxeval.bench;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.Inputs;
import io.ctxeval.dataset.Outcome;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanReader;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.PlanRequest;
import io.ctxeval.plan.PlanRequest.Argument;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.ScoringOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.spark.sql.SparkSession;

/**
 * What reading costs, as {@code scripts/bench reading [ROUNDS [GIGABYTES]]}: JSON Lines of {@value #FIELDS} fields, of which five are
 * mapped, into canonical records, beside what Spark takes to read the same file as lines and sum their lengths; turn by turn in one
 * process with two task slots. Goal: at most 3 times as long.
 */
public final class ReadingBench {
    private static final int FIELDS = 40;
    private static final int CHUNKS = 5;
    private static final int CHUNK_WORDS = 40;
    private static final String[] WORDS = ("bike ride dock station minute crown rider depot fee pass lock zone deposit account refund "
                    + "the a of and to in is for with on at by from that it")
            .split(" ");

    private ReadingBench() {}

    /**
     * Measures and prints.
     *
     * @param arguments rounds, 5 by default, and the size of the file in GB, 1.1 by default
     */
    public static void main(String[] arguments) throws IOException, PlanRefused {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        double gigabytes = arguments.length > 1 ? Double.parseDouble(arguments[1]) : 1.1;
        Path file = Files.createDirectories(Path.of("target/bench")).resolve("reading.jsonl");
        long rows = write(file, (long) (gigabytes * 1e9));
        try (SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .appName("reading")
                .config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .getOrCreate()) {
            spark.sparkContext().setLogLevel("WARN");
            EvaluationPlan plan = PlanReader.of(MetricCatalog.standard(ScoringOptions.DEFAULTS))
                    .read(new PlanRequest(
                            null,
                            List.of(
                                    new Argument("--input", "input", file.toString()),
                                    new Argument("--output", "output", "target/bench/none"))))
                    .plan();
            double[] lines = new double[rounds];
            double[] records = new double[rounds];
            double[] ratios = new double[rounds];
            for (int round = -1; round < rounds; round++) { // the first one warms up
                double ofLines = seconds(() -> lines(spark, file));
                double ofRecords = seconds(() -> records(spark, plan, rows));
                if (round >= 0) {
                    lines[round] = ofLines;
                    records[round] = ofRecords;
                    ratios[round] = ofRecords / ofLines;
                }
            }
            System.out.printf(
                    Locale.ROOT,
                    "%,d records of %d fields, %.2f GB, %d rounds: lines and their lengths %s s, records %s s; ratio %s%n",
                    rows,
                    FIELDS,
                    Files.size(file) / 1e9,
                    rounds,
                    spread(lines),
                    spread(records),
                    spread(ratios));
        }
    }

    private static void lines(SparkSession spark, Path file) {
        spark.read().text(file.toString()).selectExpr("sum(octet_length(value))").first();
    }

    /** Opens the input anew: its listing and preview are a part of the cost. */
    private static void records(SparkSession spark, EvaluationPlan plan, long rows) throws PlanRefused {
        long read = Inputs.open(spark, plan).outcomes().mapPartitions(ReadingBench::count).reduce(Long::sum);
        if (read != rows) {
            throw new IllegalStateException(read + " whole records of " + rows);
        }
    }

    private static Iterator<Long> count(Iterator<Outcome> outcomes) {
        long whole = 0;
        while (outcomes.hasNext()) {
            if (outcomes.next() instanceof CanonicalRecord record
                    && record.sample() != null
                    && record.sample().input() != null
                    && record.sample().output() != null
                    && record.dimensions().containsKey("retriever_version")
                    && record.sample().context() instanceof RetrievedContext.Chunks chunks
                    && chunks.chunks().size() == CHUNKS) {
                whole++;
            }
        }
        return List.of(whole).iterator();
    }

    /** Work that may be refused. */
    @FunctionalInterface
    private interface Work {
        void run() throws PlanRefused;
    }

    private static double seconds(Work work) throws PlanRefused {
        long started = System.nanoTime();
        work.run();
        return (System.nanoTime() - started) / 1e9;
    }

    private static String spread(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT, "%.2f (%.2f to %.2f)", sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    private static long write(Path file, long bytes) throws IOException {
        SplittableRandom random = new SplittableRandom(20261130);
        long written = 0;
        long rows = 0;
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            while (written < bytes) {
                String line = line(rows++, random);
                out.write(line);
                written += line.length();
            }
        }
        return rows;
    }

    /** The mapped fields stand between the others. */
    private static String line(long row, SplittableRandom random) {
        StringBuilder line = new StringBuilder(4096).append("{\"sample_id\":\"s-").append(row).append('"');
        others(line, 0, 10, random);
        line.append(",\"input\":\"").append(text(12, random)).append("\",\"output\":\"");
        line.append(text(60, random)).append('"');
        others(line, 10, 25, random);
        line.append(",\"context\":[");
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            line.append(chunk == 0 ? "\"" : ",\"").append(text(CHUNK_WORDS, random)).append('"');
        }
        line.append("],\"retriever_version\":\"v").append(random.nextInt(2)).append('"');
        others(line, 25, FIELDS - 5, random);
        return line.append("}\n").toString();
    }

    private static void others(StringBuilder line, int from, int to, SplittableRandom random) {
        for (int field = from; field < to; field++) {
            line.append(",\"other_").append(field).append("\":");
            switch (field % 4) {
                case 0 -> line.append(random.nextInt(1_000_000)).append(".25");
                case 1 -> line.append('"').append(text(6, random)).append('"');
                case 2 -> line.append("{\"a\":[1,2,").append(random.nextInt(99)).append("],\"b\":null}");
                default -> line.append(field % 8 == 3);
            }
        }
    }

    private static String text(int words, SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < words; word++) {
            text.append(word == 0 ? "" : " ").append(WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }
}
