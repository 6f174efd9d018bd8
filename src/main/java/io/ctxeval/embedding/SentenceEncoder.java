package io.ctxeval.embedding;

import ai.onnxruntime.OrtException;
import io.ctxeval.embedding.EncodedSentence.EncodedWord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes sentences one at a time. A vector is the mean of the states of all pieces, start and end included, scaled to length 1;
 * a word's is the mean of its own pieces'. A sentence of more than {@value #WINDOW} pieces is run in windows that end between words, and its
 * vector is the mean over all of them: nothing is cut off. One instance serves one task.
 */
public final class SentenceEncoder {
    /** Pieces in one run of the model, without start and end: the length that the model was trained for. */
    static final int WINDOW = 254;

    private static final int INPUTS = 3;

    private final EmbeddingModel model;
    private final WordPiece wordPiece;
    private final LongBuffer[] inputs = new LongBuffer[INPUTS];
    private final double[] sum = new double[EmbeddingModel.DIMENSIONS];
    private final double[] wordSum = new double[EmbeddingModel.DIMENSIONS];
    private final float[] state = new float[EmbeddingModel.DIMENSIONS];

    /** An encoder with buffers of its own. */
    public SentenceEncoder(EmbeddingModel model) {
        this.model = model;
        wordPiece = new WordPiece(model.vocabulary());
        for (int i = 0; i < INPUTS; i++) {
            // Outside the heap once, so that no run has to copy them there.
            inputs[i] = ByteBuffer.allocateDirect((WINDOW + 2) * Long.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .asLongBuffer();
        }
    }

    /**
     * Runs the model.
     *
     * @throws IllegalStateException if the model fails
     */
    public EncodedSentence encode(String sentence) {
        Pieces pieces = wordPiece.cut(sentence);
        Arrays.fill(sum, 0);
        List<EncodedWord> words = new ArrayList<>(pieces.words().size());
        int states = 0;
        for (int first = 0; first < pieces.words().size(); ) {
            int end = endOfWindow(pieces, first);
            FloatBuffer found = run(pieces, first, end);
            states += found.remaining() / EmbeddingModel.DIMENSIONS;
            addWords(pieces, first, end, found, words);
            first = end;
        }
        return new EncodedSentence(states == 0 ? new float[EmbeddingModel.DIMENSIONS] : unit(sum), words);
    }

    /** At least one word: none has more pieces than a window. */
    private static int endOfWindow(Pieces pieces, int first) {
        List<Pieces.Word> words = pieces.words();
        int limit = words.get(first).first() + WINDOW;
        int end = first + 1;
        while (end < words.size() && words.get(end).end() <= limit) {
            end++;
        }
        return end;
    }

    private FloatBuffer run(Pieces pieces, int firstWord, int endWord) {
        int from = pieces.words().get(firstWord).first();
        int to = pieces.words().get(endWord - 1).end();
        for (LongBuffer input : inputs) {
            input.clear();
        }
        put(model.vocabulary().start());
        for (int i = from; i < to; i++) {
            put(pieces.numbers()[i]);
        }
        put(model.vocabulary().end());
        for (LongBuffer input : inputs) {
            input.flip();
        }
        try {
            return model.run(inputs[0], inputs[1], inputs[2]);
        } catch (OrtException e) {
            throw new IllegalStateException("the embedding model failed: " + e.getMessage(), e);
        }
    }

    private void put(long number) {
        inputs[0].put(number);
        inputs[1].put(1);
        inputs[2].put(0);
    }

    private void addWords(Pieces pieces, int firstWord, int endWord, FloatBuffer states, List<EncodedWord> words) {
        take(states, sum);
        for (int w = firstWord; w < endWord; w++) {
            Pieces.Word word = pieces.words().get(w);
            Arrays.fill(wordSum, 0);
            for (int i = word.first(); i < word.end(); i++) {
                take(states, wordSum);
                add(sum);
            }
            words.add(new EncodedWord(word.text(), unit(wordSum)));
        }
        take(states, sum);
    }

    /** Adds the next state to a sum. */
    private void take(FloatBuffer states, double[] to) {
        states.get(state);
        add(to);
    }

    private void add(double[] to) {
        for (int i = 0; i < state.length; i++) {
            to[i] += state[i];
        }
    }

    private static float[] unit(double[] sum) {
        double squares = 0;
        for (double value : sum) {
            squares += value * value;
        }
        float[] unit = new float[sum.length];
        double length = Math.sqrt(squares);
        for (int i = 0; i < sum.length; i++) {
            unit[i] = length == 0 ? 0 : (float) (sum[i] / length);
        }
        return unit;
    }
}
