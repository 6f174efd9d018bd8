package io.ctxeval.rehearsal;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the fake judge does beside answering.
 *
 * @param port 0: a free one
 * @param disturbances the first that hits a request decides about it
 * @param obeyed an order that the judge follows where it stands outside the data document, in any case of letters: every chunk is
 *     used, every aspect covered. Null: it follows none
 */
public record FakeJudgeSettings(
        int port,
        Throttle throttle,
        List<Disturbance> disturbances,
        Demands demands,
        Pace pace,
        @Nullable String obeyed) {
    /** A free port and nothing but good replies. */
    public static final FakeJudgeSettings DEFAULTS =
            new FakeJudgeSettings(0, Throttle.NONE, List.of(), Demands.NONE, Pace.AT_ONCE, null);

    public FakeJudgeSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port: " + port + "; must be 0 to 65535");
        }
        disturbances = List.copyOf(disturbances);
    }

    public FakeJudgeSettings port(int newPort) {
        return new FakeJudgeSettings(newPort, throttle, disturbances, demands, pace, obeyed);
    }

    public FakeJudgeSettings throttle(Throttle newThrottle) {
        return new FakeJudgeSettings(port, newThrottle, disturbances, demands, pace, obeyed);
    }

    /** With these disturbances in place of the present ones. */
    public FakeJudgeSettings disturbed(Disturbance... newDisturbances) {
        return new FakeJudgeSettings(port, throttle, List.of(newDisturbances), demands, pace, obeyed);
    }

    /** With these parameters refused in place of the present ones. */
    public FakeJudgeSettings refusing(String... parameters) {
        return demands(new Demands(demands.key(), demands.contextWindow(), Set.of(parameters)));
    }

    public FakeJudgeSettings key(@Nullable String newKey) {
        return demands(new Demands(newKey, demands.contextWindow(), demands.refusedParameters()));
    }

    /** With another window, in tokens. */
    public FakeJudgeSettings contextWindow(long tokens) {
        return demands(new Demands(demands.key(), tokens, demands.refusedParameters()));
    }

    public FakeJudgeSettings demands(Demands newDemands) {
        return new FakeJudgeSettings(port, throttle, disturbances, newDemands, pace, obeyed);
    }

    public FakeJudgeSettings latency(Duration latency) {
        return pace(new Pace(latency, pace.jitter(), pace.trickle()));
    }

    public FakeJudgeSettings pace(Pace newPace) {
        return new FakeJudgeSettings(port, throttle, disturbances, demands, newPace, obeyed);
    }

    public FakeJudgeSettings obeying(@Nullable String order) {
        return new FakeJudgeSettings(port, throttle, disturbances, demands, pace, order);
    }

    /** Whether nothing should listen once this many requests were admitted. */
    boolean refusesConnections(long admitted) {
        return disturbances.stream()
                .anyMatch(disturbance -> disturbance.fault() == Mishap.REFUSE && admitted >= disturbance.after());
    }
}
