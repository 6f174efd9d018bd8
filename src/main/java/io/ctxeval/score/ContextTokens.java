package io.ctxeval.score;

import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.Scalar;
import java.util.Arrays;
import java.util.List;

/**
 * The tokens of a context (metrics.md 6.1): the sum over its chunks, blank ones and copies included, by the tokenizer of the run.
 * From 0 without an upper limit, lower is cheaper. An empty list has 0.
 *
 * <p>Example with {@code chars4}: "The sky is blue." has 16 code points, 4 tokens; "Grass" has 5, 2 tokens; the context has 6.
 */
final class ContextTokens extends GuardedMetric {
    ContextTokens() {
        super("ctx_tokens", Scale.COUNT_LOWER, "tokens of all chunks", Field.CONTEXT);
    }

    @Override
    public List<Column> metadataColumns() {
        return List.of(Column.text("tokenizer"), Column.list("tokens", Scalar.SMALL));
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
        return new Score.Scored(
                sample.tokenTotal(), null, new Tokens(sample.tokenizer().name(), sample.tokens()));
    }

    /** The tokenizer and its count for each chunk. */
    private record Tokens(String tokenizer, List<Integer> tokens) implements Metadata {
        Tokens(String tokenizer, int[] tokens) {
            this(tokenizer, Arrays.stream(tokens).boxed().toList());
        }

        @Override
        public Object[] values() {
            return new Object[] {tokenizer, tokens};
        }
    }
}
