package io.ctxeval.sample;

import io.ctxeval.text.NormalForm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which chunks of a sample are exact copies of one text (metrics.md 3.1). Chunks with the same {@link NormalForm} make one
 * class; classes are numbered 0..k-1 in order of first occurrence; blank chunks belong to none.
 */
public final class TextClasses {
    /** The class number of a blank chunk. */
    public static final int BLANK = -1;

    private static final int COMPARED_ONE_BY_ONE = 16;

    private final List<Chunk> chunks;
    private final int[] classOf;
    private final int[] representatives;

    private TextClasses(List<Chunk> chunks, int[] classOf, int[] representatives) {
        this.chunks = chunks;
        this.classOf = classOf;
        this.representatives = representatives;
    }

    /**
     * The classes of a list of chunks.
     *
     * @param chunks each with its position in the list as its id
     */
    public static TextClasses of(List<Chunk> chunks) {
        return chunks.size() <= COMPARED_ONE_BY_ONE ? byComparison(chunks) : byLookUp(chunks);
    }

    /** Compares normal forms only where sketches leave a doubt: in most samples nowhere. */
    private static TextClasses byComparison(List<Chunk> chunks) {
        int n = chunks.size();
        int[] classOf = new int[n];
        int[] representatives = new int[n];
        long[] sketches = new long[n];
        int count = 0;
        for (int i = 0; i < n; i++) {
            String text = chunks.get(i).text();
            if (NormalForm.isBlank(text)) {
                classOf[i] = BLANK;
                continue;
            }
            long sketch = NormalForm.sketch(text);
            int number = 0;
            while (number < count
                    && (differ(sketch, sketches[number])
                            || !sameForm(
                                    text, chunks.get(representatives[number]).text()))) {
                number++;
            }
            if (number == count) {
                representatives[count] = i;
                sketches[count++] = sketch;
            }
            classOf[i] = number;
        }
        return new TextClasses(chunks, classOf, Arrays.copyOf(representatives, count));
    }

    private static boolean differ(long sketch, long other) {
        return sketch != other && sketch != NormalForm.UNKNOWN && other != NormalForm.UNKNOWN;
    }

    private static boolean sameForm(String text, String other) {
        return text.equals(other) || NormalForm.of(text).equals(NormalForm.of(other));
    }

    private static TextClasses byLookUp(List<Chunk> chunks) {
        int n = chunks.size();
        int[] classOf = new int[n];
        int[] representatives = new int[n];
        Map<String, Integer> numbers = new HashMap<>(2 * n);
        for (int i = 0; i < n; i++) {
            String text = chunks.get(i).text();
            if (NormalForm.isBlank(text)) {
                classOf[i] = BLANK;
                continue;
            }
            int fresh = numbers.size();
            classOf[i] = numbers.computeIfAbsent(NormalForm.of(text), form -> fresh);
            if (classOf[i] == fresh) {
                representatives[fresh] = i;
            }
        }
        return new TextClasses(chunks, classOf, Arrays.copyOf(representatives, numbers.size()));
    }

    /** How many chunks there are, blank ones included. */
    public int chunkCount() {
        return classOf.length;
    }

    /** How many different texts there are, blank ones left out. */
    public int classCount() {
        return representatives.length;
    }

    /** The class of a chunk; {@link #BLANK} for a blank one. */
    public int classOf(int chunkId) {
        return classOf[chunkId];
    }

    public boolean isBlank(int chunkId) {
        return classOf[chunkId] == BLANK;
    }

    /** The smallest chunk id of a class. */
    public int representative(int classNumber) {
        return representatives[classNumber];
    }

    /** The text of each class's representative as given, by class number. */
    public List<String> representativeTexts() {
        List<String> texts = new ArrayList<>(representatives.length);
        for (int chunkId : representatives) {
            texts.add(chunks.get(chunkId).text());
        }
        return texts;
    }
}
