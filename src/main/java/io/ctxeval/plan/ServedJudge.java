package io.ctxeval.plan;

import io.ctxeval.judge.served.CallPolicy;
import io.ctxeval.judge.served.Endpoint;
import io.ctxeval.judge.served.ModelSettings;
import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A judge behind an endpoint as a plan asks for it. Names where the key is to be found, never the key.
 *
 * @param recorded whether only verdicts of the ledger are taken and nobody is called
 * @param endpoint where calls go
 * @param model what is asked of the model
 * @param calls limits of a call
 * @param quota limits of all calls at any time
 * @param caps limits of all calls of a run
 * @param price of tokens; null: unknown
 * @param key where the endpoint's key is
 * @param cache use of verdicts that were paid for before
 * @param cacheMaxAge oldest verdict of an earlier run that is used; null: any
 * @param splitLong whether a context that doesn't fit is judged in several calls
 * @param maxCallsPerSample most calls of one split sample
 */
public record ServedJudge(
        boolean recorded,
        Endpoint endpoint,
        ModelSettings model,
        CallPolicy calls,
        QuotaPlan quota,
        Caps caps,
        @Nullable Price price,
        KeySource key,
        Cache cache,
        @Nullable Duration cacheMaxAge,
        boolean splitLong,
        int maxCallsPerSample)
        implements Serializable {

    /** The same judge, not called any more. */
    public ServedJudge asRecorded() {
        return new ServedJudge(
                true, endpoint, model, calls, quota, caps, price, key, Cache.WRITE, null, splitLong, maxCallsPerSample);
    }

    /** Limits of the whole application; null: none. */
    public record QuotaPlan(
            @Nullable Long requestsPerMinute, @Nullable Long tokensPerMinute, int inFlight) implements Serializable {}

    /**
     * Where a run stops asking; null: no cap.
     *
     * @param cost in the unit of {@link Price}
     */
    public record Caps(
            long calls,
            @Nullable Long tokens,
            @Nullable Double cost,
            @Nullable Duration deadline) implements Serializable {}

    /** Prices of a million tokens. */
    public record Price(double input, double output) implements Serializable {
        private static final double MILLION = 1e6;

        public double of(long inputTokens, long outputTokens) {
            return (inputTokens * input + outputTokens * output) / MILLION;
        }
    }

    /**
     * Where the key is looked for, in this order.
     *
     * @param alias in Hadoop's credential provider
     * @param environment name of a variable
     */
    public record KeySource(
            @Nullable String alias, @Nullable String file, String environment) implements Serializable {}

    /** Use of verdicts that were paid for before. */
    public enum Cache {
        WRITE,
        READ,
        OFF
    }
}
