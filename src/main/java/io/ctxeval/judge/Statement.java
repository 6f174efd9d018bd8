package io.ctxeval.judge;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An English sentence with the values in it: its numbers, and its names by their capital letter. Two statements that are alike but
 * for their values cannot both be true of the same subject. Where a label, a time that comes again, or a name and a number at once
 * differ, they are about different subjects.
 *
 * @param sentence its numbers and negations
 * @param terms all that aren't grammar, by distinct texts
 * @param words those of the terms; of a label also its noun and its number alone
 */
record Statement(Sentence sentence, Set<Term> terms, Set<String> words) {
    /** Values that may differ on each side; of more, the sentences are about other things. */
    static final int MOST_DIFFERING = 4;
    /** Words that are the same in both, at least. */
    static final int FEWEST_SHARED = 4;
    /** Share of the longer sentence's words that are the same in both, at least. */
    static final double SHARED = 0.6;

    static Statement of(String text) {
        List<Term> all = Terms.of(text);
        Map<String, Term> terms = new LinkedHashMap<>();
        for (Term term : all) {
            if (term.is(Term.Kind.DATE) || !FunctionWords.contains(term.text())) {
                // A word that is a name once is one.
                terms.merge(term.text(), term, (earlier, later) -> earlier.isValue() ? earlier : later);
            }
        }
        Set<String> words = new LinkedHashSet<>();
        for (Term term : terms.values()) {
            words.add(term.text());
            words.addAll(term.parts());
        }
        return new Statement(Sentence.of(all), new LinkedHashSet<>(terms.values()), words);
    }

    /** Two statements alike but for these values. */
    private record Swap(Set<Term> onlyA, Set<Term> onlyB) {
        boolean isOfSubjects() {
            boolean nameAndNumber = bothHave(Term.Kind.NAME) && bothHave(Term.Kind.NUMBER);
            return nameAndNumber
                    || onlyA.stream().anyMatch(Term::setsApart)
                    || onlyB.stream().anyMatch(Term::setsApart);
        }

        private boolean bothHave(Term.Kind kind) {
            return onlyA.stream().anyMatch(term -> term.is(kind))
                    && onlyB.stream().anyMatch(term -> term.is(kind));
        }
    }

    /** Why two statements that share all but some values can't both be true; empty where other words or the subjects differ as well. */
    static Optional<String> swappedValues(Statement a, Statement b) {
        return swap(a, b)
                .filter(swap -> !swap.isOfSubjects())
                .map(swap -> "value: " + texts(swap.onlyA) + " against " + texts(swap.onlyB));
    }

    /** Whether two statements worded alike are about different subjects: they neither contradict each other nor say the same. */
    static boolean areOfOthers(Statement a, Statement b) {
        return swap(a, b).filter(Swap::isOfSubjects).isPresent();
    }

    private static Optional<Swap> swap(Statement a, Statement b) {
        Set<Term> onlyA = without(a.terms, b.words);
        Set<Term> onlyB = without(b.terms, a.words);
        int shared = a.terms.size() - onlyA.size();
        int more = Math.max(onlyA.size(), onlyB.size());
        boolean alike = shared >= FEWEST_SHARED && more <= MOST_DIFFERING && shared >= SHARED * (shared + more);
        boolean bothDiffer = !onlyA.isEmpty() && !onlyB.isEmpty();
        boolean onlyValues =
                onlyA.stream().allMatch(Term::isValue) && onlyB.stream().allMatch(Term::isValue);
        return alike && bothDiffer && onlyValues ? Optional.of(new Swap(onlyA, onlyB)) : Optional.empty();
    }

    private static Set<Term> without(Set<Term> terms, Set<String> words) {
        Set<Term> left = new LinkedHashSet<>(terms);
        left.removeIf(term -> words.containsAll(term.parts()));
        return left;
    }

    private static String texts(Set<Term> terms) {
        return terms.stream().map(Term::text).collect(Collectors.joining(" "));
    }
}
