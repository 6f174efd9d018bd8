package io.ctxeval.score;

import io.ctxeval.table.Column;
import io.ctxeval.text.Partition;
import java.util.List;

/**
 * The share of chunks that repeat others nearly word by word (metrics.md 6.3): (n - connected components) / n, where edges are exact
 * copies and the near pairs of {@link io.ctxeval.text.NearDuplicates}. In [0, 1), lower is better, never below
 * {@code exact_dup_ratio}. It finds copies, not paraphrases. Not applicable to an empty list; 0 for a single chunk.
 *
 * <p>Up to 200 chunks every pair is compared ({@code exact}); above that only pairs that MinHash proposes ({@code minhash}): a pair
 * of similarity 0.8 is missed with probability 5e-8, but containment is then seen only among those pairs.
 *
 * <p>Example: a chunk of 14 different words has 10 five-word shingles; with one word more at its end 11, of which 10 are shared:
 * 10 / 11 = 0.91 is near. Beside a third, different chunk: (3 - 2) / 3 = 0.3333.
 */
final class NearDuplicateRatio extends GuardedMetric {
    NearDuplicateRatio() {
        super(
                "near_dup_ratio",
                Scale.SHARE_LOWER,
                "(chunks - groups of copies and near copies) / chunks",
                Field.CONTEXT);
    }

    @Override
    public List<Column> metadataColumns() {
        return List.of(ChunkGroups.COLUMN, Column.text("method"), Column.text("containment"));
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
        int n = sample.chunks().size();
        if (n == 0) {
            return Score.notApplicable("empty_context: no chunk");
        }
        int[] roots = sample.nearRoots();
        return new Score.Scored(
                (double) (n - ChunkGroups.count(roots)) / n,
                null,
                new NearCopies(Partition.groups(roots), sample.nearByMinHash()));
    }

    /**
     * What was found, and how.
     *
     * @param byMinHash whether only candidates were compared
     */
    private record NearCopies(List<List<Integer>> groups, boolean byMinHash) implements Metadata {
        @Override
        public Object[] values() {
            return byMinHash
                    ? new Object[] {groups, "minhash", "checked among candidates only"}
                    : new Object[] {groups, "exact", "checked for all pairs"};
        }
    }
}
