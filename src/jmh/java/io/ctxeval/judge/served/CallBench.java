package io.ctxeval.judge.served;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.VerdictRules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a call costs beyond the HTTP client that carries it: processor time of this process for each call, of the engine (request
 * to JSON, permits, guards, deadlines, reply read and checked) and of the bare {@code java.net.http} client that sends the same
 * bytes, turn by turn at 500 calls a second and 200 ms of latency. Then a window of 500 calls in flight at 1 s of latency, whose
 * heap is told. The endpoint is a process of its own. Goals: at most 1 ms beyond the bare client; 500 in flight in 1 GB.
 *
 * <p>{@code mvn -q -Pbench -DskipTests test-compile dependency:build-classpath -Dmdep.outputFile=target/bench.cp && java -Xmx1g -cp
 * target/test-classes:target/classes:$(cat target/bench.cp) io.ctxeval.judge.served.CallBench [rounds [seconds]]}
 */
public final class CallBench {
    private static final int CALLS_PER_SECOND = 500;
    private static final int IN_FLIGHT = 500;
    private static final int CHUNKS = 5;
    private static final ModelSettings SETTINGS =
            new ModelSettings("openai", "bench-model", false, 0.0, null, null, 128_000);
    private static final VerdictRules RULES = new VerdictRules(false);
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private CallBench() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("serve")) {
            serve(Long.parseLong(arguments[1]));
            return;
        }
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
        try (Served fast = Served.after(200);
                Served slow = Served.after(1000)) {
            compare(fast.base(), rounds, seconds);
            fill(slow.base());
        }
    }

    private static void compare(URI base, int rounds, int seconds) throws InterruptedException {
        JudgeClient engine = engine(base);
        HttpClient bare = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(Executors.newFixedThreadPool(2, CallBench::daemon))
                .build();
        HttpRequest request = engine.request(new Turn(request(0), Rung.JSON_SCHEMA, Set.of(), 1250, null));
        System.out.printf(
                Locale.ROOT,
                "request of %d bytes, %d calls/s, %d s a round, first round warms up%n",
                request.bodyPublisher().orElseThrow().contentLength(),
                CALLS_PER_SECOND,
                seconds);
        List<Double> ofBare = new ArrayList<>();
        List<Double> ofEngine = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            double bareMillis = millisPerCall(
                    seconds, () -> bare.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
            int from = round * seconds * CALLS_PER_SECOND;
            int[] next = {from};
            double engineMillis = millisPerCall(seconds, () -> engine.ask(request(next[0]++), RULES));
            System.out.printf(Locale.ROOT, "round %d: bare %.3f ms, engine %.3f ms%n", round, bareMillis, engineMillis);
            if (round > 0) {
                ofBare.add(bareMillis);
                ofEngine.add(engineMillis);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "median: bare %.3f ms, engine %.3f ms, beyond the bare client %.3f ms%n",
                median(ofBare),
                median(ofEngine),
                median(ofEngine) - median(ofBare));
    }

    /** Starts calls at a steady rate, waits for the last, and shares out the processor time. */
    private static double millisPerCall(int seconds, Supplier<CompletableFuture<?>> call) throws InterruptedException {
        int calls = seconds * CALLS_PER_SECOND;
        Semaphore done = new Semaphore(0);
        long cpu = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            long due = start + i * (TimeUnit.SECONDS.toNanos(1) / CALLS_PER_SECOND);
            for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
                LockSupport.parkNanos(due - now);
            }
            CompletionStage<?> end = call.get();
            end.whenComplete((result, failure) -> {
                if (failure != null || (result instanceof CallResult judged && judged.judgement() == null)) {
                    System.err.println("a call failed: " + result + " " + failure);
                }
                done.release();
            });
        }
        done.acquire(calls);
        return (SYSTEM.getProcessCpuTime() - cpu) / 1e6 / calls;
    }

    private static void fill(URI base) throws IOException {
        int calls = 20 * IN_FLIGHT;
        Iterator<JudgeRequest> requests =
                IntStream.range(0, calls).mapToObj(CallBench::request).iterator();
        long[] most = new long[2];
        long start = System.nanoTime();
        long cpu = SYSTEM.getProcessCpuTime();
        CallWindow.Tally tally = new CallWindow(engine(base), RULES, IN_FLIGHT, Duration.ofSeconds(5))
                .run(
                        requests,
                        result -> {
                            if (result.judgement() == null) {
                                System.err.println("a call failed: " + result.reason());
                            }
                        },
                        () -> false,
                        () -> {
                            Runtime runtime = Runtime.getRuntime();
                            most[0] = Math.max(most[0], runtime.totalMemory() - runtime.freeMemory());
                            most[1] = Math.max(most[1], Thread.activeCount());
                        });
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%d in flight at 1 s, heap limit %d MB: %d settled, %.0f calls/s, %.3f ms a call, heap at most %d MB, %d threads%n",
                IN_FLIGHT,
                Runtime.getRuntime().maxMemory() >> 20,
                tally.settled(),
                tally.settled() / seconds,
                (SYSTEM.getProcessCpuTime() - cpu) / 1e6 / calls,
                most[0] >> 20,
                most[1]);
    }

    private static JudgeClient engine(URI base) {
        CallPolicy policy = new CallPolicy(
                Duration.ofSeconds(5),
                Duration.ofSeconds(60),
                Duration.ofSeconds(300),
                6,
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                1 << 20);
        return JudgeClient.of(new Endpoint(base, Map.of()), SETTINGS, policy, new FreePermits(), () -> "bench-key");
    }

    private static JudgeRequest request(int number) {
        List<String> chunks = IntStream.range(0, CHUNKS)
                .mapToObj(chunk -> "The depot of line " + number + " has " + chunk + " trams. "
                        + "It stands at the end of the line and was built of brick. ".repeat(5))
                .toList();
        return Requests.of(new Question.Waste(chunks, "The depot has 4 trams.", "How many trams?"), SETTINGS);
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    /** The endpoint: the same reply for everybody, after a while. Ends with its parent. */
    private static void serve(long latencyMillis) throws IOException {
        byte[] response = completion().getBytes(StandardCharsets.UTF_8);
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            Object unused = clock.schedule(() -> answer(exchange, response), latencyMillis, TimeUnit.MILLISECONDS);
        });
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // until the parent closes its end
        }
        System.exit(0);
    }

    private static void answer(HttpExchange exchange, byte[] response) {
        try (OutputStream out = exchange.getResponseBody()) {
            exchange.getResponseHeaders().set("content-type", "application/json");
            exchange.sendResponseHeaders(200, response.length);
            out.write(response);
        } catch (IOException e) {
            exchange.close();
        }
    }

    private static String completion() {
        StringBuilder judgement = new StringBuilder("{\"chunks\":[");
        for (int id = 0; id < CHUNKS; id++) {
            judgement.append(id == 0 ? "" : ",").append("{\"id\":").append(id).append(",\"evidence\":[{\"chunk_quote\":")
                    .append("\"has 4 trams\",\"output_part\":\"The depot has 4 trams.\"}],\"used\":true}");
        }
        judgement.append("],\"redundant_groups\":[],\"contradictory_pairs\":[],\"explanation\":\"All are used.\"}");
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("model", "bench-model-1");
        ObjectNode choice = json.putArray("choices").addObject().put("index", 0).put("finish_reason", "stop");
        choice.putObject("message").put("role", "assistant").put("content", judgement.toString());
        json.putObject("usage").put("prompt_tokens", 900).put("completion_tokens", 200).put("total_tokens", 1100);
        return json.toString();
    }

    /** The endpoint's process. */
    private record Served(Process process, URI base) implements AutoCloseable {
        static Served after(long latencyMillis) throws IOException {
            Process process = new ProcessBuilder(Arrays.asList(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx512m",
                            "-Dsun.net.httpserver.maxIdleConnections=2000", // else it resets what exceeds 200
                            "-cp",
                            System.getProperty("java.class.path"),
                            CallBench.class.getName(),
                            "serve",
                            Long.toString(latencyMillis)))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
            return new Served(process, URI.create("http://127.0.0.1:" + out.readLine() + "/v1"));
        }

        @Override
        public void close() {
            process.destroy();
        }
    }

    /** No quota. */
    private static final class FreePermits implements Permits {
        @Override
        public CompletableFuture<Permit> acquire(long tokens) {
            return CompletableFuture.completedFuture(new Permit() {
                @Override
                public void answered(long inputTokens, long outputTokens) {}

                @Override
                public void failed(CallClass callClass, @Nullable Duration retryAfter) {
                    System.err.println("a call failed: " + callClass);
                }
            });
        }

        @Override
        public void stop(CallClass cause, String message) {
            System.err.println(message);
        }
    }
}
