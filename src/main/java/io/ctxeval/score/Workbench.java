package io.ctxeval.score;

import io.ctxeval.sample.RagSample;
import io.ctxeval.text.AnswerWords;
import io.ctxeval.text.LexicalUse;
import io.ctxeval.text.NearDuplicates;
import io.ctxeval.text.Partition;
import io.ctxeval.text.Tokenizer;
import io.ctxeval.text.WordCoverage;
import io.ctxeval.text.WordScanner;
import org.jspecify.annotations.Nullable;

/**
 * The buffers in which one thread works out the features of one sample after the other. A task makes one and keeps it: in the
 * long run a sample costs no memory but its scores.
 */
public final class Workbench {
    final Tokenizer tokenizer;
    final WordScanner scanner = new WordScanner();
    final LexicalUse use = new LexicalUse();
    final NearDuplicates nearDuplicates = new NearDuplicates();
    final Partition partition = new Partition();
    final WordCoverage coverage = new WordCoverage();
    final AnswerWords answerWords = new AnswerWords();
    int[] segmentTokens = new int[64];

    private @Nullable SampleFeatures current;

    /** Where the next chunk that somebody asks for is sought first: they are asked for in order. */
    private int nextAsked;

    public Workbench(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /** The features of the next sample; those of the one before are void from here on. */
    public SampleFeatures featuresOf(RagSample sample) {
        SampleFeatures features = new SampleFeatures(sample, this);
        turnTo(features);
        return features;
    }

    /**
     * The tokens of a text. A chunk of the sample that this workbench is at is counted once, however many metrics ask: byte pairs
     * cost more than all else that is done with a text.
     */
    public int tokensOf(String text) {
        int id = current == null ? SampleFeatures.NO_CHUNK : current.chunkOf(text, nextAsked);
        if (current == null || id == SampleFeatures.NO_CHUNK) {
            return tokenizer.count(text);
        }
        nextAsked = id + 1;
        return current.tokens()[id];
    }

    void turnTo(SampleFeatures features) {
        scanner.clear();
        answerWords.clear();
        current = features;
        nextAsked = 0;
    }

    void checkCurrent(SampleFeatures features) {
        if (features != current) {
            throw new IllegalStateException("the workbench is at another sample");
        }
    }
}
