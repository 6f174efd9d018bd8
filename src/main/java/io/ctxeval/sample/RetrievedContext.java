package io.ctxeval.sample;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/** What a row says was retrieved. A row without any statement has no {@code RetrievedContext} at all (null). */
public sealed interface RetrievedContext extends Serializable {
    /** The chunks, in the order of the source; empty: retrieval found nothing. */
    record Chunks(List<Chunk> chunks) implements RetrievedContext {
        public Chunks {
            chunks = List.copyOf(chunks);
        }

        /** Chunks of plain texts, none of them null. */
        public static Chunks of(List<String> texts) {
            return new Chunks(IntStream.range(0, texts.size())
                    .mapToObj(i -> new Chunk(i, texts.get(i), false, Chunk.WHOLE))
                    .toList());
        }

        public static Chunks of(String... texts) {
            return of(List.of(texts));
        }
    }

    /**
     * A value that is no context: a boolean, an object without a text. The row is {@code invalid_input} for every metric that
     * needs a context.
     *
     * @param reason what was found and what was expected, for a reader
     */
    record Unusable(String reason) implements RetrievedContext {}
}
