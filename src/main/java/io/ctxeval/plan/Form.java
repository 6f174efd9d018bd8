package io.ctxeval.plan;

import io.ctxeval.table.Numbers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What values a key takes.
 *
 * @param allowed for help and messages, to follow "must be"
 * @param parted whether lists or groups of keys are among the values
 */
record Form<T>(String allowed, boolean parted, Reading<T> reading) {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
    private static final Duration LONGEST = Duration.ofHours(999_999_999);
    private static final int LONGEST_NAME = 100;

    /** Turns a value that is not blank into what it means. */
    interface Reading<T> {
        T read(Value value) throws BadValue;
    }

    /** A form without lists and groups. */
    static <T> Form<T> plain(String allowed, Reading<T> reading) {
        return new Form<>(allowed, false, reading);
    }

    /** A form with lists or groups of keys among its values. */
    static <T> Form<T> parted(String allowed, Reading<T> reading) {
        return new Form<>(allowed, true, reading);
    }

    /** Values that are read elsewhere. */
    static Form<Value> raw(String allowed) {
        return parted(allowed, value -> value);
    }

    T read(Value value) throws BadValue {
        return reading.read(value);
    }

    static String characters(Value value, String allowed) throws BadValue {
        if (value instanceof Value.Text text) {
            return text.text();
        }
        throw new BadValue(value, allowed);
    }

    /** A text that satisfies a condition. */
    static Form<String> text(String allowed, Predicate<String> accepts) {
        return plain(allowed, value -> {
            String text = characters(value, allowed);
            if (!accepts.test(text)) {
                throw new BadValue(value, allowed);
            }
            return text;
        });
    }

    static Form<String> text() {
        return text("a text", text -> !text.isBlank());
    }

    /** A text that may be empty. */
    static Form<String> characters() {
        return text("a text", text -> true);
    }

    /** A name that is safe as part of a path on any file system. */
    static Form<String> fileName() {
        String allowed = "a file name of at most " + LONGEST_NAME + " letters, digits, '.', '_' and '-'";
        Pattern safe = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0," + (LONGEST_NAME - 1) + "}");
        return text(allowed, name -> safe.matcher(name).matches());
    }

    /** A regular expression, or one of the words. */
    static Form<String> patternOr(String... words) {
        List<String> known = List.of(words);
        return plain(String.join(", ", known) + " or a regular expression", value -> {
            String text = characters(value, "a regular expression");
            if (!known.contains(text)) {
                try {
                    Pattern.compile(text);
                } catch (java.util.regex.PatternSyntaxException malformed) {
                    throw new BadValue(
                            value.shown() + "; is no regular expression: " + malformed.getDescription(), value.place());
                }
            }
            return text;
        });
    }

    /** One of the words. */
    static Form<String> word(String... words) {
        List<String> known = List.of(words);
        String allowed = oneOf(known);
        return plain(allowed, value -> {
            String text = characters(value, allowed);
            if (!known.contains(text)) {
                throw new BadValue(value.shown() + "; must be " + allowed + Nearest.hint(text, known), value.place());
            }
            return text;
        });
    }

    /** A constant of an enum, spelt in lower case. */
    static <E extends Enum<E>> Form<E> constant(Class<E> type) {
        Form<String> word = word(Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toArray(String[]::new));
        return plain(word.allowed, value -> Enum.valueOf(type, word.read(value).toUpperCase(Locale.ROOT)));
    }

    static Form<Boolean> flag() {
        Form<String> word = word("true", "false");
        return plain(word.allowed, value -> Boolean.valueOf(word.read(value)));
    }

    static Form<Long> whole(long least, long most) {
        String allowed = "a whole number, " + (most == Long.MAX_VALUE ? least + " or more" : least + " to " + most);
        return plain(allowed, value -> {
            try {
                long number = Long.parseLong(characters(value, allowed).replace("_", ""));
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException notWhole) {
                throw new BadValue(value, allowed);
            }
            throw new BadValue(value, allowed);
        });
    }

    static Form<Double> real(double least, double most) {
        String allowed = "a number, "
                + (most == Double.POSITIVE_INFINITY
                        ? figure(least) + " or more"
                        : figure(least) + " to " + figure(most));
        return plain(allowed, value -> number(value, allowed, least, most));
    }

    /** A share: {@code 0.01} or {@code 1%}; {@code 1} is all. */
    static Form<Double> share() {
        String allowed = "a share, 0 to 1 or 0% to 100%";
        return plain(allowed, value -> {
            String text = characters(value, allowed);
            if (text.endsWith("%")) {
                Value figure = new Value.Text(text.substring(0, text.length() - 1), value.place());
                try {
                    return number(figure, allowed, 0, 100) / 100;
                } catch (BadValue outside) {
                    throw new BadValue(value, allowed);
                }
            }
            return number(value, allowed, 0, 1);
        });
    }

    private static double number(Value value, String allowed, double least, double most) throws BadValue {
        String text = characters(value, allowed);
        Double number = Numbers.parse(text);
        if (number == null || !(number >= least && number <= most)) {
            throw new BadValue(value, allowed);
        }
        return number;
    }

    /** A length of time above zero: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 2h}, or in ISO form {@code PT1H30M}. */
    static Form<Duration> duration() {
        String allowed = "a length of time such as 500ms, 30s, 10m or 2h";
        return plain(allowed, value -> {
            String text = characters(value, allowed);
            if (text.startsWith("P")) {
                return isoDuration(value, text, allowed);
            }
            Matcher parts = DURATION.matcher(text);
            if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
                throw new BadValue(value, allowed);
            }
            long amount = Long.parseLong(parts.group(1));
            return switch (parts.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofHours(amount);
            };
        });
    }

    private static Duration isoDuration(Value value, String text, String allowed) throws BadValue {
        try {
            Duration duration = Duration.parse(text);
            if (duration.compareTo(Duration.ZERO) > 0 && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
        } catch (DateTimeException malformed) {
            throw new BadValue(value, allowed);
        }
        throw new BadValue(value, allowed);
    }

    /** Days as they are written; which ones they are is told by the day that it is. */
    static Form<String> dates() {
        return plain(DateWords.ALLOWED, value -> {
            String text = characters(value, DateWords.ALLOWED);
            try {
                DateWords.read(text, LocalDate.EPOCH);
            } catch (DateTimeException notDate) {
                throw new BadValue(value, DateWords.ALLOWED);
            } catch (IllegalArgumentException refusedByTheDay) {
                return text;
            }
            return text;
        });
    }

    static Form<ZoneId> zone() {
        String allowed = "a time zone such as UTC, Europe/Berlin or +02:00";
        return plain(allowed, value -> {
            try {
                return ZoneId.of(characters(value, allowed));
            } catch (DateTimeException unknown) {
                throw new BadValue(value, allowed);
            }
        });
    }

    /** Names, as a list or separated by commas, each once. */
    static Form<List<String>> names() {
        String allowed = "a list of names, or names separated by commas";
        return parted(allowed, value -> {
            List<String> names = new ArrayList<>();
            if (value instanceof Value.Text text) {
                Arrays.stream(text.text().split(","))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .forEach(names::add);
            } else {
                names.addAll(texts(value, allowed));
            }
            Set<String> distinct = new LinkedHashSet<>();
            for (String name : names) {
                if (!distinct.add(name)) {
                    throw new BadValue(name + " is named twice", value.place());
                }
            }
            return List.copyOf(distinct);
        });
    }

    /** Whole numbers from 1 on, each once: one, a list, or several with commas between. */
    static Form<List<Integer>> depths(int most) {
        Form<Long> depth = whole(1, most);
        String allowed = "whole numbers, 1 to " + most + ", as a list or separated by commas";
        return parted(allowed, value -> {
            List<Integer> depths = new ArrayList<>();
            for (String text : names().read(value)) {
                try {
                    depths.add(Math.toIntExact(depth.read(new Value.Text(text, value.place()))));
                } catch (BadValue noDepth) {
                    throw new BadValue(new Value.Text(text, value.place()), allowed);
                }
            }
            if (depths.isEmpty() || depths.stream().distinct().count() < depths.size()) {
                throw new BadValue(value, allowed + ", each once");
            }
            return List.copyOf(depths);
        });
    }

    /** Texts that may hold commas: one, or a list. */
    static Form<List<String>> texts(String what) {
        String allowed = what + ", or a list of them";
        return parted(
                allowed,
                value -> value instanceof Value.Text text && !text.text().isBlank()
                        ? List.of(text.text())
                        : texts(value, allowed));
    }

    private static List<String> texts(Value value, String allowed) throws BadValue {
        if (!(value instanceof Value.Items items)) {
            throw new BadValue(value, allowed);
        }
        List<String> texts = new ArrayList<>();
        for (Value item : items.values()) {
            String text = characters(item, allowed);
            if (text.isBlank()) {
                throw new BadValue(item, allowed);
            }
            texts.add(text);
        }
        return texts;
    }

    /** {@code a, b or c}. */
    static String oneOf(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }

    private static String figure(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
