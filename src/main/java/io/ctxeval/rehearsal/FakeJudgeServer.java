package io.ctxeval.rehearsal;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A running fake judge on 127.0.0.1, and on no other address. It speaks {@code POST /v1/chat/completions}, the Azure path {@code
 * /openai/deployments/NAME/chat/completions?api-version=…} and {@code POST /v1/messages}; {@code GET /stats} and {@code GET
 * /stats/contents} tell what was asked ({@code /stats?seconds=600}: by second of the last ten minutes rather than the last one), {@code POST
 * /reset} counts anew. Safe for threads; its own threads are daemons.
 */
public final class FakeJudgeServer implements AutoCloseable {
    private static final int WORKERS = 2;
    private static final int BACKLOG = 4096;

    private final EventLoop loop = new EventLoop();
    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS, task -> {
        Thread thread = new Thread(task, "fake-judge-clerk");
        thread.setDaemon(true);
        return thread;
    });
    private final FakeJudge judge;
    private final int port;
    private @Nullable ServerSocketChannel listener;

    private FakeJudgeServer(FakeJudgeSettings settings) throws IOException {
        judge = new FakeJudge(settings, System::nanoTime, InstantSource.system());
        try {
            ServerSocketChannel bound = bind(settings.port());
            port = ((InetSocketAddress) bound.getLocalAddress()).getPort();
            if (judge.refusesConnections()) {
                bound.close();
            } else {
                onLoop(() -> accept(bound));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Starts a server; it serves when this returns. Throws {@link java.net.BindException} if the port isn't free. */
    public static FakeJudgeServer start(FakeJudgeSettings settings) throws IOException {
        return new FakeJudgeServer(settings);
    }

    public int port() {
        return port;
    }

    /** The server's address without any path. */
    public URI root() {
        return URI.create("http://127.0.0.1:" + port);
    }

    public FakeJudgeStats stats() {
        return judge.stats();
    }

    /** Requests and answers by content: 64 hex digits, then {@code #n} for turn n of its conversation, from 2 on. */
    public Map<String, ContentCount> contents() {
        return judge.contents();
    }

    /** Counts anew; disturbances go on where they are. */
    public void reset() {
        judge.reset();
    }

    public FakeJudgeSettings settings() {
        return judge.settings();
    }

    /** Sets other settings for the requests to come, all but the port. Whether anything listens has changed when this returns. */
    public void settings(FakeJudgeSettings settings) {
        judge.settings(settings);
        onLoop(() -> {
            listenAsWanted();
            loop.letGo();
        });
    }

    /** Makes the next requests fail, before any disturbance is asked; {@link Mishap#REFUSE} resets their connections. */
    public void failNext(int requests, Fault fault) {
        judge.failNext(requests, fault);
    }

    /** Stops listening and closes every connection. */
    @Override
    public void close() {
        workers.shutdownNow();
        loop.close();
    }

    private interface LoopTask {
        void run() throws IOException;
    }

    /** Runs a task on the loop and waits for its end. */
    private void onLoop(LoopTask task) {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        loop.execute(() -> {
            try {
                task.run();
                done.complete(null);
            } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        done.orTimeout(10, TimeUnit.SECONDS).join();
    }

    private static ServerSocketChannel bind(int port) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), BACKLOG);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private void accept(ServerSocketChannel channel) throws IOException {
        listener = channel;
        loop.register(channel, SelectionKey.OP_ACCEPT, new EventLoop.Ready() {
            @Override
            public void ready(SelectionKey key) throws IOException {
                for (SocketChannel client = channel.accept(); client != null; client = channel.accept()) {
                    new Connection(
                            loop, client, new Desk(), judge.settings().pace().trickle());
                }
            }

            @Override
            public void failed() {
                // one client that went away while it was accepted
            }
        });
    }

    private void listenAsWanted() throws IOException {
        ServerSocketChannel open = listener;
        if (judge.refusesConnections()) {
            if (open != null) {
                open.close();
                listener = null;
            }
        } else if (open == null) {
            accept(bind(port));
        }
    }

    /** Takes a request to the workers and its treatment back to the connection. */
    private final class Desk implements Connection.Service {
        @Override
        public void arrived(HttpRequest request, Connection connection) {
            judge.entered(request);
            try {
                workers.execute(() -> {
                    Treatment treatment = treatment(request);
                    loop.execute(() -> {
                        connection.deliver(treatment);
                        stopListening();
                    });
                });
            } catch (RejectedExecutionException e) { // the server is closing, and this connection with it
                connection.reset();
            }
        }

        @Override
        public void left(HttpRequest request, boolean sent) {
            judge.left(request, sent);
        }

        private Treatment treatment(HttpRequest request) {
            try {
                return judge.treat(request);
            } catch (RuntimeException e) { // a fault of ours must not look like a black hole
                return Treatment.whole(HttpResponse.of(500, "text/plain", "the fake judge failed: " + e + "\n"));
            }
        }

        private void stopListening() {
            if (judge.refusesConnections()) {
                try {
                    listenAsWanted();
                } catch (IOException e) {
                    // a listener that can't be closed listens no more, either
                }
            }
        }
    }
}
