package io.ctxeval.judge;

import io.ctxeval.text.Words;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An English sentence as far as contradictions by number and negation go.
 *
 * @param content words that are neither grammar nor number nor negation, without a plural or verbal s
 * @param numbers in order, in one spelling: {@code 1,200.50} and {@code 1200.5} are the same, and {@code three} is 3
 * @param negations the negating words, in order
 * @param opening the first words, where a date sets the scene rather than states a fact
 */
record Sentence(Set<String> content, List<String> numbers, List<String> negations, List<String> opening) {
    /** Of the larger set of content words, so many must be in both sentences. */
    static final double NEARLY_SAME = 0.8;
    /** Sentences that share fewer content words are labels rather than statements. */
    static final int FEWEST_SHARED = 2;

    private static final int OPENING_WORDS = 3;
    private static final int LONGEST_NUMBER = 30;
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:,[0-9]{3})*(?:\\.[0-9]+)?");
    private static final Pattern YEAR = Pattern.compile("1[0-9]{3}|20[0-9]{2}|2100");
    private static final Set<String> NEGATIONS =
            Set.of("not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "cannot", "without");
    private static final Set<String> NEGATED_STEMS = Set.of(
            "isn", "aren", "wasn", "weren", "don", "doesn", "didn", "won", "can", "couldn", "wouldn", "shouldn", "hasn",
            "haven", "hadn", "mustn", "needn");
    private static final Map<String, String> NUMBER_WORDS = Map.ofEntries(
            Map.entry("zero", "0"),
            Map.entry("two", "2"),
            Map.entry("three", "3"),
            Map.entry("four", "4"),
            Map.entry("five", "5"),
            Map.entry("six", "6"),
            Map.entry("seven", "7"),
            Map.entry("eight", "8"),
            Map.entry("nine", "9"),
            Map.entry("ten", "10"),
            Map.entry("eleven", "11"),
            Map.entry("twelve", "12"),
            Map.entry("fifteen", "15"),
            Map.entry("twenty", "20"),
            Map.entry("thirty", "30"),
            Map.entry("forty", "40"),
            Map.entry("fifty", "50"),
            Map.entry("sixty", "60"),
            Map.entry("seventy", "70"),
            Map.entry("eighty", "80"),
            Map.entry("ninety", "90"));

    static Sentence of(String text) {
        Set<String> content = new HashSet<>();
        List<String> numbers = numbersIn(text);
        List<String> negations = new ArrayList<>();
        List<String> words = Words.words(text);
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String next = i + 1 < words.size() ? words.get(i + 1) : "";
            if (NEGATED_STEMS.contains(word) && next.equals("t")) {
                negations.add(word + "'t");
                i++;
            } else if (NEGATIONS.contains(word)) {
                // "Not only", "not just" affirm; "cannot …, not even …" says no once, with emphasis.
                boolean emphasis = next.equals("even") && !negations.isEmpty();
                if (!next.equals("only") && !next.equals("just") && !emphasis) {
                    negations.add(word);
                }
            } else if (NUMBER_WORDS.containsKey(word)) {
                numbers.add(NUMBER_WORDS.getOrDefault(word, word));
            } else if (!FunctionWords.contains(word) && !hasDigit(word)) {
                content.add(withoutS(word));
            }
        }
        List<String> opening = List.copyOf(words.subList(0, Math.min(OPENING_WORDS, words.size())));
        return new Sentence(content, numbers, negations, opening);
    }

    /** Whether the text states a number or a date. */
    static boolean statesNumber(String text) {
        return NUMBER.matcher(text).find() || Words.words(text).stream().anyMatch(NUMBER_WORDS::containsKey);
    }

    /**
     * Why two sentences cannot both be true: they say the same of the same, but for one number or a negation. Empty where either
     * has words of its own that may name another subject, where more than one number differs, or where the number is a year
     * that only sets the scene.
     */
    static Optional<String> conflict(Sentence a, Sentence b) {
        if (!sameStatement(a.content, b.content)) {
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

    private static List<String> numbersIn(String text) {
        List<String> numbers = new ArrayList<>();
        Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            String plain = matcher.group().replace(",", "");
            boolean writable = plain.length() <= LONGEST_NUMBER;
            numbers.add(writable ? new BigDecimal(plain).stripTrailingZeros().toPlainString() : plain);
        }
        return numbers;
    }

    private static List<String> without(List<String> numbers, List<String> others) {
        List<String> left = new ArrayList<>(numbers);
        others.forEach(left::remove);
        return left;
    }

    private static boolean hasDigit(String word) {
        return word.codePoints().anyMatch(Character::isDigit);
    }

    private static String withoutS(String word) {
        boolean inflected = word.length() > 3 && word.endsWith("s") && !word.endsWith("ss");
        return inflected ? word.substring(0, word.length() - 1) : word;
    }
}
