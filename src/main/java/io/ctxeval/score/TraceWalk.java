package io.ctxeval.score;

import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.JsonCursor.Token;
import io.ctxeval.json.JsonStrings;
import io.ctxeval.json.RawJson;
import io.ctxeval.text.PythonTruth;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One walk over the events of a trace (handoff-and-budget.md 3.1): which agent responded and was asked last, and where. All of
 * the events is validated, nothing of it becomes text. An instance is reused; it is not thread-safe.
 *
 * <p>An event's keys may come in any order, and of a repeated key the last value counts, so an event is judged at its end.
 */
final class TraceWalk {
    private static final byte[] EVENT_TYPE = ascii("event_type");
    private static final byte[] AGENT_NAME = ascii("agent_name");
    private static final byte[] DATA = ascii("data");
    private static final byte[] MESSAGES = ascii("messages");
    private static final byte[] RESPONSE_CONTENT = ascii("response_content");
    private static final byte[] RESPONSE_TOKENS = ascii("response_tokens");
    private static final byte[] PROMPT_TOKENS = ascii("prompt_tokens");
    private static final byte[] COMPLETION_TOKENS = ascii("completion_tokens");

    private static final byte[] LLM_REQUEST = ascii("llm_request");
    private static final byte[] LLM_RESPONSE = ascii("llm_response");
    private static final byte[] AGENT_START = ascii("agent_start");

    private final JsonCursor cursor = new JsonCursor(true);
    private final AgentName wanted = new AgentName();

    /** Agents of this trace, in order of first appearance; behind them agents of earlier traces for further use. */
    private final List<AgentTraffic> pool = new ArrayList<>();

    private int agents;
    private final List<AgentTraffic> started = new ArrayList<>();
    private final List<AgentTraffic> called = new ArrayList<>();

    private byte[] bytes = {};
    private boolean countTokens;
    private @Nullable String fault;

    // The event being read: ranges of its values, -1 where a key is absent.
    private int event;
    private final Range type = new Range();
    private final Range agentName = new Range();
    private final Range data = new Range();
    private final Range messages = new Range();
    private final Range response = new Range();
    private final Range responseTokens = new Range();
    private final Range promptTokens = new Range();
    private final Range completionTokens = new Range();

    private static final class Range {
        int from = AgentTraffic.NONE;
        int to;

        void clear() {
            from = AgentTraffic.NONE;
        }

        boolean isThere() {
            return from != AgentTraffic.NONE;
        }
    }

    /**
     * Reads the events.
     *
     * @param withTokens whether to add up the tokens of each agent's calls
     * @throws io.ctxeval.json.MalformedJson if they are not JSON
     */
    void over(@Nullable RawJson events, boolean withTokens) {
        agents = 0;
        started.clear();
        called.clear();
        fault = null;
        countTokens = withTokens;
        if (events == null) {
            return;
        }
        bytes = events.bytes();
        cursor.reset(events);
        if (cursor.peek() == Token.ARRAY) {
            events();
        } else {
            cursor.skip();
            if (!PythonTruth.isFalsy(bytes, cursor.valueFrom(), cursor.valueTo())) {
                refuse("trace_events: found " + PythonTruth.kindOf(bytes, cursor.valueFrom()) + ", expected a list");
            }
        }
        Cursors.expectEnd(cursor);
    }

    /** What the reference refuses in the events, first fault first; null if nothing. It matters only with two names to compare. */
    @Nullable String fault() {
        return fault;
    }

    /** The buffer that the ranges of {@link AgentTraffic} count in. */
    byte[] bytes() {
        return bytes;
    }

    /** Agents with an agent_start, in order of their first one. */
    List<AgentTraffic> started() {
        return started;
    }

    /** Agents with a request or a response, in order of their first one. */
    List<AgentTraffic> called() {
        return called;
    }

    /** What the events say about an agent; null if no request, response or start bears its name. */
    @Nullable AgentTraffic find(AgentName name) {
        for (int i = 0; i < agents; i++) {
            if (pool.get(i).name.is(name)) {
                return pool.get(i);
            }
        }
        return null;
    }

    private void events() {
        cursor.enterArray();
        event = 0;
        while (cursor.nextElement()) {
            if (cursor.peek() == Token.OBJECT) {
                event();
            } else {
                cursor.skip();
                refuse("trace_events[" + event + "]: found " + PythonTruth.kindOf(bytes, cursor.valueFrom())
                        + ", expected an object");
            }
            event++;
        }
    }

    private void event() {
        type.clear();
        agentName.clear();
        clearData();
        promptTokens.clear();
        completionTokens.clear();
        cursor.enterObject();
        while (cursor.nextKey()) {
            if (cursor.keyIs(EVENT_TYPE)) {
                take(type);
            } else if (cursor.keyIs(AGENT_NAME)) {
                take(agentName);
            } else if (cursor.keyIs(DATA)) {
                data();
            } else if (countTokens && cursor.keyIs(PROMPT_TOKENS)) {
                take(promptTokens);
            } else if (countTokens && cursor.keyIs(COMPLETION_TOKENS)) {
                take(completionTokens);
            } else {
                cursor.skip();
            }
        }
        if (type.isThere() && isTruthy(agentName)) {
            attribute();
        }
    }

    private void data() {
        clearData();
        if (cursor.peek() != Token.OBJECT) {
            take(data);
            return;
        }
        cursor.enterObject();
        while (cursor.nextKey()) {
            if (cursor.keyIs(MESSAGES)) {
                take(messages);
            } else if (cursor.keyIs(RESPONSE_CONTENT)) {
                take(response);
            } else if (countTokens && cursor.keyIs(RESPONSE_TOKENS)) {
                take(responseTokens);
            } else {
                cursor.skip();
            }
        }
    }

    private void clearData() {
        data.clear();
        messages.clear();
        response.clear();
        responseTokens.clear();
    }

    private void take(Range range) {
        cursor.skip();
        range.from = cursor.valueFrom();
        range.to = cursor.valueTo();
    }

    /** Adds the event to what is known of its agent. */
    private void attribute() {
        boolean isResponse = isType(LLM_RESPONSE);
        boolean isRequest = !isResponse && isType(LLM_REQUEST);
        if (isResponse || isRequest) {
            if (isTruthy(data)) {
                refuse("trace_events[" + event + "].data: found " + PythonTruth.kindOf(bytes, data.from)
                        + ", expected an object");
                return;
            }
            call(isResponse);
        } else if (isType(AGENT_START) && hasUsableName()) {
            AgentTraffic agent = agent();
            if (!agent.started) {
                agent.started = true;
                started.add(agent);
            }
        }
    }

    private void call(boolean isResponse) {
        Range content = isResponse ? response : messages;
        boolean hasContent = isTruthy(content);
        if (!hasUsableName()) {
            if (hasContent) {
                refuse("trace_events[" + event + "].agent_name: found " + PythonTruth.kindOf(bytes, agentName.from)
                        + ", expected text");
            }
            return;
        }
        AgentTraffic agent = agent();
        if (!agent.called) {
            agent.called = true;
            called.add(agent);
        }
        if (hasContent && isResponse) {
            agent.responded(event, content.from, content.to);
        } else if (hasContent) {
            agent.requested(event, content.from, content.to);
        }
        if (countTokens && isResponse) {
            addTokens(agent);
        }
    }

    private void addTokens(AgentTraffic agent) {
        count(agent, promptTokens);
        count(agent, isTruthy(completionTokens) || !responseTokens.isThere() ? completionTokens : responseTokens);
    }

    private void count(AgentTraffic agent, Range range) {
        if (!range.isThere() || !PythonTruth.kindOf(bytes, range.from).equals("a number")) {
            return;
        }
        String spelling = new String(bytes, range.from, range.to - range.from, StandardCharsets.US_ASCII);
        double size = Double.parseDouble(spelling);
        if (size >= 0 && size < 1e38) {
            BigInteger tokens = new BigDecimal(spelling).toBigInteger();
            agent.used(tokens);
        }
    }

    private boolean hasUsableName() {
        return bytes[agentName.from] != '[' && bytes[agentName.from] != '{';
    }

    private AgentTraffic agent() {
        for (int i = 0; i < agents; i++) {
            if (pool.get(i).name.isPlain(bytes, agentName.from, agentName.to)) {
                return pool.get(i);
            }
        }
        wanted.set(bytes, agentName.from, agentName.to);
        AgentTraffic known = find(wanted);
        return known == null ? newAgent() : known;
    }

    private AgentTraffic newAgent() {
        if (agents == pool.size()) {
            pool.add(new AgentTraffic());
        }
        AgentTraffic agent = pool.get(agents++);
        agent.clear();
        agent.name.set(bytes, agentName.from, agentName.to);
        return agent;
    }

    private boolean isType(byte[] wantedType) {
        int from = type.from;
        int to = type.to;
        if (bytes[from] != '"') {
            return false;
        }
        if (Arrays.equals(bytes, from + 1, to - 1, wantedType, 0, wantedType.length)) {
            return true;
        }
        return to - from > wantedType.length + 2
                && contains(from, to, '\\')
                && JsonStrings.decode(bytes, from + 1, to - 1)
                        .equals(new String(wantedType, StandardCharsets.US_ASCII));
    }

    private boolean contains(int from, int to, char c) {
        for (int p = from; p < to; p++) {
            if (bytes[p] == c) {
                return true;
            }
        }
        return false;
    }

    private boolean isTruthy(Range range) {
        return range.isThere() && !PythonTruth.isFalsy(bytes, range.from, range.to);
    }

    private void refuse(String reason) {
        if (fault == null) {
            fault = reason;
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
