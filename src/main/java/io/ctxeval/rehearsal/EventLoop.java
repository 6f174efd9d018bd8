package io.ctxeval.rehearsal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One thread that serves all sockets and all waits: a reply that is due later costs a timer, not a thread. Everything that
 * happens to a connection happens on it.
 */
final class EventLoop implements AutoCloseable {
    /** What a socket does when it is ready. */
    interface Ready {
        void ready(SelectionKey key) throws IOException;

        /** The socket is of no use any more. */
        void failed();
    }

    private record Timer(long due, long order, Runnable task) {}

    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::due).thenComparingLong(Timer::order));
    private final Thread thread = new Thread(this::run, "fake-judge");
    private volatile boolean closed;
    private long timersMade;

    EventLoop() throws IOException {
        selector = Selector.open();
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs a task on the loop's thread; may be called from any. Nothing happens once the loop is closed. */
    void execute(Runnable task) {
        tasks.add(task);
        if (selector.isOpen()) {
            selector.wakeup();
        }
    }

    /** Runs a task later, on the loop's thread; called on it only. */
    void after(Duration delay, Runnable task) {
        timers.add(new Timer(System.nanoTime() + delay.toNanos(), timersMade++, task));
    }

    /** Called on the loop's thread only. */
    SelectionKey register(SelectableChannel channel, int operations, Ready ready) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, operations, ready);
    }

    /**
     * Lets go of the sockets whose channels were closed: the system keeps them until the next selection. Called on the loop's thread,
     * by a task.
     */
    void letGo() throws IOException {
        selector.selectNow(this::serve);
    }

    /** Ends the thread and closes every socket. */
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (selector) {
            while (!closed) {
                selector.select(this::serve, millisToNextTimer());
                runTasks();
                runTimers();
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Zero means: no timer, wait for sockets alone. */
    private long millisToNextTimer() {
        Timer next = timers.peek();
        if (!tasks.isEmpty()) {
            return 1;
        }
        return next == null ? 0 : Math.max(1, (next.due() - System.nanoTime() + 999_999) / 1_000_000);
    }

    private void serve(SelectionKey key) {
        Ready ready = (Ready) key.attachment();
        guarded(() -> {
            try {
                ready.ready(key);
            } catch (IOException e) { // the client reset its connection, say
                ready.failed();
            }
        });
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            guarded(task);
        }
    }

    private void runTimers() {
        long now = System.nanoTime();
        while (true) {
            Timer next = timers.peek();
            if (next == null || next.due() - now > 0) {
                return;
            }
            guarded(timers.remove().task());
        }
    }

    /** A fault of ours in one connection must not end the others. */
    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
