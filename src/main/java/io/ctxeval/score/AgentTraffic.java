package io.ctxeval.score;

import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the events of a trace say about one agent: where its last response and its requests stand, as byte ranges of the events.
 * Made by {@link TraceWalk}, which uses it again for the next trace.
 */
final class AgentTraffic {
    static final int NONE = -1;

    final AgentName name = new AgentName();

    /** The last response that isn't empty; {@link #NONE} in {@link #outputEvent} if there is none. */
    int outputEvent;

    int outputFrom;
    int outputTo;

    /** Every request that isn't empty, in trace order: index of the event, start and end of the messages. */
    private int[] requests = new int[12];

    private int requestCount;

    /** Whether an agent_start bears its name. */
    boolean started;
    /** Whether a request or a response bears its name. */
    boolean called;
    /** Tokens of its LLM calls; null as long as no call states a number. */
    @Nullable BigInteger usedTokens;

    void clear() {
        outputEvent = NONE;
        requestCount = 0;
        started = false;
        called = false;
        usedTokens = null;
    }

    void responded(int event, int from, int to) {
        outputEvent = event;
        outputFrom = from;
        outputTo = to;
    }

    void requested(int event, int from, int to) {
        int at = 3 * requestCount;
        if (at == requests.length) {
            requests = Arrays.copyOf(requests, 2 * at);
        }
        requests[at] = event;
        requests[at + 1] = from;
        requests[at + 2] = to;
        requestCount++;
    }

    void used(BigInteger tokens) {
        usedTokens = usedTokens == null ? tokens : usedTokens.add(tokens);
    }

    boolean hasOutput() {
        return outputEvent != NONE;
    }

    boolean hasInput() {
        return requestCount > 0;
    }

    /** Which request is the last; only if {@link #hasInput}. */
    int lastRequest() {
        return requestCount - 1;
    }

    /** The first request after an event, or {@link #NONE}. */
    int firstRequestAfter(int event) {
        for (int i = 0; i < requestCount; i++) {
            if (requests[3 * i] > event) {
                return i;
            }
        }
        return NONE;
    }

    int requestFrom(int request) {
        return requests[3 * request + 1];
    }

    int requestTo(int request) {
        return requests[3 * request + 2];
    }
}
