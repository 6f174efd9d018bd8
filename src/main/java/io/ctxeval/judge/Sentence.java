package io.ctxeval.judge;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An English sentence as far as contradictions by number and negation go.
 *
 * @param content words that are neither grammar nor number nor negation, without a plural or verbal s; a label with its number
 * @param numbers in order, in one spelling: {@code 1,200.50} and {@code 1200.5} are the same, and {@code three} is 3
 * @param negations the negating words, in order
 * @param times the weekdays and months in it
 * @param apart labels, and times when something holds again and again: sentences that differ in these are about different things
 * @param opening the first words, where a date sets the scene rather than states a fact
 */
record Sentence(
        Set<String> content,
        List<String> numbers,
        List<String> negations,
        Set<String> times,
        Set<String> apart,
        List<String> opening) {
    /** Of the larger set of content words, so many must be in both sentences. */
    static final double NEARLY_SAME = 0.8;
    /** Sentences that share fewer content words are labels rather than statements. */
    static final int FEWEST_SHARED = 2;

    private static final int OPENING_WORDS = 3;
    private static final Pattern DIGIT = Pattern.compile("[0-9]");
    private static final Pattern YEAR = Pattern.compile("1[0-9]{3}|20[0-9]{2}|2100");
    private static final Set<String> NEGATIONS =
            Set.of("not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "cannot", "without");
    private static final Set<String> NEGATED_STEMS = Set.of(
            "isn", "aren", "wasn", "weren", "don", "doesn", "didn", "won", "can", "couldn", "wouldn", "shouldn", "hasn",
            "haven", "hadn", "mustn", "needn");

    static Sentence of(String text) {
        return of(Terms.of(text));
    }

    static Sentence of(List<Term> terms) {
        Set<String> content = new HashSet<>();
        List<String> numbers = new ArrayList<>();
        List<String> negations = new ArrayList<>();
        Set<String> times = new HashSet<>();
        Set<String> apart = new HashSet<>();
        for (int i = 0; i < terms.size(); i++) {
            Term term = terms.get(i);
            String word = term.text();
            String next = i + 1 < terms.size() ? terms.get(i + 1).text() : "";
            if (term.is(Term.Kind.NUMBER)) {
                numbers.add(word);
            } else if (term.is(Term.Kind.LABEL)) {
                content.add(word);
                apart.add(word);
            } else if (term.is(Term.Kind.DATE) || term.is(Term.Kind.OCCASION) || Calendar.isWeekday(word)) {
                content.add(word);
                times.add(word);
                if (term.setsApart()) {
                    apart.add(word);
                }
            } else if (NEGATED_STEMS.contains(word) && next.equals("t")) {
                negations.add(word + "'t");
                i++;
            } else if (NEGATIONS.contains(word)) {
                // "Not only", "not just" affirm; "cannot …, not even …" says no once, with emphasis.
                boolean emphasis = next.equals("even") && !negations.isEmpty();
                if (!next.equals("only") && !next.equals("just") && !emphasis) {
                    negations.add(word);
                }
            } else if (!FunctionWords.contains(word)) {
                content.add(withoutS(word));
            }
        }
        List<String> opening =
                terms.stream().limit(OPENING_WORDS).map(Term::text).toList();
        return new Sentence(content, numbers, negations, times, apart, opening);
    }

    /** Whether the text states a number or a date. */
    static boolean statesNumber(String text) {
        return DIGIT.matcher(text).find() || Terms.of(text).stream().anyMatch(term -> term.is(Term.Kind.NUMBER));
    }

    /**
     * Why two sentences cannot both be true: they say the same of the same, but for one number or a negation. Empty where either
     * has words of its own that may name another subject, where only one is about a certain thing or time, where more than one number
     * differs, or where the number is a year that only sets the scene.
     */
    static Optional<String> conflict(Sentence a, Sentence b) {
        if (!sameStatement(a.content, b.content) || !a.apart.equals(b.apart)) {
            return Optional.empty();
        }
        List<String> onlyA = without(a.numbers, b.numbers);
        List<String> onlyB = without(b.numbers, a.numbers);
        boolean sameNumbers = onlyA.isEmpty() && onlyB.isEmpty();
        boolean sameSense = a.negations.size() % 2 == b.negations.size() % 2;
        if (sameNumbers && !sameSense) {
            return Optional.of("negation: " + a.negationText() + " against " + b.negationText());
        }
        if (sameSense && onlyA.size() == 1 && onlyB.size() == 1) {
            String numberOfA = onlyA.get(0);
            String numberOfB = onlyB.get(0);
            boolean scene =
                    isYear(numberOfA) && isYear(numberOfB) && (a.setsScene(numberOfA) || b.setsScene(numberOfB));
            return scene ? Optional.empty() : Optional.of("number: " + numberOfA + " against " + numberOfB);
        }
        return Optional.empty();
    }

    /**
     * Whether both give the same numbers, times and things, and neither denies what the other says: without that, they don't say the
     * same. A 1 or a time that one side alone has is no difference: "one bike" is "a bike".
     */
    static boolean agree(Sentence a, Sentence b) {
        Set<String> numbersOfA = new HashSet<>(a.numbers);
        Set<String> numbersOfB = new HashSet<>(b.numbers);
        numbersOfA.remove("1");
        numbersOfB.remove("1");
        boolean sameNumbers = numbersOfA.equals(numbersOfB);
        boolean sameTimes = a.times.containsAll(b.times) || b.times.containsAll(a.times);
        return sameNumbers
                && sameTimes
                && a.labels().equals(b.labels())
                && a.negations.size() % 2 == b.negations.size() % 2;
    }

    private Set<String> labels() {
        Set<String> labels = new HashSet<>(apart);
        labels.removeAll(times);
        return labels;
    }

    /** One side may say more than the other, not both. */
    private static boolean sameStatement(Set<String> a, Set<String> b) {
        Set<String> smaller = a.size() <= b.size() ? a : b;
        Set<String> larger = a.size() <= b.size() ? b : a;
        return smaller.size() >= FEWEST_SHARED
                && larger.containsAll(smaller)
                && smaller.size() >= NEARLY_SAME * larger.size();
    }

    /** A year sets the scene if it opens the sentence, or if the sentence also states a number that is no year. */
    private boolean setsScene(String year) {
        return opening.contains(year) || numbers.stream().anyMatch(number -> !isYear(number));
    }

    private String negationText() {
        return negations.isEmpty() ? "no negation" : "\"" + String.join(" ", negations) + "\"";
    }

    private static boolean isYear(String number) {
        return YEAR.matcher(number).matches();
    }

    private static List<String> without(List<String> numbers, List<String> others) {
        List<String> left = new ArrayList<>(numbers);
        others.forEach(left::remove);
        return left;
    }

    private static String withoutS(String word) {
        boolean inflected = word.length() > 3 && word.endsWith("s") && !word.endsWith("ss");
        return inflected ? word.substring(0, word.length() - 1) : word;
    }
}
