package io.ctxeval.judge;

import io.ctxeval.embedding.Cosine;
import io.ctxeval.embedding.EncodedSentence.EncodedWord;
import io.ctxeval.judge.Verdict.AspectGrade;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Citation;
import io.ctxeval.text.Segments;
import java.util.ArrayList;
import java.util.Arrays;
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

    /** Words of an aspect that are looked for, its first ones: a question has dozens, a pasted text may have millions. */
    static final int MOST_WORDS = 512;

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

    /** A telling word of an aspect. */
    private record Asked(EncodedWord word, boolean conditional) {}

    /** A word of an aspect with the cosine of its best counterpart. */
    private record Found(String word, boolean conditional, double cosine) {
        boolean isEnough() {
            return cosine >= (conditional ? NAMED : FOUND);
        }
    }

    /** An aspect with what the chunks hold of it. */
    private static final class Aspect {
        final String text;
        final float[] vector;
        final AnswerType type;
        final List<Asked> words;
        final List<Match> matches = new ArrayList<>();

        Aspect(String text, float[] vector, List<EncodedWord> words) {
            this.text = text;
            this.vector = vector;
            this.words = tellingWords(words);
            type = AnswerType.of(text);
        }

        AspectGrade grade(int id) {
            matches.sort(Comparator.comparingDouble(Match::value).reversed());
            AspectStatus status = matches.stream()
                    .map(Match::status)
                    .min(Comparator.naturalOrder())
                    .orElse(AspectStatus.MISSING);
            String missing = status == AspectStatus.COVERED ? "" : missing();
            return new AspectGrade(id, status, citations(status), missing, strength());
        }

        /** The best chunk's match. */
        private double strength() {
            return matches.isEmpty() ? 0 : Math.max(0, matches.get(0).value());
        }

        private List<Citation> citations(AspectStatus status) {
            return status == AspectStatus.MISSING
                    ? List.of()
                    : matches.stream()
                            .filter(match -> match.status() == status)
                            .limit(LexicalGrades.MOST_CITED)
                            .map(match -> new Citation(match.chunk(), match.quote()))
                            .toList();
        }

        /** Names what the best chunk lacks: the words that found the least, or the kind of answer. */
        private String missing() {
            if (matches.isEmpty()) {
                return "not found: " + text;
            }
            if (matches.get(0).hasEveryWord()) {
                return "no " + type.shown() + " found for: " + text;
            }
            List<Found> worst = new ArrayList<>(matches.get(0).words());
            worst.sort(Comparator.comparingDouble(Found::cosine));
            List<String> named = worst.stream()
                    .filter(found -> found.cosine() < NAMED || found.equals(worst.get(0)))
                    .map(Found::word)
                    .distinct()
                    .limit(MOST_NAMED)
                    .toList();
            return "not found: " + String.join(", ", named) + " (" + text + ")";
        }
    }

    /** The search for one aspect in one chunk, sentence by sentence: of a chunk's words nothing is kept. */
    private static final class Search {
        private final Aspect aspect;
        private final double[] best;
        private double closest = -1;
        private String quote = "";
        private boolean stated;

        Search(Aspect aspect) {
            this.aspect = aspect;
            best = new double[aspect.words.size()];
            Arrays.fill(best, -1);
        }

        void see(EncodedWord word) {
            for (int i = 0; i < best.length; i++) {
                best[i] = Math.max(
                        best[i], Cosine.exact(aspect.words.get(i).word().vector(), word.vector()));
            }
        }

        void see(String sentence, float[] vector) {
            double cosine = Cosine.of(aspect.vector, vector);
            if (cosine > closest) {
                closest = cosine;
                quote = sentence;
            }
            stated |= aspect.type.isIn(sentence);
        }

        Match match(int chunk) {
            List<Found> found = new ArrayList<>(best.length);
            for (int i = 0; i < best.length; i++) {
                Asked asked = aspect.words.get(i);
                found.add(new Found(asked.word().text(), asked.conditional(), Cosine.rounded(best[i])));
            }
            return new Match(chunk, found, closest, quote, stated);
        }
    }

    /**
     * What one chunk holds of an aspect.
     *
     * @param closest the cosine of its closest sentence, which is the quote
     * @param stated whether it states an answer of the kind that is asked for
     */
    private record Match(int chunk, List<Found> words, double closest, String quote, boolean stated) {
        private double mean() {
            return words.stream().mapToDouble(Found::cosine).average().orElse(0);
        }

        /** What the chunk alone would give: no chunk hides what another one answers, and each citation stands by itself. */
        AspectStatus status() {
            if (value() < PARTIAL) {
                return AspectStatus.MISSING;
            }
            return hasEveryWord() && stated ? AspectStatus.COVERED : AspectStatus.PARTIAL;
        }

        boolean hasEveryWord() {
            return value() >= COVERED && words.stream().allMatch(Found::isEnough);
        }

        /** Of a single word, its own cosine: such a clause hangs on the one before it, and no sentence is close to it alone. */
        double value() {
            return words.size() == 1 ? mean() : Cosine.rounded((mean() + closest) / 2);
        }
    }

    Verdict.Grades answer(Question.Grade question) {
        List<Aspect> aspects = question.aspects().stream().map(this::aspect).toList();
        for (int id = 0; id < question.chunks().size(); id++) {
            look(id, question.chunks().get(id), aspects);
        }
        List<AspectGrade> grades = new ArrayList<>(aspects.size());
        for (int id = 0; id < aspects.size(); id++) {
            grades.add(aspects.get(id).grade(id));
        }
        long covered = grades.stream()
                .filter(grade -> grade.status() == AspectStatus.COVERED)
                .count();
        return new Verdict.Grades(
                grades,
                "By a small embedding model, the context covers " + covered + " of " + grades.size() + " aspects.");
    }

    private Aspect aspect(String text) {
        List<EncodedWord> words = new ArrayList<>();
        float[] vector = memory.words(text, word -> {
            if (words.size() < MOST_WORDS) {
                words.add(word);
            }
        });
        return new Aspect(text, vector, words);
    }

    private void look(int id, String chunk, List<Aspect> aspects) {
        List<Search> searches = aspects.stream()
                .filter(aspect -> !aspect.words.isEmpty())
                .map(Search::new)
                .toList();
        boolean[] tells = new boolean[1];
        for (String sentence : Segments.texts(chunk)) {
            float[] vector = memory.words(sentence, word -> {
                if (tells(word.text())) {
                    tells[0] = true;
                    searches.forEach(search -> search.see(word));
                }
            });
            searches.forEach(search -> search.see(sentence, vector));
        }
        if (tells[0]) {
            searches.forEach(search -> search.aspect.matches.add(search.match(id)));
        }
    }

    /** If no word of an aspect tells anything, all its words are taken. */
    private static List<Asked> tellingWords(List<EncodedWord> words) {
        List<Asked> telling = new ArrayList<>();
        List<Asked> all = new ArrayList<>();
        boolean conditional = false;
        for (EncodedWord word : words) {
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
