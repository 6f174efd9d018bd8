package io.ctxeval.judge;

import io.ctxeval.text.Segments;
import io.ctxeval.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Answers {@link Question.Decompose} from the input's clauses: one aspect for each sentence, cut where a comma or a conjunction
 * is followed by a question word. Greetings, thanks and plain sums ask for nothing. Pronouns are not resolved, steps that the
 * question doesn't spell out are not seen.
 */
final class LexicalAspects {
    private static final Pattern CLAUSES = Pattern.compile(
            "(?:,\\s*(?:and|or|but)?|\\s(?:and|or|but))\\s+(?=(?:in which|at which|by which|what|which|who|whom|whose|when|where|why|how)\\b)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern SUM = Pattern.compile(
            "(?:what\\s+is|what's|calculate|compute)?[\\s0-9.,()]*[0-9][\\s0-9.,()]*(?:[-+*/x×÷^%=][\\s0-9.,()]*)+\\??",
            Pattern.CASE_INSENSITIVE);
    private static final Set<String> POLITE = Set.of(
            "hello",
            "hi",
            "hey",
            "there",
            "good",
            "morning",
            "afternoon",
            "evening",
            "night",
            "day",
            "thanks",
            "thank",
            "you",
            "very",
            "much",
            "a",
            "lot",
            "bye",
            "goodbye",
            "please",
            "welcome",
            "greetings",
            "dear",
            "how",
            "are",
            "sir",
            "madam",
            "everyone",
            "all",
            "team",
            "ok",
            "okay",
            "cheers",
            "nice",
            "to",
            "meet",
            "see",
            "later",
            "so",
            "for",
            "your",
            "help");

    private final Function<String, Set<String>> cutting;

    LexicalAspects() {
        this(LexicalAspects::clauses);
    }

    /**
     * With clauses cut in another way.
     *
     * @param cutting from an input to its clauses in order
     */
    LexicalAspects(Function<String, Set<String>> cutting) {
        this.cutting = cutting;
    }

    Verdict.Aspects answer(Question.Decompose question) {
        String input = question.input().strip();
        if (SUM.matcher(input).matches()) {
            return new Verdict.Aspects(false, List.of(), "The input is a sum.");
        }
        Set<String> clauses = cutting.apply(input);
        if (clauses.isEmpty()) {
            List<String> words = Words.words(input);
            boolean greeting = !words.isEmpty() && POLITE.containsAll(words);
            return greeting
                    ? new Verdict.Aspects(false, List.of(), "The input is a greeting.")
                    : new Verdict.Aspects(true, List.of(input), "The input is taken whole.");
        }
        List<String> aspects = atMost(question.maxAspects(), List.copyOf(clauses));
        return new Verdict.Aspects(true, aspects, "One aspect for each clause of the input.");
    }

    private static Set<String> clauses(String input) {
        Set<String> clauses = new LinkedHashSet<>();
        for (Segments.Segment segment : Segments.of(input)) {
            for (String clause : CLAUSES.split(segment.in(input), 0)) {
                String trimmed = withoutEnd(clause);
                if (!trimmed.isEmpty() && !isPolite(trimmed)) {
                    clauses.add(trimmed);
                }
            }
        }
        return clauses;
    }

    static boolean isPolite(String clause) {
        return POLITE.containsAll(Words.words(clause));
    }

    /** A clause without the marks at its end. */
    private static String withoutEnd(String clause) {
        int end = clause.length();
        while (end > 0 && " \t.,:;!?".indexOf(clause.charAt(end - 1)) >= 0) {
            end--;
        }
        return clause.substring(0, end).strip();
    }

    /** Clauses beyond the limit go into the last one, so that nothing asked for is lost. */
    private static List<String> atMost(int most, List<String> clauses) {
        if (clauses.size() <= most) {
            return clauses;
        }
        List<String> aspects = new ArrayList<>(clauses.subList(0, most - 1));
        aspects.add(String.join("; ", clauses.subList(most - 1, clauses.size())));
        return aspects;
    }
}
