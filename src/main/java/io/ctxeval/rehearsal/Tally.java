package io.ctxeval.rehearsal;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts requests. Time is a parameter, in nanoseconds of any origin. Safe for threads. */
final class Tally {
    private static final long NANOS = 1_000_000_000L;
    private static final int RECENT_SECONDS = 10;

    private final Map<String, ContentCount> contents = new HashMap<>();
    private final Map<String, Long> byStatus = new HashMap<>();
    private final Map<String, Long> byFault = new HashMap<>();
    private final RecentSeconds requestsBySecond = new RecentSeconds();
    private final RecentSeconds rateLimitedBySecond = new RecentSeconds();
    private final Instant since;
    private final long start;
    private long requests;
    private long answered;
    private long withoutDocument;
    private long abandoned;
    private long redirectsFollowed;
    private long inFlight;
    private long maxInFlight;

    /**
     * Nothing counted yet.
     *
     * @param inFlight requests that are in flight already
     */
    Tally(Instant since, long now, long inFlight) {
        this.since = since;
        this.start = now;
        this.inFlight = inFlight;
        this.maxInFlight = inFlight;
    }

    synchronized void entered() {
        inFlight++;
        maxInFlight = Math.max(maxInFlight, inFlight);
    }

    synchronized void left(boolean sent) {
        inFlight--;
        abandoned += sent ? 0 : 1;
    }

    synchronized void redirectFollowed() {
        redirectsFollowed++;
    }

    /** A request that no dialect could read. */
    synchronized void unreadable(int status, long now) {
        requests++;
        requestsBySecond.add(second(now), 1);
        byStatus.merge(Integer.toString(status), 1L, Long::sum);
    }

    synchronized void treated(Asked asked, Treatment treatment, boolean right, @Nullable Fault fault, long now) {
        requests++;
        requestsBySecond.add(second(now), 1);
        withoutDocument += asked.document() == null ? 1 : 0;
        String label = treatment.label();
        byStatus.merge(label, 1L, Long::sum);
        rateLimitedBySecond.add(second(now), label.equals("429") ? 1 : 0);
        if (fault != null) {
            byFault.merge(fault.label(), 1L, Long::sum);
        }
        ContentCount count =
                contents.getOrDefault(asked.content(), ContentCount.NONE).asked();
        contents.put(asked.content(), right ? count.answered() : count);
        answered += right ? 1 : 0;
    }

    synchronized long inFlight() {
        return inFlight;
    }

    synchronized Map<String, ContentCount> contents() {
        return Map.copyOf(contents);
    }

    synchronized FakeJudgeStats stats(long now) {
        Map<Long, Long> requestsPerContent = new HashMap<>();
        long twice = 0;
        long most = 0;
        for (ContentCount count : contents.values()) {
            requestsPerContent.merge(count.requests(), 1L, Long::sum);
            twice += count.answers() > 1 ? 1 : 0;
            most = Math.max(most, count.answers());
        }
        double limited = byStatus.getOrDefault("429", 0L);
        int second = second(now);
        List<Integer> recent = requestsBySecond.upTo(second);
        return new FakeJudgeStats(
                requests,
                answered,
                byStatus,
                byFault,
                contents.size(),
                twice,
                most,
                requestsPerContent,
                withoutDocument,
                abandoned,
                redirectsFollowed,
                inFlight,
                maxInFlight,
                recentRate(recent),
                requests == 0 ? 0 : limited / requests,
                since,
                RecentSeconds.firstKept(second),
                recent,
                rateLimitedBySecond.upTo(second));
    }

    /** Of whole seconds; of the present one only while there is no other. */
    private static double recentRate(List<Integer> upToNow) {
        int whole = upToNow.size() - 1;
        int from = Math.max(0, whole - RECENT_SECONDS);
        long sum = upToNow.subList(from, Math.max(whole, 1)).stream()
                .mapToLong(Integer::longValue)
                .sum();
        return (double) sum / Math.max(1, whole - from);
    }

    private int second(long now) {
        return (int) Math.max(0, (now - start) / NANOS);
    }
}
