package io.ctxeval.quota;

import io.ctxeval.judge.served.JudgeClient;
import io.ctxeval.judge.served.Permits;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An executor's side of the quota: leave to call and the endpoint's key, both from the driver. One per JVM; tasks share it. Safe for many
 * threads.
 */
public final class QuotaExecutor implements AutoCloseable {
    private static final Duration LONGEST_ASK = Duration.ofSeconds(5);

    private record Key(String runId, Optional<Secret> secret) {}

    private record Kept(String runId, LeaseKeeper keeper) {}

    private final String executorId;
    private final TimedAsking driver;
    private @Nullable Kept kept;
    private @Nullable Key key;

    QuotaExecutor(String executorId, Asking driver) {
        this.executorId = executorId;
        this.driver = new TimedAsking(driver, LONGEST_ASK);
    }

    /** An executor of the driver's own JVM, without Spark. */
    public static QuotaExecutor inProcess(QuotaDriver driver) {
        return new QuotaExecutor("driver", driver::receive);
    }

    /** Leave to call within a run's session, the same object for all tasks; that of an earlier run ends. */
    public synchronized Permits permits(String runId) {
        Kept now = kept;
        if (now != null && now.runId().equals(runId)) {
            return now.keeper();
        }
        if (now != null) {
            now.keeper().close();
            JudgeClient.forget(now.keeper());
        }
        LeaseKeeper keeper = new LeaseKeeper(runId, executorId, driver).start();
        kept = new Kept(runId, keeper);
        return keeper;
    }

    /**
     * The key of a run's endpoint; asked for once and kept in memory.
     *
     * @return empty where the endpoint wants none
     * @throws IllegalStateException when the driver has no session of that run or doesn't answer
     */
    public synchronized Optional<Secret> secret(String runId) {
        Key known = key;
        if (known != null && known.runId().equals(runId)) {
            return known.secret();
        }
        Object reply;
        try {
            reply = driver.ask(new SecretAsk(runId));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking the driver for the judge's key", e);
        } catch (Exception e) {
            throw new IllegalStateException("the driver doesn't answer when asked for the judge's key", e);
        }
        if (reply instanceof SecretReply given) {
            Optional<Secret> secret = given.secret();
            key = new Key(runId, secret);
            return secret;
        }
        String why = reply instanceof Reply.Refused refused ? refused.reason() : "the driver has no quota for judges";
        throw new IllegalStateException("no key for the judge: " + why);
    }

    /** Requests in flight of the run at hand. */
    int inFlight() {
        Kept now = kept();
        return now == null ? 0 : now.keeper().book().inFlight();
    }

    /** Requests that wait, of the run at hand. */
    int waiting() {
        Kept now = kept();
        return now == null ? 0 : now.keeper().book().waiting();
    }

    @Override
    public synchronized void close() {
        Kept now = kept;
        if (now != null) {
            now.keeper().close();
        }
        kept = null;
        key = null;
        driver.close();
    }

    private synchronized @Nullable Kept kept() {
        return kept;
    }
}
