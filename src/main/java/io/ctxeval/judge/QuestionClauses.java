package io.ctxeval.judge;

import io.ctxeval.text.Segments;
import io.ctxeval.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The clauses of an input for the embedded judge: each sentence, cut where a comma or a conjunction is followed by a question word or
 * a verb that asks. {@link LexicalAspects} cuts less.
 */
final class QuestionClauses {
    private static final Pattern CLAUSES = Pattern.compile(
            "(?:,\\s*(?:and|or|but)?|\\s(?:and|or|but))\\s+"
                    + "(?=(?:(?:in|at|by|from|until|since|up to|for|to|with)\\s+(?:which|what|when|whom)"
                    + "|what|which|who|whom|whose|when|where|why|how"
                    + "|(?:am|is|are|was|were|do|does|did|can|could|may|must|shall|should|will|would|has|have)"
                    + "\\s+(?:i|you|he|she|it|we|they|there|the|this|that|my|your|our|their|his|her|a|an))\\b)"
                    // behind a comma, whatever the verb asks about
                    + "|,\\s*(?:and|or|but)\\s+(?=(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have)\\s)"
                    + "|،\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern ASKS = Pattern.compile(
            ".*[?？؟]|.*か。?|(?:tell|explain|list|give|name|describe|show|compare|summarise|summarize|find)\\b.*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    /** A question with fewer telling words needs the statement before it: "The lock stays shut. What now?" */
    private static final int TELLING = 2;

    private QuestionClauses() {}

    /** Beside questions, statements are no aspects; they only complete a question that hardly has words of its own. */
    static Set<String> of(String input) {
        List<String> sentences = Segments.texts(input);
        boolean asks =
                sentences.stream().anyMatch(sentence -> ASKS.matcher(sentence).matches());
        List<String> clauses = new ArrayList<>();
        String statement = "";
        for (String sentence : sentences) {
            if (asks && !ASKS.matcher(sentence).matches()) {
                statement = sentence;
                continue;
            }
            for (String clause : CLAUSES.split(sentence, 0)) {
                String trimmed = withoutEnd(clause);
                if (!trimmed.isEmpty() && !LexicalAspects.isPolite(trimmed)) {
                    if (statement.isEmpty() && !clauses.isEmpty() && telling(trimmed) == 0) {
                        clauses.add(
                                clauses.remove(clauses.size() - 1) + ", " + trimmed); // "… back, and what must I do?"
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

    /** A clause without the marks at its end. */
    private static String withoutEnd(String clause) {
        int end = clause.length();
        while (end > 0 && " \t.,:;!?。？؟".indexOf(clause.charAt(end - 1)) >= 0) {
            end--;
        }
        return clause.substring(0, end).strip();
    }
}
