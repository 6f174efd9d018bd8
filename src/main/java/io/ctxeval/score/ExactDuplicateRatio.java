package io.ctxeval.score;

import io.ctxeval.sample.TextClasses;
import io.ctxeval.table.Column;
import io.ctxeval.text.Partition;
import java.util.List;

/**
 * The share of chunks that are exact copies of another (metrics.md 6.2): (n - distinct normal forms) / n, with n the number of chunks
 * and the normal form of {@link io.ctxeval.text.NormalForm}. In [0, 1), lower is better. Blank chunks all have one normal form.
 * Not applicable to an empty list; 0 for a single chunk.
 *
 * <p>Example: "a b", "a  b" and "A b" have two normal forms: (3 - 2) / 3 = 0.3333.
 */
final class ExactDuplicateRatio extends GuardedMetric {
    ExactDuplicateRatio() {
        super("exact_dup_ratio", Scale.SHARE_LOWER, "(chunks - different texts) / chunks", Field.CONTEXT);
    }

    @Override
    public List<Column> metadataColumns() {
        return List.of(ChunkGroups.COLUMN);
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
        TextClasses texts = sample.classes();
        int n = texts.chunkCount();
        if (n == 0) {
            return Score.notApplicable("empty_context: no chunk");
        }
        int[] firsts = firstsOf(texts);
        int distinct = ChunkGroups.count(firsts);
        return new Score.Scored((double) (n - distinct) / n, null, new Copies(Partition.groups(firsts)));
    }

    /** For each chunk the smallest id with the same normal form. */
    private static int[] firstsOf(TextClasses texts) {
        int[] firsts = new int[texts.chunkCount()];
        int firstBlank = -1;
        for (int i = 0; i < firsts.length; i++) {
            if (!texts.isBlank(i)) {
                firsts[i] = texts.representative(texts.classOf(i));
                continue;
            }
            firstBlank = firstBlank < 0 ? i : firstBlank;
            firsts[i] = firstBlank;
        }
        return firsts;
    }

    private record Copies(List<List<Integer>> groups) implements Metadata {
        @Override
        public Object[] values() {
            return new Object[] {groups};
        }
    }
}
