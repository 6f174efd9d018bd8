package io.ctxeval.run;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** A line every few seconds while the scoring pass goes on: parts done, bytes read, time, an estimate of the rest. */
final class Progress extends SparkListener {
    private static final long EVERY_NANOS = Duration.ofSeconds(5).toNanos();

    private final PrintWriter out;
    private final AtomicInteger parts = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong lastLine = new AtomicLong();

    Progress(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted stage) {
        parts.set(stage.stageInfo().numTasks());
        done.set(0);
        started.set(System.nanoTime());
        lastLine.set(System.nanoTime());
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd task) {
        TaskMetrics metrics = task.taskMetrics();
        if (metrics == null || !task.taskInfo().successful()) {
            return;
        }
        int finished = done.incrementAndGet();
        long now = System.nanoTime();
        long last = lastLine.get();
        if (now - last >= EVERY_NANOS && lastLine.compareAndSet(last, now)) {
            Duration taken = Duration.ofNanos(now - started.get());
            int all = Math.max(finished, parts.get());
            Duration rest = taken.multipliedBy(all - finished).dividedBy(finished);
            out.println("  " + finished + " of " + all + " parts done after " + shown(taken)
                    + (finished < all ? ", about " + shown(rest) + " left" : ""));
            out.flush();
        }
    }

    private static String shown(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
    }
}
