package io.ctxeval.insight;

import io.ctxeval.sample.Chunk;
import io.ctxeval.score.SufficiencyMetadata;
import io.ctxeval.score.WasteMetadata;
import io.ctxeval.text.NormalForm;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The retrieved list of one row with what was judged of it. Positions count from 0, in the list as given.
 *
 * @param firstText the position of the first chunk that isn't blank; the length of the list if there is none
 * @param tokens of each chunk
 * @param waste null: {@code ctx_waste} has no score
 * @param sufficiency null: {@code ctx_suff} has no score
 */
public record JudgedList(
        int firstText,
        List<Integer> tokens,
        @Nullable WasteMetadata waste,
        @Nullable SufficiencyMetadata sufficiency) {
    public JudgedList {
        tokens = List.copyOf(tokens);
    }

    /**
     * The list of a row that at least one of the two metrics scored.
     *
     * @param counter counts the tokens of a text; asked only where {@code ctx_waste} has not counted them
     */
    public static JudgedList of(
            List<Chunk> chunks,
            @Nullable WasteMetadata waste,
            @Nullable SufficiencyMetadata sufficiency,
            ToIntFunction<String> counter) {
        int firstText = 0;
        while (firstText < chunks.size()
                && NormalForm.isBlank(chunks.get(firstText).text())) {
            firstText++;
        }
        List<Integer> tokens = waste == null
                ? chunks.stream().map(chunk -> counter.applyAsInt(chunk.text())).toList()
                : waste.chunks().stream().map(WasteMetadata.ChunkNote::tokens).toList();
        return new JudgedList(firstText, tokens, waste, sufficiency);
    }

    int size() {
        return tokens.size();
    }

    /** What {@code ctx_waste} comes to with the first chunks; null: it has no score there. */
    WasteMetadata.@Nullable Prefix wasteOfFirst(int count) {
        return waste == null || size() == 0 ? null : waste.first(count);
    }

    /** What {@code ctx_suff} comes to with the first chunks; null: it can't be told. */
    @Nullable Double sufficiencyOfFirst(int count) {
        if (sufficiency == null || !sufficiency.isCited()) {
            return null;
        }
        // blank chunks are no context, whatever the input needs (metrics.md 4.1)
        return Math.min(count, size()) <= firstText ? 0.0 : sufficiency.scoreOfFirst(count);
    }
}
