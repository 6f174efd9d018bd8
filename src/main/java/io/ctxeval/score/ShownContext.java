package io.ctxeval.score;

import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.sample.TextClasses;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A context as a judge is shown it: one representative per text, numbered 0..k-1, blank chunks left out (metrics.md 3.1). The
 * numbers are mapped back to ids as given before anything is stored.
 */
record ShownContext(List<Chunk> chunks, TextClasses classes) {
    static ShownContext of(RetrievedContext.Chunks context) {
        return new ShownContext(context.chunks(), TextClasses.of(context.chunks()));
    }

    /** The score of a sample that has no context which can be scored. */
    static Score.Unscored missing(RagSample sample) {
        return Score.invalidInput(
                sample.context() instanceof RetrievedContext.Unusable unusable
                        ? "context: " + unusable.reason()
                        : "context: missing");
    }

    boolean isEmpty() {
        return classes.classCount() == 0;
    }

    int size() {
        return chunks.size();
    }

    /** The texts to show, as given. */
    List<String> texts() {
        return classes.representativeTexts();
    }

    /** The smallest id as given of a shown text. */
    int chunkOf(int shownId) {
        return classes.representative(shownId);
    }

    /** For each chunk as given the number of its text, {@link JudgedContext#BLANK} for a blank one. */
    int[] textClasses() {
        int[] numbers = new int[size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = classes.classOf(i);
        }
        return numbers;
    }

    /** The earlier chunk with the same text; null for a first occurrence and for a blank chunk. */
    @Nullable Integer copyOf(int id) {
        if (classes.isBlank(id)) {
            return null;
        }
        int first = classes.representative(classes.classOf(id));
        return first == id ? null : first;
    }

    Set<Warning> warnings() {
        return chunks.stream().anyMatch(Chunk::wasNull)
                ? EnumSet.of(Warning.NULL_CHUNK)
                : EnumSet.noneOf(Warning.class);
    }
}
