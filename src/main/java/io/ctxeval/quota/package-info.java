/**
 * One quota for the whole application: the driver owns it and leases parts of it to executors (judge-at-scale.md 4, 6, 7). In: limits,
 * prices and the endpoint's key, as a {@link io.ctxeval.quota.JudgingSession}; out: leave to call ({@link
 * io.ctxeval.judge.served.Permits}) on every executor, the key in its memory, and {@link io.ctxeval.quota.QuotaFigures} on the driver.
 *
 * <p>Read {@link io.ctxeval.quota.Quota} (the driver's arithmetic), {@link io.ctxeval.quota.AdaptiveRate} (how fast), {@link
 * io.ctxeval.quota.Spending} (how much), {@link io.ctxeval.quota.LeaseBook} (an executor's side); these are pure, with time as a
 * parameter. {@link io.ctxeval.quota.QuotaDriver}, {@link io.ctxeval.quota.QuotaExecutor} and {@link io.ctxeval.quota.LeaseKeeper} add
 * threads and clocks, {@link io.ctxeval.quota.QuotaPlugin} carries the messages over Spark's channel.
 *
 * <p>Why the driver answers an exchange and never calls: Spark's channel has no way to executors, and its one thread must not wait. So an
 * executor tells what ended and names the sizes of its wishes, and gets the first so many of them granted at once. An exchange whose
 * answer was lost is sent again and gets the same answer, so nothing is granted or counted twice.
 */
@NullMarked
package io.ctxeval.quota;

import org.jspecify.annotations.NullMarked;
