package io.ctxeval.score;

import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.Retrieval;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.sample.TextClasses;
import io.ctxeval.text.AnswerWords;
import io.ctxeval.text.LexicalUse;
import io.ctxeval.text.NearDuplicates;
import io.ctxeval.text.NormalForm;
import io.ctxeval.text.Tokenizer;
import io.ctxeval.text.WordCoverage;
import io.ctxeval.text.WordScanner;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A sample with what several metrics need of it, each worked out at first use and once: words, tokens, copies, near duplicates,
 * lexical use, coverage. Made by a {@link Workbench}, valid until it turns to the next sample, for one thread.
 *
 * <p>Every feature of the context asks for {@link #refusal} first: without a usable context it throws.
 */
public final class SampleFeatures {
    static final int NO_CHUNK = -1;
    private static final int NOT_YET = -1;

    private final RagSample sample;
    private final Workbench bench;

    private int firstChunkText = NOT_YET;
    private int outputText = NOT_YET;
    private int inputText = NOT_YET;
    private int firstAnswerText = NOT_YET;
    private boolean useMeasured;
    private boolean coverageMeasured;
    private @Nullable TextClasses classes;
    private int @Nullable [] tokens;
    private long tokenTotal;
    private int @Nullable [] nearRoots;
    private @Nullable JudgedRanking ranking;
    private @Nullable ReferenceTexts referenceTexts;

    /** The features of a single sample, on a workbench of its own. */
    public SampleFeatures(RagSample sample, Tokenizer tokenizer) {
        this(sample, new Workbench(tokenizer));
        bench.turnTo(this);
    }

    SampleFeatures(RagSample sample, Workbench bench) {
        this.sample = sample;
        this.bench = bench;
    }

    public RagSample sample() {
        return sample;
    }

    /** Why the sample lacks a usable value of a field; null: it has one. */
    Score.@Nullable Unscored refusal(Field field) {
        return switch (field) {
            case CONTEXT -> sample.context() instanceof RetrievedContext.Chunks ? null : ShownContext.missing(sample);
            case INPUT -> missing(field, sample.input());
            case OUTPUT -> missing(field, sample.output());
            case REFERENCE -> missing(field, sample.reference());
            case REFERENCE_CONTEXT -> missing(field, sample.referenceContext());
            case RETRIEVED_IDS -> ofRetrieval(field, Retrieval::ids);
            case RELEVANCE -> ofRetrieval(field, Retrieval::labels);
            case REFERENCE_GROUPS -> ofRetrieval(field, Retrieval::groups);
            case TRACE_EVENTS, BUDGET_LEDGER -> missing(field, null);
        };
    }

    private Score.@Nullable Unscored ofRetrieval(Field field, Function<Retrieval, @Nullable Object> part) {
        Retrieval retrieval = sample.retrieval();
        if (retrieval != null && retrieval.unusable() != null) {
            return Score.invalidInput(retrieval.unusable());
        }
        return missing(field, retrieval == null ? null : part.apply(retrieval));
    }

    /** The retrieved list with its labels; there must be one. */
    JudgedRanking ranking() {
        if (ranking == null) {
            ranking = new JudgedRanking(present(sample.retrieval()));
        }
        return ranking;
    }

    /** Which chunks have the text of a reference; there must be a usable context and references. */
    ReferenceTexts referenceTexts(TextMatch match) {
        if (referenceTexts == null) {
            referenceTexts = ReferenceTexts.of(
                    chunks().stream().map(Chunk::text).toList(), present(sample.referenceContext()), match);
        }
        return referenceTexts;
    }

    List<Chunk> chunks() {
        if (sample.context() instanceof RetrievedContext.Chunks usable) {
            return usable.chunks();
        }
        throw new IllegalStateException("the sample has no usable context");
    }

    /**
     * The chunk whose text is this very object; {@link #NO_CHUNK}: none.
     *
     * @param from where to begin looking, at least 0; goes round
     */
    int chunkOf(String text, int from) {
        if (!(sample.context() instanceof RetrievedContext.Chunks context)) {
            return NO_CHUNK;
        }
        List<Chunk> chunks = context.chunks();
        for (int i = 0; i < chunks.size(); i++) {
            int id = (from + i) % chunks.size();
            if (isSame(chunks.get(id).text(), text)) {
                return id;
            }
        }
        return NO_CHUNK;
    }

    @SuppressWarnings("ReferenceEquality") // comparing megabytes would cost what this saves
    private static boolean isSame(String a, String b) {
        return a == b;
    }

    TextClasses classes() {
        if (classes == null) {
            classes = TextClasses.of(chunks());
        }
        return classes;
    }

    Tokenizer tokenizer() {
        return bench.tokenizer;
    }

    /** Tokens of each chunk; not to be changed. */
    int[] tokens() {
        if (tokens == null) {
            tokens = countTokens();
        }
        return tokens;
    }

    long tokenTotal() {
        tokens();
        return tokenTotal;
    }

    /** Tokens of a chunk's segment, by its number in the scanner. */
    int segmentTokens(int segment) {
        tokens();
        return bench.segmentTokens[segment];
    }

    /** The scanner with the words of the chunks, and of whatever else was asked for. */
    WordScanner scanner() {
        bench.checkCurrent(this);
        return bench.scanner;
    }

    /** The first chunk's text in the scanner; the others follow it. */
    int firstChunkText() {
        if (firstChunkText < 0) {
            WordScanner scanner = scanner();
            firstChunkText = scanner.textCount();
            for (Chunk chunk : chunks()) {
                scanner.scan(chunk.text());
            }
        }
        return firstChunkText;
    }

    /** The output's text in the scanner; there must be an output. */
    int outputText() {
        if (outputText < 0) {
            outputText = scanner().scan(present(sample.output()));
        }
        return outputText;
    }

    /** The input's text in the scanner; there must be an input. */
    int inputText() {
        if (inputText < 0) {
            inputText = scanner().scan(present(sample.input()));
        }
        return inputText;
    }

    boolean outputIsBlank() {
        return NormalForm.isBlank(present(sample.output()));
    }

    boolean outputHasSegments() {
        int output = outputText();
        return scanner().firstSegment(output) < scanner().firstSegment(output + 1);
    }

    /** Which chunks the output uses by its words; there must be an output. */
    LexicalUse use() {
        if (!useMeasured) {
            int output = outputText();
            bench.use.measure(scanner(), firstChunkText(), chunks().size(), output);
            useMeasured = true;
        }
        return bench.use;
    }

    /** Which words of the output and the input, as far as they are there, stand in which chunk. */
    WordCoverage coverage() {
        if (!coverageMeasured) {
            WordScanner scanner = scanner();
            bench.coverage.clear();
            if (sample.output() != null) {
                bench.coverage.lookFor(scanner, outputText());
            }
            if (sample.input() != null) {
                bench.coverage.lookFor(scanner, inputText());
            }
            bench.coverage.measure(scanner, firstChunkText(), chunks().size());
            coverageMeasured = true;
        }
        return bench.coverage;
    }

    /**
     * For each chunk the smallest id among those joined with it by copies and near duplicates; blank chunks are copies of each
     * other. Not to be changed.
     */
    int[] nearRoots() {
        if (nearRoots == null) {
            nearRoots = joinNearDuplicates();
        }
        return nearRoots;
    }

    /** Whether near duplicates were sought among candidates of MinHash only. */
    boolean nearByMinHash() {
        return chunks().size() > NearDuplicates.EXACT_LIMIT;
    }

    /** The words of chunks and accepted answers in the normal form of answers: chunks first, in order, then the answers. */
    AnswerWords answerWords() {
        bench.checkCurrent(this);
        if (firstAnswerText < 0) {
            for (Chunk chunk : chunks()) {
                bench.answerWords.scan(chunk.text());
            }
            firstAnswerText = chunks().size();
            for (String answer : present(sample.reference())) {
                bench.answerWords.scan(answer);
            }
        }
        return bench.answerWords;
    }

    private int[] countTokens() {
        List<Chunk> chunks = chunks();
        int first = firstChunkText();
        WordScanner scanner = scanner();
        int segments = scanner.firstSegment(first + chunks.size());
        if (bench.segmentTokens.length < segments) {
            bench.segmentTokens = new int[2 * segments];
        }
        int[] counts = new int[chunks.size()];
        tokenTotal = 0;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = bench.tokenizer.count(chunks.get(i).text(), scanner, first + i, bench.segmentTokens);
            tokenTotal += counts[i];
        }
        return counts;
    }

    private int[] joinNearDuplicates() {
        TextClasses texts = classes();
        int n = texts.chunkCount();
        bench.partition.reset(n);
        int firstBlank = NOT_YET;
        for (int i = 0; i < n; i++) {
            if (!texts.isBlank(i)) {
                bench.partition.join(i, texts.representative(texts.classOf(i)));
            } else if (firstBlank < 0) {
                firstBlank = i;
            } else {
                bench.partition.join(i, firstBlank);
            }
        }
        int[] representatives = new int[texts.classCount()];
        int[] scanned = new int[texts.classCount()];
        for (int c = 0; c < representatives.length; c++) {
            representatives[c] = texts.representative(c);
            scanned[c] = firstChunkText() + representatives[c];
        }
        if (nearByMinHash()) {
            bench.nearDuplicates.joinCandidates(
                    scanner(), scanned, representatives, bench.partition, NearDuplicates.Veto.NONE);
        } else {
            bench.nearDuplicates.joinAllPairs(
                    scanner(), scanned, representatives, bench.partition, NearDuplicates.Veto.NONE);
        }
        return Arrays.copyOf(bench.partition.roots(), n);
    }

    private static Score.@Nullable Unscored missing(Field field, @Nullable Object value) {
        return value == null ? Score.invalidInput(field.code() + ": missing") : null;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a metric asked for a field that is missing");
        }
        return value;
    }
}
