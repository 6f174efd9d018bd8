package io.ctxeval.quota;

import io.ctxeval.quota.StopCause.Limit;
import io.ctxeval.quota.StopCause.Reached;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run has spent and promised against its caps. A request is reserved when it is granted, at its estimate and at the dearer price,
 * and settled when it ends; so a cap is overshot only by what endpoints count beyond the estimates of the calls in flight.
 */
final class Spending {
    private final QuotaLimits limits;
    private final @Nullable Pricing pricing;
    private long calls;
    private long inputTokens;
    private long outputTokens;
    private long reservedTokens;

    Spending(QuotaLimits limits, @Nullable Pricing pricing, JudgingSession.Spent before) {
        if (limits.maxCost() != null && pricing == null) {
            throw new IllegalArgumentException("maxCost: " + limits.maxCost() + "; needs the prices of tokens");
        }
        this.limits = limits;
        this.pricing = pricing;
        calls = before.calls();
        inputTokens = before.inputTokens();
        outputTokens = before.outputTokens();
    }

    void reserve(long tokens) {
        calls++;
        reservedTokens += tokens;
    }

    /** Requests that were granted and never begun: no call was made. */
    void uncalled(int requests, long tokens) {
        calls -= requests;
        reservedTokens -= tokens;
    }

    /** The estimates of requests that ended, and what they really took. */
    void settle(long reserved, long input, long output) {
        reservedTokens -= reserved;
        inputTokens += input;
        outputTokens += output;
    }

    /**
     * The cap that a further request of so many tokens would break. Its words name the cap and no measured number: they become the
     * reasons of rows, which must not differ between runs.
     */
    Optional<Reached> brokenBy(long tokens) {
        if (calls + 1 > limits.maxCalls()) {
            return Optional.of(
                    new Reached(Limit.MAX_CALLS, "judge.max-calls: all " + limits.maxCalls() + " calls are used"));
        }
        Long maxTokens = limits.maxTokens();
        long spent = inputTokens + outputTokens;
        if (maxTokens != null && spent + reservedTokens + tokens > maxTokens) {
            return Optional.of(new Reached(
                    Limit.MAX_TOKENS,
                    "judge.max-tokens: the next call may go beyond the " + maxTokens + " tokens of the run"));
        }
        Double maxCost = limits.maxCost();
        if (maxCost != null && pricing != null) {
            double paid = pricing.cost(inputTokens, outputTokens);
            if (paid + pricing.most(reservedTokens) + pricing.most(tokens) > maxCost) {
                return Optional.of(new Reached(
                        Limit.MAX_COST, "judge.max-cost: the next call may go beyond the " + maxCost + " of the run"));
            }
        }
        return Optional.empty();
    }

    long inputTokens() {
        return inputTokens;
    }

    long outputTokens() {
        return outputTokens;
    }

    /** Null where no prices are known. */
    @Nullable Double cost() {
        return pricing == null ? null : pricing.cost(inputTokens, outputTokens);
    }
}
