package io.ctxeval.quota;

import io.ctxeval.quota.RateChange.Reason;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver's side of the quota: at most one open session, and answers to executors that never wait and never throw. Safe for many
 * threads.
 */
public final class QuotaDriver {
    private static final Logger LOG = LoggerFactory.getLogger(QuotaDriver.class);

    private final AtomicReference<@Nullable OpenSession> open = new AtomicReference<>();
    private final LongSupplier clock;

    /** @param clock monotonic, in nanoseconds */
    QuotaDriver(LongSupplier clock) {
        this.clock = clock;
    }

    /** A driver without Spark: executors of the same JVM ask it through {@link QuotaExecutor#inProcess}. */
    public static QuotaDriver inProcess() {
        return new QuotaDriver(System::nanoTime);
    }

    /**
     * Opens a session; executors may ask until it is closed.
     *
     * @throws IllegalStateException while another session is open
     * @throws IllegalArgumentException for a cap on cost without prices
     */
    public OpenSession open(JudgingSession session) {
        OpenSession opened =
                new OpenSession(session, clock, QuotaDriver::log, closed -> open.compareAndSet(closed, null));
        if (!open.compareAndSet(null, opened)) {
            throw new IllegalStateException("a judging session is open already");
        }
        return opened;
    }

    /** Figures of the open session. */
    public Optional<QuotaFigures> figures() {
        return Optional.ofNullable(open.get()).map(OpenSession::figures);
    }

    /** Answers an executor: what it is refused is said in a {@link Reply.Refused}. */
    Reply receive(@Nullable Object message) {
        try {
            if (message instanceof Exchange exchange) {
                OpenSession session = sessionOf(exchange.runId());
                return session == null ? refused(exchange.runId()) : session.exchange(exchange);
            }
            if (message instanceof SecretAsk ask) {
                OpenSession session = sessionOf(ask.runId());
                return session == null ? refused(ask.runId()) : session.secret();
            }
            return new Reply.Refused("not a message of the judge's quota");
        } catch (RuntimeException e) {
            LOG.error("The judge's quota cannot answer", e);
            return new Reply.Refused("the driver failed: " + e);
        }
    }

    private @Nullable OpenSession sessionOf(String runId) {
        OpenSession session = open.get();
        return session != null && session.runId().equals(runId) ? session : null;
    }

    private static Reply refused(String runId) {
        return new Reply.Refused("no judging session of run " + runId + " is open");
    }

    private static void log(RateChange change) {
        if (change.reason() == Reason.RATE_LIMITED || change.reason() == Reason.PAUSED) {
            LOG.warn("Judge's rate {}", change.line());
        } else {
            LOG.info("Judge's rate {}", change.line());
        }
    }
}
