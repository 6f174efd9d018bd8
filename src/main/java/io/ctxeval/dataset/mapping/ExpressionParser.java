package io.ctxeval.dataset.mapping;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Compiles the paths, functions and conditions of a mapping (formats.md 4.1). */
final class ExpressionParser {
    private static final Set<String> FUNCTIONS = Set.of(
            "chunks",
            "messages",
            "asked",
            "last_turn",
            "last_question",
            "turn_context",
            "text",
            "parse",
            "joined",
            "plain",
            "values",
            "sum",
            "extract");
    /** Characters of an expression, at most: parsing goes down into functions and brackets, and the stack has an end. */
    private static final int LONGEST = 4_000;

    /** What ends an unquoted key. */
    private static final String PUNCTUATION = ".,()[]\"`'=!<>";

    private final String text;
    private final Names names;
    private final boolean blanksInKeys;
    private int at;

    /** The names that aren't fields of the record: {@code it} and {@code up} where rows are elements, and the joins. */
    record Names(boolean rows, List<String> joins) {
        static final Names RECORD = new Names(false, List.of());
    }

    /** What is wrong with an expression. */
    static final class BadExpression extends Exception {
        BadExpression(String message) {
            super(message);
        }
    }

    private ExpressionParser(String text, Names names, boolean blanksInKeys) {
        this.text = text;
        this.names = names;
        this.blanksInKeys = blanksInKeys;
    }

    /** A field's path or function. */
    static Expression expression(String text, Names names) throws BadExpression {
        requireShort(text);
        ExpressionParser parser = new ExpressionParser(text, names, true);
        Expression expression = parser.term();
        parser.end();
        return expression;
    }

    private static void requireShort(String text) throws BadExpression {
        if (text.length() > LONGEST) {
            throw new BadExpression("has " + text.length() + " characters; at most " + LONGEST + " are read");
        }
    }

    /** A filter. */
    static Condition condition(String text, Names names) throws BadExpression {
        requireShort(text);
        ExpressionParser parser = new ExpressionParser(text, names, false);
        Condition condition = parser.or();
        parser.end();
        return condition;
    }

    /** The two or more paths of {@code zip(a, b)}; empty where the text is something else. */
    static List<Path> zipped(String text, Names names) throws BadExpression {
        ExpressionParser parser = new ExpressionParser(text, names, true);
        if (!text.strip().startsWith("zip(")) {
            return List.of();
        }
        parser.blanks();
        parser.at += "zip".length();
        List<Path> paths = new ArrayList<>();
        do {
            parser.at++;
            Expression path = parser.term();
            if (!(path instanceof Path plain)
                    || plain.steps().isEmpty()
                    || !(plain.steps().get(plain.steps().size() - 1) instanceof Path.Step.Key)) {
                throw parser.expected("a path that ends in a key");
            }
            paths.add(plain);
            parser.blanks();
        } while (parser.sees(','));
        parser.take(')');
        parser.end();
        return paths;
    }

    private Condition or() throws BadExpression {
        Condition left = and();
        while (passedWord("or")) {
            left = new Condition.Or(left, and());
        }
        return left;
    }

    private Condition and() throws BadExpression {
        Condition left = comparison();
        while (passedWord("and")) {
            left = new Condition.And(left, comparison());
        }
        return left;
    }

    private Condition comparison() throws BadExpression {
        blanks();
        if (sees('(')) {
            at++;
            Condition inner = or();
            take(')');
            return inner;
        }
        Expression value = term();
        blanks();
        if (passed("!=") || passed("<>")) {
            return new Condition.OneOf(value, List.of(literal()), true);
        } else if (passed("==") || passed("=")) {
            return new Condition.OneOf(value, List.of(literal()), false);
        } else if (passedWord("in")) {
            return new Condition.OneOf(value, literals(), false);
        } else if (passedWord("not")) {
            if (!passedWord("in")) {
                throw expected("'in'");
            }
            return new Condition.OneOf(value, literals(), true);
        } else if (passedWord("is")) {
            boolean negated = passedWord("not");
            if (!passedWord("null")) {
                throw expected("'null'");
            }
            return new Condition.IsNull(value, negated);
        }
        throw expected("one of = != in (…), is null, is not null");
    }

    private List<Condition.Literal> literals() throws BadExpression {
        take('(');
        List<Condition.Literal> literals = new ArrayList<>();
        do {
            literals.add(literal());
            blanks();
        } while (passed(","));
        take(')');
        return literals;
    }

    private Condition.Literal literal() throws BadExpression {
        blanks();
        if (sees('\'') || sees('"')) {
            return new Condition.Literal(quoted(), null);
        }
        int start = at;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at)) && "(),".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        if (word.equals("true") || word.equals("false")) {
            return new Condition.Literal(word, null);
        }
        try {
            return new Condition.Literal(word, new BigDecimal(word));
        } catch (NumberFormatException noNumber) {
            at = start;
            throw expected("a text in single quotes, a number, true or false");
        }
    }

    private Expression term() throws BadExpression {
        blanks();
        if (sees('\'')) {
            return new Path(new Path.Root.Fixed(quoted()), List.of());
        }
        int start = at;
        boolean quoted = sees('"') || sees('`');
        String first = key();
        if (!quoted && sees('(')) {
            Expression call = call(first, start);
            return sees('.') || sees('[') ? steps(new Path.Root.Result(call), null) : call;
        }
        if (!quoted && names.rows() && (first.equals("it") || first.equals("up"))) {
            return steps(new Path.Root.Row(first.equals("it") ? 0 : levels()), null);
        }
        if (!quoted && names.rows() && first.equals("earlier")) {
            return steps(new Path.Root.Earlier(), null);
        }
        int join = quoted ? -1 : names.joins().indexOf(first);
        return join >= 0 ? steps(new Path.Root.Partner(join), null) : steps(new Path.Root.Whole(), first);
    }

    /** {@code up} has been read: one level, and one more for every {@code .up} behind it. */
    private int levels() {
        int levels = 1;
        while (text.startsWith(".up", at)
                && (at + 3 == text.length() || PUNCTUATION.indexOf(text.charAt(at + 3)) >= 0)) {
            levels++;
            at += 3;
        }
        return levels;
    }

    private Path steps(Path.Root root, @Nullable String first) throws BadExpression {
        List<Path.Step> steps = new ArrayList<>();
        if (first != null) {
            steps.add(new Path.Step.Key(first));
        }
        while (true) {
            if (sees('.')) {
                at++;
                steps.add(new Path.Step.Key(key()));
            } else if (sees('[')) {
                at++;
                steps.add(bracketed());
            } else {
                return new Path(root, steps);
            }
        }
    }

    private Path.Step bracketed() throws BadExpression {
        int end = text.indexOf(']', at);
        String inside = end < 0 ? "?" : text.substring(at, end).strip();
        if (!inside.matches("(-?[0-9]{1,9})?")) {
            throw expected("'[]', or a whole number in brackets");
        }
        at = end + 1;
        return inside.isEmpty() ? new Path.Step.Each() : new Path.Step.At(Integer.parseInt(inside));
    }

    private String key() throws BadExpression {
        if (sees('"') || sees('`')) {
            return quoted();
        }
        int start = at;
        int end = at;
        while (at < text.length() && PUNCTUATION.indexOf(text.charAt(at)) < 0) {
            boolean blank = Character.isWhitespace(text.charAt(at));
            if (blank && !blanksInKeys) {
                break;
            }
            at++;
            end = blank ? end : at;
        }
        at = end;
        if (end == start) {
            throw expected("a key");
        }
        return text.substring(start, end);
    }

    /** A text in any of the three quotes; the quote itself is written twice. */
    private String quoted() throws BadExpression {
        char quote = text.charAt(at++);
        StringBuilder inside = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != quote) {
                inside.append(c);
            } else if (sees(quote)) {
                inside.append(quote);
                at++;
            } else {
                return inside.toString();
            }
        }
        throw expected("the closing " + quote);
    }

    private Expression call(String function, int start) throws BadExpression {
        if (!FUNCTIONS.contains(function)) {
            at = start;
            throw new BadExpression(place() + ": no function is called " + function + "; there are "
                    + String.join(", ", FUNCTIONS.stream().sorted().toList())
                    + " (a key with brackets needs double quotes)");
        }
        take('(');
        Expression of = term();
        blanks();
        String argument = null;
        if (passed(",")) {
            blanks();
            if (!sees('\'') && !sees('"')) {
                throw expected("a text in single quotes");
            }
            argument = quoted();
        }
        take(')');
        return switch (function) {
            case "chunks" -> new Expression.Chunks(of, notEmpty(argument));
            case "messages" -> new Expression.Messages(of, argument);
            case "last_turn" -> {
                if (argument == null) {
                    throw new BadExpression(place() + ": last_turn needs a role, last_turn(path, 'user')");
                }
                yield new Expression.LastTurn(of, argument);
            }
            case "asked" -> alone(function, argument, new Expression.Asked(of));
            case "values" -> alone(function, argument, new Expression.Values(of));
            case "sum" -> alone(function, argument, new Expression.Sum(of));
            case "extract" -> new Expression.Extract(of, pattern(argument));
            case "last_question" -> alone(function, argument, new Expression.LastQuestion(of));
            case "turn_context" -> alone(function, argument, new Expression.TurnContext(of));
            case "text" -> alone(function, argument, new Expression.TextOf(of));
            case "parse" -> alone(function, argument, new Expression.Parse(of));
            case "joined" -> alone(function, argument, new Expression.Joined(of));
            default -> alone(function, argument, new Expression.Plain(of));
        };
    }

    private @Nullable String notEmpty(@Nullable String mark) throws BadExpression {
        if (mark != null && mark.isEmpty()) {
            throw new BadExpression(place() + ": the mark of chunks is empty");
        }
        return mark;
    }

    private Pattern pattern(@Nullable String regex) throws BadExpression {
        if (regex == null || regex.isEmpty()) {
            throw new BadExpression(place() + ": extract needs a pattern, extract(path, '([^/]+)$')");
        }
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException bad) {
            throw new BadExpression(place() + ": " + bad.getDescription() + " in the pattern " + regex);
        }
    }

    private Expression alone(String function, @Nullable String argument, Expression call) throws BadExpression {
        if (argument != null) {
            throw new BadExpression(place() + ": " + function + " takes one argument, a path");
        }
        return call;
    }

    private void end() throws BadExpression {
        blanks();
        if (at < text.length()) {
            throw expected("the end");
        }
    }

    private void take(char c) throws BadExpression {
        blanks();
        if (!sees(c)) {
            throw expected("'" + c + "'");
        }
        at++;
    }

    private boolean sees(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private boolean passed(String symbol) {
        if (!text.startsWith(symbol, at)) {
            return false;
        }
        at += symbol.length();
        return true;
    }

    private boolean passedWord(String word) {
        blanks();
        int end = at + word.length();
        if (end > text.length()
                || !text.substring(at, end).toLowerCase(Locale.ROOT).equals(word)) {
            return false;
        }
        if (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            return false;
        }
        at = end;
        return true;
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private BadExpression expected(String what) {
        String found = at >= text.length() ? "the end" : "'" + text.charAt(at) + "'";
        return new BadExpression(place() + ": expected " + what + ", found " + found);
    }

    private String place() {
        return "`" + text + "`, character " + (at + 1);
    }
}
