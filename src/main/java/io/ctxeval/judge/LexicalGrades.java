package io.ctxeval.judge;

import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.text.LongIndex;
import io.ctxeval.text.WordScanner;
import io.ctxeval.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Answers {@link Question.Grade} by words: the share of an aspect's content words that the best chunk has. Covered from {@value
 * #COVERED}, partial from {@value #PARTIAL}. An aspect that asks for a number or a date is at most partial where the matching
 * sentences of every covering chunk state none. It tells a wrong passage from a right one, not a passage on the topic that lacks the detail.
 */
final class LexicalGrades {
    static final double COVERED = 0.75;
    static final double PARTIAL = 0.4;
    /** Chunks cited for an aspect, at most. */
    static final int MOST_CITED = 3;

    private static final int MOST_TERMS = Long.SIZE;
    private static final List<String> ENDINGS = List.of("s", "es", "d", "ed", "ing");
    private static final Pattern ASKS_FOR_NUMBER = Pattern.compile(
            "\\b(?:how (?:many|much|long|old|far|tall|big|large|high|deep|often)|when|what (?:year|date|time|percentage)|which year)\\b",
            Pattern.CASE_INSENSITIVE);

    private final WordScanner scanner = new WordScanner();
    private final LongIndex spellings = new LongIndex();
    private int[] termOf = new int[64];
    /** Bits of the terms that each segment and each chunk has. */
    private long[] segmentTerms = new long[64];

    private long[] chunkTerms = new long[16];

    Verdict.Grades answer(Question.Grade question) {
        scanner.clear();
        question.chunks().forEach(scanner::scan);
        List<AspectGrade> grades = new ArrayList<>(question.aspects().size());
        for (int id = 0; id < question.aspects().size(); id++) {
            grades.add(grade(id, question.aspects().get(id), question.chunks()));
        }
        long covered = grades.stream()
                .filter(grade -> grade.status() == AspectStatus.COVERED)
                .count();
        return new Verdict.Grades(
                grades, "By wording alone, the context covers " + covered + " of " + grades.size() + " aspects.");
    }

    private AspectGrade grade(int id, String aspect, List<String> chunks) {
        List<String> terms = termsOf(aspect);
        if (terms.isEmpty()) {
            return new AspectGrade(id, AspectStatus.MISSING, List.of(), "no word to look for: " + aspect);
        }
        lookUp(terms, chunks.size());
        boolean asksForNumber = ASKS_FOR_NUMBER.matcher(aspect).find();
        List<Integer> covering = reaching(chunks.size(), terms, COVERED);
        List<Integer> answering = covering.stream()
                .filter(chunk -> !asksForNumber || statesNumber(chunk, chunks.get(chunk)))
                .toList();
        if (!answering.isEmpty()) {
            return new AspectGrade(id, AspectStatus.COVERED, citations(answering, chunks), "");
        }
        if (!covering.isEmpty()) {
            String lacking = "no number or date found for: " + aspect;
            return new AspectGrade(id, AspectStatus.PARTIAL, citations(covering, chunks), lacking);
        }
        List<Integer> near = reaching(chunks.size(), terms, PARTIAL);
        return near.isEmpty()
                ? new AspectGrade(id, AspectStatus.MISSING, List.of(), notFound(terms, 0))
                : new AspectGrade(
                        id, AspectStatus.PARTIAL, citations(near, chunks), notFound(terms, chunkTerms[near.get(0)]));
    }

    /** Content words; if the aspect has none, whatever isn't grammar; if it has nothing else, all its words. */
    private static List<String> termsOf(String aspect) {
        Set<String> words = new LinkedHashSet<>(Words.words(aspect));
        Predicate<String> telling = word -> !FunctionWords.contains(word) && !FunctionWords.asks(word);
        List<String> terms =
                words.stream().filter(telling.and(Words::isContent)).toList();
        if (terms.isEmpty()) {
            terms = words.stream().filter(telling).toList();
        }
        if (terms.isEmpty()) {
            terms = List.copyOf(words);
        }
        return terms.subList(0, Math.min(MOST_TERMS, terms.size()));
    }

    private void lookUp(List<String> terms, int chunkCount) {
        index(terms);
        int segments = scanner.firstSegment(chunkCount);
        if (segmentTerms.length < segments) {
            segmentTerms = new long[2 * segments];
        }
        if (chunkTerms.length < chunkCount) {
            chunkTerms = new long[2 * chunkCount];
        }
        Arrays.fill(segmentTerms, 0, segments, 0);
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            chunkTerms[chunk] = termsIn(scanner.firstWord(chunk), scanner.firstWord(chunk + 1));
            for (int s = scanner.firstSegment(chunk); s < scanner.firstSegment(chunk + 1); s++) {
                segmentTerms[s] = termsIn(scanner.segmentFirstWord(s), scanner.segmentEndWord(s));
            }
        }
    }

    private long termsIn(int from, int to) {
        long found = 0;
        for (int i = from; i < to; i++) {
            int spelling = spellings.find(scanner.words()[i]);
            if (spelling >= 0) {
                found |= 1L << termOf[spelling];
            }
        }
        return found;
    }

    private void index(List<String> terms) {
        spellings.clear();
        WordScanner codes = new WordScanner();
        for (int term = 0; term < terms.size(); term++) {
            codes.clear();
            codes.scan(String.join(" ", spellingsOf(terms.get(term))));
            for (int i = 0; i < codes.firstWord(1); i++) {
                int seen = spellings.size();
                if (spellings.add(codes.words()[i]) == seen) {
                    if (seen == termOf.length) {
                        termOf = Arrays.copyOf(termOf, 2 * seen);
                    }
                    termOf[seen] = term;
                }
            }
        }
    }

    /** A word with and without the common endings of English. */
    private static Set<String> spellingsOf(String word) {
        Set<String> spellings = new LinkedHashSet<>();
        spellings.add(word);
        if (!word.chars().allMatch(c -> 'a' <= c && c <= 'z')) {
            return spellings;
        }
        Set<String> stems = new LinkedHashSet<>(spellings);
        for (String ending : ENDINGS) {
            if (word.endsWith(ending) && word.length() - ending.length() >= Words.CONTENT_LENGTH) {
                stems.add(word.substring(0, word.length() - ending.length()));
            }
        }
        for (String stem : stems) {
            spellings.add(stem);
            ENDINGS.forEach(ending -> spellings.add(stem + ending));
        }
        return spellings;
    }

    /** The chunks that have a share of the terms by themselves, those with more terms first, of equals the first ones. */
    private List<Integer> reaching(int chunkCount, List<String> terms, double least) {
        List<Integer> reaching = new ArrayList<>();
        for (int chunk = 0; chunk < chunkCount; chunk++) {
            if ((double) Long.bitCount(chunkTerms[chunk]) / terms.size() >= least) {
                reaching.add(chunk);
            }
        }
        reaching.sort((a, b) -> Integer.compare(Long.bitCount(chunkTerms[b]), Long.bitCount(chunkTerms[a])));
        return reaching;
    }

    /** The first of some chunks, each with its best sentence. */
    private List<Citation> citations(List<Integer> some, List<String> chunks) {
        return some.stream()
                .limit(MOST_CITED)
                .map(chunk -> new Citation(chunk, quote(chunk, chunks.get(chunk))))
                .toList();
    }

    private String quote(int chunk, String text) {
        int best = -1;
        for (int s = scanner.firstSegment(chunk); s < scanner.firstSegment(chunk + 1); s++) {
            if (best < 0 || Long.bitCount(segmentTerms[s]) > Long.bitCount(segmentTerms[best])) {
                best = s;
            }
        }
        return best < 0 ? text.strip() : text.substring(scanner.segmentFrom(best), scanner.segmentTo(best));
    }

    private boolean statesNumber(int chunk, String text) {
        for (int s = scanner.firstSegment(chunk); s < scanner.firstSegment(chunk + 1); s++) {
            boolean matching = segmentTerms[s] != 0;
            if (matching && Sentence.statesNumber(text.substring(scanner.segmentFrom(s), scanner.segmentTo(s)))) {
                return true;
            }
        }
        return false;
    }

    private static String notFound(List<String> terms, long found) {
        List<String> lacking = new ArrayList<>();
        for (int term = 0; term < terms.size(); term++) {
            if (((found >>> term) & 1) == 0) {
                lacking.add(terms.get(term));
            }
        }
        return "not found: " + String.join(", ", lacking);
    }
}
