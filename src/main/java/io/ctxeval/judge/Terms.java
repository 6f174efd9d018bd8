package io.ctxeval.judge;

import io.ctxeval.judge.Term.Kind;
import io.ctxeval.text.Words;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts an English sentence into its words and numbers: numbers in one spelling, and what names a thing by a number apart from what
 * states a number. Other words are those of {@link Words}.
 */
final class Terms {
    private static final Pattern RUN = Pattern.compile(Numerals.DIGITS.pattern() + "|[\\p{L}\\p{M}\\p{Nd}]+");
    /** Between a label's noun and its number. */
    private static final Pattern BESIDE = Pattern.compile("\\s*[#№-]?\\s*");
    /** Before and behind {@code one} where it is no number: "the one", "no one", "one of them". */
    private static final Set<String> BEFORE_PRONOUN =
            Set.of("the", "this", "that", "which", "each", "every", "any", "no", "another", "some");

    private final String text;
    private final List<Run> runs;
    private final List<Term> terms = new ArrayList<>();

    private Terms(String text, List<Run> runs) {
        this.text = text;
        this.runs = runs;
    }

    /**
     * A word or number as it is written.
     *
     * @param text in small letters; a number in its one spelling
     * @param digits whether it is a number in digits
     * @param capital whether it has a capital letter behind the sentence's first word
     */
    private record Run(String text, boolean digits, boolean capital, int from, int to) {}

    static List<Term> of(String sentence) {
        String text = Normalizer.normalize(sentence, Normalizer.Form.NFKC);
        Terms terms = new Terms(text, runs(text));
        for (int i = 0; i < terms.runs.size(); ) {
            i = terms.take(i);
        }
        return terms.terms;
    }

    private static List<Run> runs(String text) {
        List<Run> runs = new ArrayList<>();
        Matcher matcher = RUN.matcher(text);
        while (matcher.find()) {
            String digits = matcher.group(1);
            boolean capital =
                    !runs.isEmpty() && Character.isUpperCase(matcher.group().codePointAt(0));
            if (digits != null) {
                runs.add(new Run(Numerals.ofDigits(digits), true, false, matcher.start(), matcher.end()));
                continue;
            }
            for (String word : Words.words(matcher.group())) {
                runs.add(new Run(word, false, capital, matcher.start(), matcher.end()));
            }
        }
        return runs;
    }

    /** Takes one term; returns where the next one starts. */
    private int take(int i) {
        Run run = runs.get(i);
        if (isNumber(i)) {
            return takeNumber(i, "");
        }
        if (isLabelled(i)) {
            return takeNumber(i + 1, run.text + " ");
        }
        if (hasDigit(run.text)) {
            terms.add(new Term(run.text, Kind.LABEL));
        } else if (Calendar.isMonth(run.text, run.capital)) {
            boolean dated = isNumber(i - 1) || isNumber(i + 1);
            terms.add(new Term(run.text, dated ? Kind.DATE : Kind.OCCASION));
        } else if (Calendar.isWeekdays(run.text)) {
            terms.add(new Term(run.text.substring(0, run.text.length() - 1), Kind.OCCASION));
        } else {
            terms.add(new Term(run.text, run.capital ? Kind.NAME : Kind.WORD));
        }
        return i + 1;
    }

    private int takeNumber(int i, String noun) {
        Run run = runs.get(i);
        String number = run.digits ? run.text : Numerals.ofWord(run.text);
        int next = i + 1;
        if (!run.digits && Numerals.isTensAndOnes(run.text, word(next))) {
            number = Numerals.sum(run.text, word(next));
            next++;
        }
        while (noun.isEmpty() && Numerals.isScale(word(next))) {
            number = Numerals.scaled(number, word(next));
            next++;
        }
        terms.add(new Term(noun + number, noun.isEmpty() ? Kind.NUMBER : Kind.LABEL));
        return next;
    }

    /** Whether a word names a thing together with the number behind it. */
    private boolean isLabelled(int i) {
        if (!isNumber(i + 1)) {
            return false;
        }
        String gap = text.substring(runs.get(i).to, runs.get(i + 1).from);
        String word = runs.get(i).text;
        if (word.equals("no")) {
            return gap.strip().equals("."); // "room no. 5"
        }
        if (!BESIDE.matcher(gap).matches()) {
            return false;
        }
        if (LabelNouns.contains(word, word(i - 1))) {
            return true;
        }
        boolean capital = runs.get(i).capital || (i == 0 && LabelNouns.isVerb(word(i + 2)));
        return capital && runs.get(i + 1).digits && LabelNouns.mayBe(word);
    }

    private boolean isNumber(int i) {
        if (i < 0 || i >= runs.size()) {
            return false;
        }
        Run run = runs.get(i);
        return run.digits || (Numerals.isWord(run.text) && !isPronoun(i));
    }

    /** "One" counts only before what it counts: not in "the one", "no one", "one of them", "one must". */
    private boolean isPronoun(int i) {
        String next = word(i + 1);
        return runs.get(i).text.equals("one")
                && (BEFORE_PRONOUN.contains(word(i - 1)) || next.isEmpty() || FunctionWords.contains(next));
    }

    /** A word's text; empty for a number in digits and beyond the ends. */
    private String word(int i) {
        return i < 0 || i >= runs.size() || runs.get(i).digits ? "" : runs.get(i).text;
    }

    private static boolean hasDigit(String word) {
        return word.codePoints().anyMatch(Character::isDigit);
    }
}
