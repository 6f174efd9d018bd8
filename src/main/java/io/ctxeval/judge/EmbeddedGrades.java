package io.ctxeval.judge;

import io.ctxeval.embedding.Cosine;
import io.ctxeval.embedding.EncodedSentence;
import io.ctxeval.embedding.EncodedSentence.EncodedWord;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.text.Segments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Grades aspects by late interaction: every telling word of an aspect, as the model sees it in its sentence, against the word of a
 * chunk that is most like it. A chunk's match is (of several words) the mean of two figures: the mean of these cosines, and the
 * cosine of the aspect with the chunk's closest sentence. A chunk covers an aspect from a match of {@value #COVERED} on, partly from
 * {@value #PARTIAL} on; the best chunk decides. It is at most partial where a word finds nothing of {@value #FOUND} or more, where a word
 * of a condition ("if the number is lost") finds nothing of {@value #NAMED} or more: what the context says may be another case, or
 * where a number or a time is asked for and the chunk states none. The words that found the least say what is missing.
 *
 * <p>{@link #COVERED} and {@link #FOUND} have the largest sum of Youden's J over CLAP NQ and RAMDocs by document, on the calibration
 * halves of their samples; {@link #PARTIAL} is the mean of the values below which 5 % of the sufficient contexts of these halves lie.
 *
 * @see <a href="https://arxiv.org/abs/2004.12832">ColBERT: late interaction</a>
 */
final class EmbeddedGrades {
    static final double COVERED = 0.56;
    static final double PARTIAL = 0.35;
    static final double FOUND = 0.3;
    /** A word named as missing found less than this, or is the worst of all; a word of a condition must find as much. */
    static final double NAMED = 0.5;

    /** What opens a condition; it ends with the clause. */
    private static final Set<String> CONDITIONS = Set.of("if", "unless");

    private static final int MOST_NAMED = 3;

    /** Words of a question that any answer leaves out, or that only say what kind of answer is meant. */
    private static final Set<String> VAGUE = Set.of(
            "get",
            "gets",
            "go",
            "goes",
            "take",
            "takes",
            "taken",
            "make",
            "makes",
            "put",
            "try",
            "let",
            "come",
            "say",
            "says",
            "use",
            "hold",
            "holds",
            "thing",
            "something",
            "anything",
            "another",
            "other",
            "now",
            "still",
            "first",
            "up",
            "out",
            "off",
            "down",
            "while",
            "not",
            "no",
            "longer",
            "long",
            "far",
            "high",
            "big",
            "large",
            "often",
            "fast",
            "must",
            "really",
            "exactly");

    private final SentenceMemory memory;

    EmbeddedGrades(SentenceMemory memory) {
        this.memory = memory;
    }

    /** A chunk's sentences and its telling words. */
    private record Chunk(int id, List<String> sentences, List<EncodedWord> words) {}

    /** A telling word of an aspect. */
    private record Asked(EncodedWord word, boolean conditional) {}

    /** A word of an aspect with the cosine of its best counterpart. */
    private record Found(String word, boolean conditional, double cosine) {
        boolean isEnough() {
            return cosine >= (conditional ? NAMED : FOUND);
        }
    }

    /** What one chunk holds of an aspect. */
    private record Match(Chunk chunk, List<Found> words, double closest, String quote) {
        double mean() {
            return words.stream().mapToDouble(Found::cosine).average().orElse(0);
        }

        /** What the chunk alone would give: so another chunk never lowers an aspect, and each citation stands by itself. */
        AspectStatus status(AnswerType type) {
            if (value() < PARTIAL) {
                return AspectStatus.MISSING;
            }
            return hasEveryWord() && states(type) ? AspectStatus.COVERED : AspectStatus.PARTIAL;
        }

        boolean hasEveryWord() {
            return value() >= COVERED && words.stream().allMatch(Found::isEnough);
        }

        private boolean states(AnswerType type) {
            return chunk.sentences().stream().anyMatch(type::isIn);
        }

        /** Of a single word, its own cosine: such a clause hangs on the one before it, and no sentence is close to it alone. */
        double value() {
            return words.size() == 1 ? mean() : Cosine.rounded((mean() + closest) / 2);
        }
    }

    Verdict.Grades answer(Question.Grade question) {
        List<Chunk> chunks = new ArrayList<>(question.chunks().size());
        for (int id = 0; id < question.chunks().size(); id++) {
            chunks.add(chunk(id, question.chunks().get(id)));
        }
        List<AspectGrade> grades = new ArrayList<>(question.aspects().size());
        for (int id = 0; id < question.aspects().size(); id++) {
            grades.add(grade(id, question.aspects().get(id), chunks));
        }
        long covered = grades.stream()
                .filter(grade -> grade.status() == AspectStatus.COVERED)
                .count();
        return new Verdict.Grades(
                grades,
                "By a small embedding model, the context covers " + covered + " of " + grades.size() + " aspects.");
    }

    private Chunk chunk(int id, String text) {
        List<String> sentences = Segments.texts(text);
        List<EncodedWord> words = new ArrayList<>();
        for (String sentence : sentences) {
            memory.encoded(sentence).words().stream()
                    .filter(word -> tells(word.text()))
                    .forEach(words::add);
        }
        return new Chunk(id, sentences, words);
    }

    private AspectGrade grade(int id, String aspect, List<Chunk> chunks) {
        EncodedSentence asked = memory.encoded(aspect);
        List<Asked> words = tellingWords(asked);
        List<Match> matches = new ArrayList<>();
        for (Chunk chunk : chunks) {
            if (!words.isEmpty() && !chunk.words().isEmpty()) {
                matches.add(match(asked.vector(), words, chunk));
            }
        }
        matches.sort(Comparator.comparingDouble(Match::value).reversed());
        AnswerType type = AnswerType.of(aspect);
        AspectStatus status = matches.stream()
                .map(match -> match.status(type))
                .min(Comparator.naturalOrder())
                .orElse(AspectStatus.MISSING);
        String missing = status == AspectStatus.COVERED ? "" : missing(aspect, type, matches);
        return new AspectGrade(id, status, citations(matches, status, type), missing, strength(matches));
    }

    /** The best chunk's match. */
    private static double strength(List<Match> matches) {
        return matches.isEmpty() ? 0 : Math.max(0, matches.get(0).value());
    }

    private Match match(float[] aspect, List<Asked> words, Chunk chunk) {
        List<Found> found = new ArrayList<>(words.size());
        for (Asked asked : words) {
            double best = -1;
            for (EncodedWord other : chunk.words()) {
                best = Math.max(best, Cosine.exact(asked.word().vector(), other.vector()));
            }
            found.add(new Found(asked.word().text(), asked.conditional(), Cosine.rounded(best)));
        }
        double closest = -1;
        String quote = "";
        for (String sentence : chunk.sentences()) {
            double cosine = Cosine.of(aspect, memory.vector(sentence));
            if (cosine > closest) {
                closest = cosine;
                quote = sentence;
            }
        }
        return new Match(chunk, found, closest, quote);
    }

    private static List<Citation> citations(List<Match> matches, AspectStatus status, AnswerType type) {
        return status == AspectStatus.MISSING
                ? List.of()
                : matches.stream()
                        .filter(match -> match.status(type) == status)
                        .limit(LexicalGrades.MOST_CITED)
                        .map(match -> new Citation(match.chunk().id(), match.quote()))
                        .toList();
    }

    /** Names what the best chunk lacks: the words that found the least, or the kind of answer. */
    private static String missing(String aspect, AnswerType type, List<Match> matches) {
        if (matches.isEmpty()) {
            return "not found: " + aspect;
        }
        if (matches.get(0).hasEveryWord()) {
            return "no " + type.shown() + " found for: " + aspect;
        }
        List<Found> worst = new ArrayList<>(matches.get(0).words());
        worst.sort(Comparator.comparingDouble(Found::cosine));
        List<String> named = worst.stream()
                .filter(found -> found.cosine() < NAMED || found.equals(worst.get(0)))
                .map(Found::word)
                .distinct()
                .limit(MOST_NAMED)
                .toList();
        return "not found: " + String.join(", ", named) + " (" + aspect + ")";
    }

    /** If no word of an aspect tells anything, all its words are taken. */
    private static List<Asked> tellingWords(EncodedSentence aspect) {
        List<Asked> telling = new ArrayList<>();
        List<Asked> all = new ArrayList<>();
        boolean conditional = false;
        for (EncodedWord word : aspect.words()) {
            conditional = isWord(word.text()) && (conditional || CONDITIONS.contains(word.text()));
            if (isWord(word.text())) {
                all.add(new Asked(word, conditional));
            }
            if (tells(word.text()) && !VAGUE.contains(word.text())) {
                telling.add(new Asked(word, conditional));
            }
        }
        return telling.isEmpty() ? all : telling;
    }

    private static boolean tells(String word) {
        return isWord(word) && !FunctionWords.contains(word) && !FunctionWords.asks(word);
    }

    private static boolean isWord(String word) {
        return word.codePoints().anyMatch(Character::isLetterOrDigit);
    }
}
