package io.ctxeval.score;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the retrieval measures.
 *
 * @param depths the k of every measure that is cut off at one, each at least 1, each once
 * @param leastRelevance the least label of a hit, at least 0
 * @param exponentialGain whether a label counts 2^label - 1 in nDCG instead of itself
 * @param match when a chunk has the text of a reference
 * @param contextDepth how many documents of a run become the context; null: all
 */
public record RetrievalOptions(
        List<Integer> depths,
        double leastRelevance,
        boolean exponentialGain,
        TextMatch match,
        @Nullable Integer contextDepth)
        implements Serializable {
    public static final RetrievalOptions DEFAULTS =
            new RetrievalOptions(List.of(10), 1, false, TextMatch.CONTAINMENT, null);

    public RetrievalOptions {
        depths = List.copyOf(depths);
    }
}
