package io.ctxeval.judge.served;

import io.ctxeval.judge.Violation;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request to an endpoint as far as it depends on what the endpoint taught us.
 *
 * @param dropped names of parameters that this endpoint and model refuse
 * @param outputLimit tokens; the request's own, or twice that after a truncated reply
 * @param earlier null for a first turn
 */
public record Turn(
        JudgeRequest request,
        Rung rung,
        Set<String> dropped,
        int outputLimit,
        @Nullable Earlier earlier) {
    public Turn {
        dropped = Set.copyOf(dropped);
    }

    /** The reply that broke the contract, and how. */
    public record Earlier(String reply, List<Violation> violations) {
        public Earlier {
            violations = List.copyOf(violations);
        }
    }
}
