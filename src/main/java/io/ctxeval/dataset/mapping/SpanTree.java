package io.ctxeval.dataset.mapping;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one trace as calls in a tree of spans (formats.md 2.2, 3.6). What lies between spans is settled here, where all rows
 * of a trace meet, whatever files they came in:
 *
 * <ul>
 *   <li>halves of one call (post and patch, start and end) tell each other what one of them lacks; a half of something that the
 *       filter leaves out goes with it
 *   <li>a call without an agent of its own belongs to the nearest row above it that names one ({@code names_agent}), else to
 *       {@code agent_otherwise}
 *   <li>the tokens of a call count once, however many rows repeat them, and not at all where calls below it state theirs; of spans
 *       that lie under each other in a circle, none is above another
 *   <li>with {@code newest}, of the rows with one id those with the greatest value stay
 * </ul>
 *
 * <p>Worked example: AGENT {@code a} (names {@code writer}), under it TOOL {@code b}, under that the call {@code c}: {@code c} is the
 * writer's.
 */
final class SpanTree {
    /** Fields that a row is asked for though the filter leaves it out. */
    static final Set<String> FIELDS = Set.of("trace", "id", "parent", "names_agent");

    private static final List<String> TOLD_BY_HALVES = List.of("agent", "agent_otherwise", "model", "budget_tokens");
    private static final List<String> TOKENS = List.of("input_tokens", "output_tokens");

    private final CompiledMapping mapping;
    private final List<MappedRow> rows;
    private final Map<String, Span> spans = new HashMap<>();
    private final int id;

    /** What is known of all rows with one id. */
    private static final class Span {
        private @Nullable String parent;
        private @Nullable String namesAgent;
        private boolean leftOut;
        private boolean toldBelow;
        private int walk;
        private boolean inCircle;
        private @Nullable MappedRow newest;
        private @Nullable MappedRow lastWithTokens;
    }

    /**
     * A tree of a trace.
     *
     * @param rows in the order of the trace, those that the filter leaves out among them
     */
    SpanTree(List<MappedRow> rows, CompiledMapping mapping) {
        this.mapping = mapping;
        this.rows = rows;
        this.id = mapping.field("id");
        for (MappedRow row : rows) {
            String name = row.text(id);
            if (name != null) {
                see(row, spans.computeIfAbsent(name, unknown -> new Span()));
            }
        }
        findCircles();
        for (MappedRow row : rows) {
            if (!row.isAside() && hasTokens(row)) {
                tellAbove(row.text(id));
            }
        }
    }

    /** Whether a mapping says what lies under what: then rows that its filter leaves out are asked, too. */
    static boolean isBuiltBy(CompiledMapping mapping) {
        return mapping.kind() == RowKind.EVENTS && mapping.field("parent") >= 0 && mapping.field("id") >= 0;
    }

    private void see(MappedRow row, Span span) {
        span.leftOut |= row.isAside();
        span.parent = span.parent == null ? row.text(mapping.field("parent")) : span.parent;
        span.namesAgent = span.namesAgent == null ? row.text(mapping.field("names_agent")) : span.namesAgent;
        if (mapping.field("newest") >= 0 && !row.isAside()) {
            span.newest = span.newest == null || RowOrder.isNoOlder(row, span.newest, mapping) ? row : span.newest;
        }
    }

    private boolean hasTokens(MappedRow row) {
        return TOKENS.stream().anyMatch(field -> row.text(mapping.field(field)) != null);
    }

    /** Marks the spans above a call that states its tokens. */
    private void tellAbove(@Nullable String call) {
        Span span = call == null ? null : spans.get(call);
        Span above = span == null ? null : countedAbove(span);
        while (above != null && !above.toldBelow) {
            above.toldBelow = true;
            above = countedAbove(above);
        }
    }

    /** The span above, for whom the tokens of this one may be told again. */
    private @Nullable Span countedAbove(Span span) {
        return span.inCircle ? null : above(span);
    }

    private @Nullable Span above(Span span) {
        return span.parent == null ? null : spans.get(span.parent);
    }

    /** Walks up from each span until a walk was there before; where that is the same walk, it went in a circle. */
    private void findCircles() {
        int walk = 0;
        for (Span start : spans.values()) {
            walk++;
            Span at = start;
            while (at != null && at.walk == 0) {
                at.walk = walk;
                at = above(at);
            }
            while (at != null && at.walk == walk && !at.inCircle) {
                at.inCircle = true;
                at = above(at);
            }
        }
    }

    /** The rows that are calls, with what the others say of them; in the order of the trace. */
    List<MappedRow> calls() {
        Map<String, List<MappedRow>> halves = new HashMap<>();
        List<MappedRow> kept = new ArrayList<>();
        for (MappedRow row : rows) {
            String name = row.text(id);
            Span span = name == null ? null : spans.get(name);
            if (row.isAside() || (span != null && (span.leftOut || isOutdated(row, span)))) {
                continue;
            }
            kept.add(row);
            if (name != null && span != null) {
                span.lastWithTokens = hasTokens(row) ? row : span.lastWithTokens;
                halves.computeIfAbsent(name, unknown -> new ArrayList<>()).add(row);
            }
        }
        List<MappedRow> calls = new ArrayList<>(kept.size());
        for (MappedRow row : kept) {
            String name = row.text(id);
            calls.add(completed(row, name == null ? List.of(row) : halves.getOrDefault(name, List.of(row))));
        }
        return calls;
    }

    private boolean isOutdated(MappedRow row, Span span) {
        return span.newest != null && !RowOrder.isNoOlder(row, span.newest, mapping);
    }

    private MappedRow completed(MappedRow row, List<MappedRow> halves) {
        @Nullable FieldValue[] values = row.copyOfValues();
        for (String field : TOLD_BY_HALVES) {
            int place = mapping.field(field);
            for (int i = 0; place >= 0 && values[place] == null && i < halves.size(); i++) {
                values[place] = halves.get(i).value(place);
            }
        }
        Span span = row.text(id) == null ? null : spans.get(row.text(id));
        if (span != null && (span.toldBelow || span.lastWithTokens != row)) {
            for (String field : TOKENS) {
                if (mapping.field(field) >= 0) {
                    values[mapping.field(field)] = null;
                }
            }
        }
        int agent = mapping.field("agent");
        if (agent >= 0 && values[agent] == null) {
            String named = span == null ? row.text(mapping.field("names_agent")) : agentAbove(span);
            values[agent] = named != null ? new FieldValue.Text(named) : value(values, "agent_otherwise");
        }
        return row.with(values, row.notes());
    }

    private @Nullable FieldValue value(@Nullable FieldValue[] values, String field) {
        int place = mapping.field(field);
        return place < 0 ? null : values[place];
    }

    /** The name that the span itself or the nearest one above it gives. */
    private @Nullable String agentAbove(Span span) {
        Set<Span> seen = new HashSet<>();
        for (Span at = span; at != null && seen.add(at); at = above(at)) {
            if (at.namesAgent != null) {
                return at.namesAgent;
            }
        }
        return null;
    }
}
