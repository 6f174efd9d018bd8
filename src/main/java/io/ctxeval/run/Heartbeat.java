package io.ctxeval.run;

import io.ctxeval.table.Storage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;

/** Writes this attempt's {@link AttemptNote} again and again until it is closed. */
final class Heartbeat implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMinutes(1);

    private final Storage storage;
    private final Path note;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(beat -> {
        Thread thread = new Thread(beat, "ctxeval attempt note");
        thread.setDaemon(true);
        return thread;
    });

    private Heartbeat(Storage storage, Path note) {
        this.storage = storage;
        this.note = note;
    }

    /**
     * Writes the note, and goes on doing so.
     *
     * @throws IOException if it can't be written now; later on that only shows as silence
     */
    static Heartbeat begin(Storage storage, Path note) throws IOException {
        Heartbeat heartbeat = new Heartbeat(storage, note);
        heartbeat.write();
        var unused = heartbeat.clock.scheduleWithFixedDelay(
                heartbeat::tryToWrite, EVERY.toSeconds(), EVERY.toSeconds(), TimeUnit.SECONDS);
        return heartbeat;
    }

    private void write() throws IOException {
        storage.replace(note, AttemptNote.ofThisProcess(Instant.now()).toJson());
    }

    private void tryToWrite() {
        try {
            write();
        } catch (IOException silence) {
            // What the note is for tolerates missed beats; the attempt itself meets the same file system and reports
            // it.
        }
    }

    /** Stops; when this returns, nothing is written any more. */
    @Override
    public void close() {
        clock.shutdown();
        try {
            clock.awaitTermination(EVERY.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
