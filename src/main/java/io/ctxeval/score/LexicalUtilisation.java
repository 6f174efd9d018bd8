package io.ctxeval.score;

import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.text.LexicalUse;
import java.util.ArrayList;
import java.util.List;

/**
 * The share of chunks whose words the output uses (metrics.md 6.4): chunks with {@link io.ctxeval.text.LexicalUse usage} of at least 0.2 /
 * all chunks. In [0, 1], higher is better. Blank chunks are unused. Not applicable to an empty list, or where the output has no
 * segment. A positive is good evidence, a negative is not: free paraphrase isn't seen.
 *
 * <p>Example: the output "Paris is the capital of France." shares two of four three-word shingles with "The capital of France is
 * Paris." (0.5, used) and none with "Lyon lies on the Rhône." (unused): 1 / 2 = 0.5.
 */
final class LexicalUtilisation extends GuardedMetric {
    LexicalUtilisation() {
        super(
                "lex_utilisation",
                Scale.SHARE,
                "chunks with lexical usage of at least 0.2 / chunks",
                Field.CONTEXT,
                Field.OUTPUT);
    }

    @Override
    public List<Column> metadataColumns() {
        return List.of(Column.list("used_chunks", Scalar.SMALL));
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
        if (!sample.outputHasSegments()) {
            return Score.notApplicable("output: no segment");
        }

        int n = sample.chunks().size();
        if (n == 0) {
            return Score.notApplicable("empty_context: no chunk");
        }
        LexicalUse use = sample.use();
        List<Integer> used = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            if (use.isUsed(i)) {
                used.add(i);
            }
        }
        return new Score.Scored((double) used.size() / n, null, new UsedChunks(used));
    }

    private record UsedChunks(List<Integer> ids) implements Metadata {
        @Override
        public Object[] values() {
            return new Object[] {ids};
        }
    }
}
