package io.ctxeval.score;

import io.ctxeval.judge.Verdict.Evidence;
import io.ctxeval.judge.Verdict.Suspicion;
import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.ListOf;
import io.ctxeval.table.ColumnType.Scalar;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code ctx_waste} says beside its number (metrics.md 3.4). Ids are positions in the list as given.
 *
 * @param context verdicts, merged groups and canonical pairs
 * @param chunks one for each chunk, in order
 * @param weights what turned the verdicts into the score
 * @param figures of the score, with the run's weighting or the given masses
 * @param scoreTokenWeighted the score with masses max(1, tokens)
 * @param utilisationDensity tokens covered by verified quotes of used chunks / all tokens, in [0, 1]; a diagnostic, never part
 *     of the score; null where the judgement brings no evidence, or there are no tokens
 * @param tokensTotal tokens of all chunks
 * @param tokensWasted tokens of unused chunks and of repetitions: {@code tokensTotal} less the distinct useful mass of 3.3 in
 *     tokens
 * @param textCount different texts, blank ones left out
 * @param suspicions how far pairs seem to contradict each other, reported or not; null: the judge doesn't grade pairs
 * @param warnings codes of {@link Warning}
 */
public record WasteMetadata(
        JudgedContext context,
        List<ChunkNote> chunks,
        WasteWeights weights,
        WasteFormula.Figures figures,
        double scoreTokenWeighted,
        @Nullable Double utilisationDensity,
        long tokensTotal,
        long tokensWasted,
        int textCount,
        @Nullable List<Suspicion> suspicions,
        List<String> warnings)
        implements Metadata {
    private static final ListOf IDS = new ListOf(Scalar.SMALL);

    /** The columns of {@link #values()}, in order. */
    public static final List<Column> COLUMNS = List.of(
            Column.list("redundant_groups", IDS),
            Column.list(
                    "contradictory_pairs",
                    Column.structOf(Column.small("a"), Column.small("b"), Column.text("reason"))),
            Column.list("unused_chunks", Scalar.SMALL),
            Column.list(
                    "chunks",
                    Column.structOf(
                            Column.small("id"),
                            Column.flag("used"),
                            Column.list(
                                    "evidence",
                                    Column.structOf(Column.text("chunk_quote"), Column.text("output_part"))),
                            Column.small("copy_of"),
                            Column.small("tokens"),
                            Column.small("offset"),
                            Column.real("strength"))),
            Column.struct(
                    "components",
                    Column.real("utilisation"),
                    Column.real("non_redundancy"),
                    Column.real("consistency")),
            Column.real("score_token_weighted"),
            Column.real("utilisation_density"),
            Column.whole("tokens_total"),
            Column.whole("tokens_wasted"),
            Column.small("n_chunks"),
            Column.small("n_texts"),
            Column.list("suspicions", Column.structOf(Column.small("a"), Column.small("b"), Column.real("strength"))),
            Column.list("warnings", Scalar.TEXT));

    public WasteMetadata {
        chunks = List.copyOf(chunks);
        suspicions = suspicions == null ? null : List.copyOf(suspicions);
        warnings = List.copyOf(warnings);
    }

    @Override
    public @Nullable Object[] values() {
        return new @Nullable Object[] {
            context.groups(),
            context.pairs().stream()
                    .map(pair -> new Object[] {pair.a(), pair.b(), pair.reason()})
                    .toList(),
            unusedChunks(),
            chunks.stream().map(ChunkNote::values).toList(),
            new @Nullable Object[] {figures.utilisation(), figures.nonRedundancy(), figures.consistency()},
            scoreTokenWeighted,
            utilisationDensity,
            tokensTotal,
            tokensWasted,
            chunks.size(),
            textCount,
            suspicions == null
                    ? null
                    : suspicions.stream()
                            .map(pair -> new Object[] {pair.a(), pair.b(), pair.strength()})
                            .toList(),
            warnings
        };
    }

    /** Ids of the chunks that the output doesn't use, blank ones included. */
    public List<Integer> unusedChunks() {
        return IntStream.range(0, context.size())
                .filter(id -> !context.isUsed(id))
                .boxed()
                .toList();
    }

    /**
     * What the same verdicts come to with only the first chunks: cleaning and formula are the metric's own, on the shorter list.
     *
     * @param count chunks kept, at least 1; all there are if there are fewer
     * @return null: they are all blank, and the metric not applicable
     */
    public @Nullable Prefix first(int count) {
        if (count >= chunks.size()) {
            return new Prefix(StoredScore.of(figures.score()), tokensTotal, tokensWasted);
        }
        JudgedContext kept = context.first(count);
        if (!kept.hasText()) {
            return null;
        }
        double[] tokens = new double[count];
        long total = 0;
        for (int i = 0; i < count; i++) {
            tokens[i] = chunks.get(i).tokens();
            total += chunks.get(i).tokens();
        }
        long useful = (long) weights.figures(kept, tokens).useful();
        return new Prefix(StoredScore.of(weights.figures(kept).score()), total, total - useful);
    }

    /**
     * The first chunks of a judged context.
     *
     * @param score in its stored form
     * @param tokens of these chunks
     * @param wasted tokens of unused chunks and of repetitions among them
     */
    public record Prefix(double score, long tokens, long wasted) {}

    /**
     * One chunk of a judged context.
     *
     * @param copyOf the earlier chunk with the same text; null: none
     * @param tokens at least 0
     * @param offset where it begins in the text it was cut from, in characters; null: the list was given
     * @param strength how strongly the judge holds it used, in [0, 1]; null: the judge doesn't grade
     */
    public record ChunkNote(
            int id,
            boolean used,
            List<Evidence> evidence,
            @Nullable Integer copyOf,
            int tokens,
            @Nullable Integer offset,
            @Nullable Double strength)
            implements Serializable {
        public ChunkNote {
            evidence = List.copyOf(evidence);
        }

        private @Nullable Object[] values() {
            return new @Nullable Object[] {
                id,
                used,
                evidence.stream()
                        .map(quote -> new Object[] {quote.chunkQuote(), quote.outputPart()})
                        .toList(),
                copyOf,
                tokens,
                offset,
                strength
            };
        }
    }
}
