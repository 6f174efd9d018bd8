package io.ctxeval.judge.served;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The JVM's way to endpoints: an HTTP client, two threads that do its work and ours, and one thread that keeps deadlines
 * (feasibility.md G). Shared by all tasks of the JVM; nothing that runs on these threads may wait.
 */
final class Wire {
    private static final String IDLE_SECONDS = "jdk.httpclient.keepalive.timeout";
    private static final int THREADS = 2;
    private static final ConcurrentMap<Duration, Wire> WIRES = new ConcurrentHashMap<>();

    static {
        // balancers drop idle connections without a word, some after a minute; the client's own limit is twenty
        if (System.getProperty(IDLE_SECONDS) == null) {
            System.setProperty(IDLE_SECONDS, "30");
        }
    }

    /** Runs what follows a permit or a response. */
    static final ExecutorService WORK = Executors.newFixedThreadPool(THREADS, daemons("judge-call-"));

    /** Runs what a deadline ends and what a back-off delays. */
    static final ScheduledThreadPoolExecutor CLOCK = clock();

    private final HttpClient client;

    private Wire(Duration connectTimeout) {
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout)
                .executor(WORK)
                .build();
    }

    /** The JVM's wire: one, as all endpoints of a run share one policy. */
    static Wire of(Duration connectTimeout) {
        return WIRES.computeIfAbsent(connectTimeout, Wire::new);
    }

    /** Sends a request. Cancelling the future with {@code true} closes the connection at once; nothing else does. */
    CompletableFuture<HttpResponse<BoundedBody.Body>> send(HttpRequest request, int maxReplyBytes) {
        return client.sendAsync(request, response -> BoundedBody.of(response.headers(), maxReplyBytes));
    }

    static ScheduledFuture<?> after(Duration delay, Runnable task) {
        return CLOCK.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** For tasks that nobody takes back. */
    @SuppressWarnings("FutureReturnValueIgnored") // they tell what they find to those who wait
    static void later(Duration delay, Runnable task) {
        after(delay, task);
    }

    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, daemons("judge-clock-"));
        clock.setRemoveOnCancelPolicy(true); // a deadline that wasn't needed must not hold its call for minutes
        return clock;
    }

    private static ThreadFactory daemons(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
