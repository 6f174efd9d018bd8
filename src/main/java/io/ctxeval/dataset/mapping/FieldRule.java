package io.ctxeval.dataset.mapping;

import io.ctxeval.json.RawJson;
import io.ctxeval.plan.MappingSpec.Take;
import io.ctxeval.plan.OneLine;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RetrievedContext;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How one canonical field is filled.
 *
 * @param written the alternatives as written, for reports
 * @param alternatives tried in turn, the first value that is not null; empty: the field stays empty
 * @param where rows in which it is filled; null: all
 * @param take which value of a group; ignored without one
 * @param sql Spark SQL over the other fields; null: none
 */
record FieldRule(
        String name,
        Target target,
        List<String> written,
        List<Expression> alternatives,
        @Nullable Condition where,
        Take take,
        @Nullable String sql) {
    /** Keys of an object that a reason names. */
    private static final int KEYS_NAMED = 5;

    /** Code points of a key that a reason shows. */
    private static final int KEY_SHOWN = 40;

    /** A value of a type that no rule covers: the row is a rejection. */
    static final class UnfitValue extends Exception {
        private final Node value;

        UnfitValue(String reason, Node value) {
            super(reason, null, false, false);
            this.value = value;
        }

        Node value() {
            return value;
        }
    }

    FieldRule {
        written = List.copyOf(written);
        alternatives = List.copyOf(alternatives);
    }

    /**
     * The row's value; null where it has none. An alternative that comes to nothing but nulls ({@code a[].b} where no element has a
     * {@code b}) stands only where no later one has more.
     *
     * @param taken counts rows by the alternative that filled them; null: nobody counts
     */
    @Nullable FieldValue valueIn(Scope scope, ChunkReader chunks, int @Nullable [] taken) throws UnfitValue {
        if (where != null && !where.holdsIn(scope)) {
            return null;
        }
        FieldValue filled = null;
        int filledBy = -1;
        for (int i = 0; i < alternatives.size() && (filled == null || isOfNulls(filled)); i++) {
            Expression alternative = alternatives.get(i);
            FieldValue value = target == Target.CONTEXT
                    ? context(alternative, scope, chunks)
                    : converted(alternative.valueIn(scope), scope.tally());
            if (value != null && (filled == null || !isOfNulls(value))) {
                filled = value;
                filledBy = i;
            }
        }
        if (filled != null && taken != null) {
            taken[filledBy]++;
        }
        return filled;
    }

    private static boolean isOfNulls(FieldValue value) {
        return value instanceof FieldValue.Context context
                && context.context() instanceof RetrievedContext.Chunks list
                && !list.chunks().isEmpty()
                && list.chunks().stream().allMatch(Chunk::wasNull);
    }

    /** The value that a query gave for the field. */
    @Nullable FieldValue ofResult(@Nullable Node value, ChunkReader chunks, Tally tally) throws UnfitValue {
        if (target != Target.CONTEXT) {
            return converted(value, tally);
        }
        RetrievedContext context = chunks.read(value, null, ChunkReader.Rule.LENIENT, tally);
        return context == null ? null : new FieldValue.Context(context);
    }

    private static @Nullable FieldValue context(Expression expression, Scope scope, ChunkReader chunks) {
        RetrievedContext context = expression instanceof Expression.Chunks function
                ? chunks.read(function.of().valueIn(scope), function.mark(), ChunkReader.Rule.LENIENT, scope.tally())
                : chunks.read(expression.valueIn(scope), null, ChunkReader.Rule.STRICT, scope.tally());
        return context == null ? null : new FieldValue.Context(context);
    }

    private @Nullable FieldValue converted(@Nullable Node value, Tally tally) throws UnfitValue {
        if (value == null || value.kind() == Node.Kind.NULL) {
            return null;
        }
        return switch (target) {
            case TEXT -> text(value, tally);
            case COUNT -> count(value, tally);
            case TEXTS, PLACED_TEXTS -> texts(value, tally);
            case LABELS -> labels(value, tally);
            case JSON -> json(value);
            case CONTEXT -> throw new IllegalStateException("chunks are read, not converted");
        };
    }

    private FieldValue text(Node value, Tally tally) throws UnfitValue {
        return switch (value.kind()) {
            case TEXT -> new FieldValue.Text(tally.text(value.text()));
            case NUMBER, BOOLEAN -> new FieldValue.Text(value.text());
            case LIST -> throw new UnfitValue("a list where a text is wanted; text(…) takes it as text", value);
            case OBJECT, NULL -> throw new UnfitValue(object(value), value);
        };
    }

    /** A budget of less than nothing is none; what a call took can't be less. */
    private @Nullable FieldValue count(Node value, Tally tally) throws UnfitValue {
        FieldValue spelt = text(value, tally);
        String spelling = spelt instanceof FieldValue.Text text ? text.text().strip() : "";
        if (value.kind() == Node.Kind.TEXT && (spelling.isEmpty() || ChunkReader.MISSING.contains(spelling))) {
            return null;
        }
        BigDecimal count = EventRule.count(spelling);
        if (count == null || (count.signum() < 0 && !name.equals("budget_tokens"))) {
            String found = OneLine.start(OneLine.of(spelling), KEY_SHOWN);
            throw new UnfitValue(
                    found + " where a count of tokens is wanted, 0 or more; \"" + name
                            + ": []\" among the fields leaves these counts out",
                    value);
        }
        return spelt;
    }

    private static String object(Node value) {
        List<String> keys = value.kind() == Node.Kind.OBJECT ? value.keys() : List.of();
        if (keys.isEmpty()) {
            return "an object where a text is wanted; text(…) takes it as text";
        }
        String named = keys.stream()
                .limit(KEYS_NAMED)
                .map(key -> OneLine.start(OneLine.of(key), KEY_SHOWN))
                .collect(Collectors.joining(", "));
        return "an object (of " + named + (keys.size() > KEYS_NAMED ? ", …" : "")
                + ") where a text is wanted; name one of its members after a dot, or text(…) takes it all as text";
    }

    private @Nullable FieldValue texts(Node value, Tally tally) {
        List<@Nullable String> texts = ChunkReader.PLAIN.texts(value, null, tally);
        if (texts == null) {
            return null;
        }
        List<String> kept = new ArrayList<>(texts.size());
        for (String text : texts) {
            if (text != null) {
                kept.add(text);
            } else if (target == Target.PLACED_TEXTS) {
                kept.add("");
            }
        }
        return new FieldValue.Texts(kept);
    }

    private static FieldValue labels(Node value, Tally tally) {
        return switch (value.kind()) {
            case TEXT -> {
                Node held = value.isCell() ? EmbeddedValue.in(value.text()) : null;
                yield new FieldValue.Text(
                        held != null && (held.kind() == Node.Kind.LIST || held.kind() == Node.Kind.OBJECT)
                                ? held.json()
                                : tally.text(value.text()));
            }
            case NUMBER, BOOLEAN, NULL -> new FieldValue.Text(value.text());
            case LIST, OBJECT -> new FieldValue.Text(value.json());
        };
    }

    /** JSON keeps its bytes; of a text out of a container without JSON, the JSON or Python value that it writes down. */
    private static @Nullable FieldValue json(Node value) {
        if (value instanceof JsonValue) {
            return new FieldValue.Json(value.raw(), true);
        }
        if (value.kind() != Node.Kind.TEXT) {
            return new FieldValue.Json(value.raw(), false);
        }
        JsonValue json = EmbeddedValue.json(value.text());
        if (json != null) {
            return json.kind() == Node.Kind.NULL ? null : new FieldValue.Json(json.raw(), true);
        }
        Node held = EmbeddedValue.in(value.text());
        return new FieldValue.Json(held == null ? RawJson.of(JsonText.ofString(value.text())) : held.raw(), false);
    }
}
