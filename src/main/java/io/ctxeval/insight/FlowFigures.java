package io.ctxeval.insight;

import io.ctxeval.score.Scale;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.MomentState;
import io.ctxeval.summary.Moments;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table {@code flows}: the hand-offs from one agent to another.
 *
 * @param from null: an agent without a name, or the rest
 * @param to as {@code from}
 * @param rest whether these are all further pairs of agents in one row, because there are very many
 * @param compared pairs in which both sides were there to be compared
 * @param passed {@code context_passed_score}, 0 to 10
 * @param losses pairs with lost content
 * @param companions means of the companion scores
 * @param worst ids of the traces in which the least was passed on, worst first; empty where all was
 */
public record FlowFigures(
        GroupKey group,
        @Nullable String from,
        @Nullable String to,
        boolean rest,
        long compared,
        MeanFigures passed,
        long losses,
        Companions companions,
        List<String> worst) {
    public FlowFigures {
        worst = List.copyOf(worst);
    }

    static FlowFigures of(GroupKey group, @Nullable Edge edge, FlowState state) {
        return new FlowFigures(
                group,
                edge == null ? null : edge.from(),
                edge == null ? null : edge.to(),
                edge == null,
                state.compared,
                MeanFigures.of(state.passed, Scale.TEN),
                state.losses,
                new Companions(
                        Companion.of(state.textFidelity),
                        Companion.of(state.nextRequestFidelity),
                        Companion.of(state.carriedChars)),
                state.worst());
    }

    /** All pairs. */
    public long pairs() {
        return passed.n();
    }

    /** Compared / all pairs, in [0, 1]. */
    public double coverage() {
        return (double) compared / pairs();
    }

    /** Pairs with lost content / all pairs, in [0, 1]. */
    public double lossRate() {
        return (double) losses / pairs();
    }

    /** The companions of handoff-and-budget.md 15. */
    public record Companions(Companion textFidelity, Companion nextRequestFidelity, Companion carriedChars) {}

    /**
     * A companion score of the pairs that have it.
     *
     * @param mean null without such a pair
     */
    public record Companion(long n, @Nullable Double mean) {
        static Companion of(MomentState state) {
            Moments moments = state.moments();
            return new Companion(state.n(), moments == null ? null : (Double) moments.mean());
        }
    }
}
