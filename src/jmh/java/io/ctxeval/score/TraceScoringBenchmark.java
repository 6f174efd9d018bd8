package io.ctxeval.score;

import io.ctxeval.trace.AgentTrace;
import io.ctxeval.trace.TraceDefaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * From the bytes of a line to the findings of its trace, on one core: finding the line, walking it, exact scores, and with {@code
 * companions} the scores beside them. The data are made by {@code gen_traces.py --count 20000 --seed 7}, 14.4 kB a trace:
 *
 * <pre>mvn -Pbench test -DskipTests \
 *   -Dexec.args="-cp %classpath -Dtraces=FILE -Ddigest=HEX org.openjdk.jmh.Main TraceScoringBenchmark"</pre>
 *
 * <p>With {@code digest}, the digest over all scores is checked before anything is measured; for the 20,000 traces the reference's
 * is {@code 624eaee7…ac43} in {@code expected_seed7_20000.json}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 3)
@Measurement(iterations = 7, time = 3)
@Fork(value = 2, jvmArgsAppend = "-Xmx1g")
public class TraceScoringBenchmark {
    @Param({"false", "true"})
    public boolean companions;

    private TraceLines lines = new TraceLines(new byte[0]);
    private TraceScorer scorer = new TraceScorer();

    @Setup
    public void readTraces() throws IOException, NoSuchAlgorithmException {
        String file = Objects.requireNonNull(System.getProperty("traces"), "-Dtraces=FILE is missing");
        lines = new TraceLines(Files.readAllBytes(Path.of(file)));
        scorer = companions ? new TraceScorer() : TraceScorer.ofReferenceOnly();
        String expected = System.getProperty("digest");
        if (expected != null) {
            checkDigest(expected);
        }
    }

    @Benchmark
    public TraceFindings lineToFindings() {
        AgentTrace trace = lines.next();
        if (trace == null) {
            lines.rewind();
            trace = Objects.requireNonNull(lines.next());
        }
        return scorer.score(trace, TraceDefaults.NONE);
    }

    private void checkDigest(String expected) throws NoSuchAlgorithmException {
        TraceLines.Digest digest = new TraceLines.Digest();
        for (AgentTrace trace = lines.next(); trace != null; trace = lines.next()) {
            digest.add(lines, scorer.score(trace, TraceDefaults.NONE));
        }
        lines.rewind();
        String found = digest.hex();
        if (!found.equals(expected)) {
            throw new IllegalStateException("the scores are not the reference's: digest " + found + ", expected " + expected);
        }
    }
}
