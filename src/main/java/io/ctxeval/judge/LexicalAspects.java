package io.ctxeval.judge;

import io.ctxeval.text.Segments;
import io.ctxeval.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Answers {@link Question.Decompose} from the input's clauses: one aspect for each sentence, cut where a comma or a conjunction
 * is followed by a question word or a verb that asks. Beside questions, statements count only as far as a question needs them. Greetings, thanks and plain sums ask for nothing. Pronouns are not resolved, steps that the
 * question doesn't spell out are not seen.
 */
final class LexicalAspects {
    private static final Pattern CLAUSES = Pattern.compile(
            "(?:,\\s*(?:and|or|but)?|\\s(?:and|or|but))\\s+(?=(?:(?:in|at|by|from|until|since|up to|for|to|with)\\s+(?:which|what|when|whom)|what|which|who|whom|whose|when|where|why|how"
                    + "|(?:am|is|are|was|were|do|does|did|can|could|may|must|shall|should|will|would|has|have)"
                    + "\\s+(?:i|you|he|she|it|we|they|there|the|this|that|my|your|our|their|his|her|a|an))\\b)"
                    // behind a comma, whatever the verb asks about
                    + "|,\\s*(?:and|or|but)\\s+(?=(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have)\\s)"
                    + "|،\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern ASKS =
            Pattern.compile(".*[?？؟]|.*か。?|(?:tell|explain|list|give|name|describe|show|compare|summarise|summarize|find)\\b.*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    /** A question with fewer telling words needs the statement before it: "The lock stays shut. What now?" */
    private static final int TELLING = 2;
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

    Verdict.Aspects answer(Question.Decompose question) {
        String input = question.input().strip();
        if (SUM.matcher(input).matches()) {
            return new Verdict.Aspects(false, List.of(), "The input is a sum.");
        }
        Set<String> clauses = clauses(input);
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

    /** Beside questions, statements are no aspects; they only complete a question that hardly has words of its own. */
    private static Set<String> clauses(String input) {
        List<String> sentences = Segments.texts(input);
        boolean asks = sentences.stream().anyMatch(sentence -> ASKS.matcher(sentence).matches());
        List<String> clauses = new ArrayList<>();
        String statement = "";
        for (String sentence : sentences) {
            if (asks && !ASKS.matcher(sentence).matches()) {
                statement = sentence;
                continue;
            }
            for (String clause : CLAUSES.split(sentence, 0)) {
                String trimmed = withoutEnd(clause);
                if (!trimmed.isEmpty() && !isPolite(trimmed)) {
                    if (statement.isEmpty() && !clauses.isEmpty() && telling(trimmed) == 0) {
                        clauses.add(clauses.remove(clauses.size() - 1) + ", " + trimmed); // "… back, and what must I do?"
                    } else {
                        boolean complete = statement.isEmpty() || telling(trimmed) >= TELLING;
                        clauses.add(complete ? trimmed : statement + " " + trimmed);
                    }
                    statement = "";
                }
            }
        }
        return new LinkedHashSet<>(clauses);
    }

    private static long telling(String clause) {
        return Words.words(clause).stream()
                .filter(word -> word.length() > 2 || !isLatin(word))
                .filter(word -> !FunctionWords.contains(word) && !FunctionWords.asks(word))
                .distinct()
                .count();
    }

    private static boolean isLatin(String word) {
        return word.codePoints().allMatch(c -> c < 0x250);
    }

    private static boolean isPolite(String clause) {
        return POLITE.containsAll(Words.words(clause));
    }

    /** A clause without the marks at its end. */
    private static String withoutEnd(String clause) {
        int end = clause.length();
        while (end > 0 && " \t.,:;!?。？؟".indexOf(clause.charAt(end - 1)) >= 0) {
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
