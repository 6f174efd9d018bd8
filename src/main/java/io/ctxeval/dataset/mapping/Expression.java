package io.ctxeval.dataset.mapping;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A path, or a function of one (formats.md 4.1). Its value is null where something is missing; it never fails for a row. */
sealed interface Expression
        permits Path,
                Expression.Chunks,
                Expression.Messages,
                Expression.Asked,
                Expression.LastTurn,
                Expression.LastQuestion,
                Expression.TurnContext,
                Expression.TextOf,
                Expression.Parse,
                Expression.Joined,
                Expression.Plain,
                Expression.Values,
                Expression.Sum,
                Expression.Extract {
    @Nullable Node valueIn(Scope scope);

    /** The expression that this one is a function of; a path's own is itself. */
    default Expression of() {
        return this;
    }

    /** The path that the functions begin with. */
    default Path path() {
        Expression inner = this;
        while (!(inner instanceof Path path)) {
            inner = inner.of();
        }
        return path.root() instanceof Path.Root.Result result ? result.of().path() : path;
    }

    /** {@code chunks(path [, mark])}: a list of texts (formats.md 3.2), null where there is none. */
    record Chunks(@Override Expression of, @Nullable String mark) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            return listOf(of.valueIn(scope), mark, scope.tally());
        }

        static @Nullable Node listOf(@Nullable Node value, @Nullable String mark, Tally tally) {
            List<@Nullable String> texts = ChunkReader.PLAIN.texts(value, mark, tally);
            if (texts == null) {
                return null;
            }
            List<Node> nodes = new ArrayList<>(texts.size());
            texts.forEach(text -> nodes.add(PlainValue.text(text)));
            return PlainValue.list(nodes);
        }
    }

    /** {@code messages(path [, prefix])}: a list of {@code {role, content}}. */
    record Messages(@Override Expression of, @Nullable String prefix) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            Conversation turns = Conversation.of(of.valueIn(scope), prefix, "user");
            return turns == null ? null : turns.asNode();
        }
    }

    /** {@code asked(path)}: the messages without the answer that they end in; what a call was asked, from a record of the whole. */
    record Asked(@Override Expression of) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            Conversation turns = Conversation.of(of.valueIn(scope), null, "user");
            Conversation asked = turns == null ? null : turns.withoutAnswer();
            return asked == null || asked.turns().isEmpty() ? null : asked.asNode();
        }
    }

    /** {@code last_turn(path, role)}: the text of the role's last turn that has one. */
    record LastTurn(@Override Expression of, String role) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            Conversation turns = Conversation.of(of.valueIn(scope), null, role);
            String text = turns == null ? null : turns.lastText(role);
            return text == null ? null : PlainValue.text(text);
        }
    }

    /**
     * {@code last_question(path)}: of a chat row, the user's turn before the last assistant turn with text (formats.md 3.6); the
     * last user turn where no assistant answers.
     */
    record LastQuestion(@Override Expression of) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            Conversation turns = Conversation.of(of.valueIn(scope), null, "user");
            String text = turns == null ? null : turns.lastQuestion();
            return text == null ? null : PlainValue.text(text);
        }
    }

    /** {@code turn_context(path)}: the context that hangs on the last assistant turn, else on the last turn that has one. */
    record TurnContext(@Override Expression of) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            Conversation turns = Conversation.of(of.valueIn(scope), null, "user");
            Node context = turns == null ? null : turns.context();
            return Chunks.listOf(context, null, scope.tally());
        }
    }

    /** {@code text(path)}: any value as text: content parts by their texts, other lists and objects as JSON. */
    record TextOf(@Override Expression of) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            Node value = of.valueIn(scope);
            if (value == null || value.kind() == Node.Kind.NULL) {
                return null;
            }
            if (value.kind() == Node.Kind.TEXT) {
                return PlainValue.text(value.text());
            }
            String text = ContentText.of(value);
            return PlainValue.text(text == null ? value.json() : text);
        }
    }

    /** {@code parse(path)}: the JSON value or Python literal that a text holds; a text that holds none, and any other value, is itself. */
    record Parse(@Override Expression of) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            Node value = of.valueIn(scope);
            if (value == null || value.kind() != Node.Kind.TEXT) {
                return value;
            }
            Node held = EmbeddedValue.in(value.text());
            return held == null ? value : held;
        }
    }

    /** {@code joined(path)}: each element's texts as one text; a blank between two where neither has one at the seam. */
    record Joined(@Override Expression of) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            Node whole = of.valueIn(scope);
            if (whole == null || whole.kind() == Node.Kind.NULL) {
                return null;
            }
            List<Node> parts = of instanceof Path path ? path.partsIn(scope) : Navigation.elements(whole);
            List<Node> texts = new ArrayList<>(parts.size());
            for (Node part : parts) {
                List<@Nullable String> pieces = ChunkReader.PLAIN.texts(part, null, scope.tally());
                texts.add(PlainValue.text(pieces == null ? null : ContentText.seamless(pieces)));
            }
            return PlainValue.list(texts);
        }
    }

    /**
     * {@code plain(path)}: a text, number or boolean; null for an object or list, also for one written in a CSV cell. {@code auto}
     * takes outputs so, because a list of answers is what is right, not what was answered (formats.md 3.6).
     */
    record Plain(@Override Expression of) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            Node value = of.valueIn(scope);
            if (value == null) {
                return null;
            }
            return switch (value.kind()) {
                case NULL, LIST, OBJECT -> null;
                case NUMBER, BOOLEAN -> value;
                case TEXT -> value.isCell() && holdsList(value.text()) ? null : value;
            };
        }

        private static boolean holdsList(String text) {
            Node held = EmbeddedValue.in(text);
            return held != null && held.kind() == Node.Kind.LIST;
        }
    }

    /** {@code values(path)}: the values of an object, whatever its keys; of a text, those of the object that it writes down. */
    record Values(@Override Expression of) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            Node object = new Parse(of).valueIn(scope);
            if (object == null || object.kind() != Node.Kind.OBJECT) {
                return null;
            }
            List<Node> values = new ArrayList<>();
            for (String key : object.keys()) {
                Node value = object.get(key);
                values.add(value == null ? PlainValue.NULL : value);
            }
            return PlainValue.list(values);
        }
    }

    /** {@code sum(path)}: of the numbers in a list, also as digits in texts; of one number, itself; null without any. */
    record Sum(@Override Expression of) implements Expression {
        @Override
        public @Nullable Node valueIn(Scope scope) {
            Node value = of.valueIn(scope);
            if (value == null) {
                return null;
            }
            BigDecimal sum = null;
            for (Node number : value.kind() == Node.Kind.LIST ? value.elements() : List.of(value)) {
                boolean digits = number.kind() == Node.Kind.NUMBER || number.kind() == Node.Kind.TEXT;
                BigDecimal count = digits ? EventRule.count(number.text()) : null;
                if (count != null) {
                    sum = sum == null ? count : sum.add(count);
                }
            }
            return sum == null ? null : PlainValue.number(sum.toPlainString());
        }
    }

    /**
     * {@code extract(path, 'pattern')}: the first group of a regular expression's first match in a text, or the match where it has
     * no groups; null where nothing matches. Looked for in the first {@value #REACH} characters.
     */
    record Extract(@Override Expression of, Pattern pattern) implements Expression {
        private static final int REACH = 2_000;

        @Override
        public @Nullable Node valueIn(Scope scope) {
            Node value = of.valueIn(scope);
            if (value == null || (value.kind() != Node.Kind.TEXT && value.kind() != Node.Kind.NUMBER)) {
                return null;
            }
            String text = value.text();
            Matcher matcher = pattern.matcher(text.length() > REACH ? text.substring(0, REACH) : text);
            if (!matcher.find()) {
                return null;
            }
            return PlainValue.text(matcher.groupCount() == 0 ? matcher.group() : matcher.group(1));
        }
    }
}
