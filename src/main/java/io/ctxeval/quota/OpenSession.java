package io.ctxeval.quota;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A judging session while it is open on the driver. Safe for many threads; nothing here waits. */
public final class OpenSession implements AutoCloseable {
    private final JudgingSession session;
    private final Quota quota;
    private final LongSupplier clock;
    private final Consumer<OpenSession> onClose;

    OpenSession(
            JudgingSession session, LongSupplier clock, Consumer<RateChange> changes, Consumer<OpenSession> onClose) {
        this.session = session;
        this.clock = clock;
        this.onClose = onClose;
        this.quota = new Quota(session.limits(), session.pricing(), session.before(), clock.getAsLong(), changes);
    }

    public String runId() {
        return session.runId();
    }

    /** Where the calls stand, as far as executors have reported. */
    public QuotaFigures figures() {
        synchronized (quota) {
            return quota.figures(clock.getAsLong());
        }
    }

    /** Why no call starts any more; empty while calls may start. */
    public Optional<StopCause> stopCause() {
        synchronized (quota) {
            return quota.stopCause();
        }
    }

    /** Executors that ask from now on are refused, and what waits there ends. */
    @Override
    public void close() {
        onClose.accept(this);
    }

    Reply exchange(Exchange exchange) {
        synchronized (quota) {
            return quota.exchange(exchange, clock.getAsLong());
        }
    }

    Reply secret() {
        return new SecretReply(session.secret());
    }
}
