package io.ctxeval.score;

import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.RawJson;
import io.ctxeval.text.PythonText;
import io.ctxeval.text.PythonTruth;
import io.ctxeval.trace.TraceDefaults;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names between which a trace hands over, and where they come from (handoff-and-budget.md 14.8). In this order: what the
 * trace gives; what the plan configures, if the trace has events; agents with an {@code agent_start}, in order of first
 * appearance; if none has, agents in order of their first {@code llm_request} or {@code llm_response}. A given empty list is taken
 * as given.
 *
 * @param names each in Python's text form (null for JSON null) with what the events say about it; empty if the order is unknown
 * @param source {@code given}, {@code configured}, {@code agent_start} or {@code first_event}; null if there is no order
 * @param fault what the reference refuses in it; null if nothing
 */
record AgentOrder(
        List<Member> names,
        @Nullable String source,
        @Nullable String fault) {
    private static final AgentOrder UNKNOWN = new AgentOrder(List.of(), null, null);

    /**
     * A place in the order.
     *
     * @param shown the name in Python's text form; null for JSON null
     * @param traffic null if no event is the agent's
     */
    record Member(@Nullable String shown, @Nullable AgentTraffic traffic) {}

    /** The names as the tables show them; null where no order is known. */
    @Nullable List<@Nullable String> shown() {
        if (source == null || (fault != null && names.isEmpty())) {
            return null;
        }
        List<@Nullable String> shown = new ArrayList<>(names.size());
        for (Member name : names) {
            shown.add(name.shown);
        }
        return Collections.unmodifiableList(shown);
    }

    /** The order of the trace that was walked over. */
    static AgentOrder of(
            @Nullable RawJson given, boolean hasEvents, TraceDefaults defaults, TraceWalk walk, JsonCursor cursor) {
        if (given != null) {
            AgentOrder order = given(given, walk, cursor);
            if (order != null) {
                return order;
            }
        }
        List<String> configured = defaults.agentOrder();
        if (configured != null && hasEvents) {
            List<Member> names = new ArrayList<>();
            configured.forEach(name -> names.add(named(name, walk)));
            return new AgentOrder(names, "configured", null);
        }
        if (!walk.started().isEmpty()) {
            return new AgentOrder(members(walk.started()), "agent_start", null);
        }
        return walk.called().isEmpty() ? UNKNOWN : new AgentOrder(members(walk.called()), "first_event", null);
    }

    private static List<Member> members(List<AgentTraffic> agents) {
        List<Member> members = new ArrayList<>(agents.size());
        for (AgentTraffic agent : agents) {
            members.add(new Member(agent.name.shown(), agent));
        }
        return members;
    }

    private static Member named(String name, TraceWalk walk) {
        AgentName key = new AgentName();
        key.set(name);
        return new Member(name, walk.find(key));
    }

    /** The given order; null if it is JSON null, which is none. */
    private static @Nullable AgentOrder given(RawJson json, TraceWalk walk, JsonCursor cursor) {
        cursor.reset(json);
        List<Member> names = new ArrayList<>();
        String fault = null;
        switch (cursor.peek()) {
            case NULL, END -> {
                return null;
            }
            case ARRAY -> fault = list(names, walk, cursor);
            case STRING -> cursor.string().codePoints().forEach(c -> names.add(named(Character.toString(c), walk)));
            default -> fault = other(cursor);
        }
        Cursors.expectEnd(cursor);
        return new AgentOrder(names, "given", fault);
    }

    private static @Nullable String list(List<Member> names, TraceWalk walk, JsonCursor cursor) {
        String fault = null;
        AgentName key = new AgentName();
        byte[] bytes = cursor.bytes();
        cursor.enterArray();
        while (cursor.nextElement()) {
            cursor.skip();
            int from = cursor.valueFrom();
            int to = cursor.valueTo();
            byte first = bytes[from];
            if (first == '[' || first == '{') {
                fault = fault != null
                        ? fault
                        : "agent_order[" + names.size() + "]: found " + PythonTruth.kindOf(bytes, from)
                                + ", expected text";
                names.add(new Member(new PythonText().of(cursor.value()), null));
            } else if (PythonTruth.isFalsy(bytes, from, to)) {
                boolean isNull =
                        first == 'n' || first == 'N' || first == 'I' || (first == '-' && bytes[from + 1] == 'I');
                names.add(new Member(isNull ? null : new PythonText().of(cursor.value()), null));
            } else {
                key.set(bytes, from, to);
                names.add(new Member(key.shown(), walk.find(key)));
            }
        }
        // with fewer than two names the reference looks at none
        return names.size() < 2 ? null : fault;
    }

    /** A number, true, false or an object. An object with one key counts as one name in the reference. */
    private static @Nullable String other(JsonCursor cursor) {
        byte[] bytes = cursor.bytes();
        if (cursor.peek() == JsonCursor.Token.OBJECT) {
            return distinctKeys(cursor) < 2 ? null : "agent_order: found an object, expected a list of names";
        }
        cursor.skip();
        return PythonTruth.isFalsy(bytes, cursor.valueFrom(), cursor.valueTo())
                ? null
                : "agent_order: found " + PythonTruth.kindOf(bytes, cursor.valueFrom()) + ", expected a list of names";
    }

    private static int distinctKeys(JsonCursor cursor) {
        Set<String> keys = new HashSet<>();
        cursor.enterObject();
        while (cursor.nextKey()) {
            keys.add(cursor.key());
            cursor.skip();
        }
        return keys.size();
    }
}
