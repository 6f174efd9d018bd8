package io.ctxeval.score;

import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.Evidence;
import io.ctxeval.judge.Verdict.Suspicion;
import io.ctxeval.sample.Chunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** From a verdict to the score of {@code ctx_waste} with its evidence: cleans, maps ids back, weighs. */
final class WasteScoring {
    private final ScoringOptions options;
    private final ToIntFunction<String> tokens;
    private final WasteFormula formula;

    /**
     * The scoring of one run.
     *
     * @param tokens counts the tokens of a text
     */
    WasteScoring(ScoringOptions options, ToIntFunction<String> tokens) {
        this.options = options;
        this.tokens = tokens;
        formula = new WasteFormula(options.contradictionWeight());
    }

    /** The score of a context of which nothing can be used, because the output is blank. */
    Score unused(ShownContext shown) {
        Set<Warning> warnings = shown.warnings();
        warnings.add(Warning.BLANK_OUTPUT);
        JudgedContext context = JudgedContext.of(shown.textClasses(), new boolean[shown.size()], List.of(), List.of());
        int[] counts = tokenCounts(shown);
        return scored(shown, context, Grounds.none(shown), counts, 0L, null, warnings, "The output is blank.");
    }

    /** The score of a verdict in the numbers of the shown texts. */
    Score ofShown(ShownContext shown, Verdict.Waste verdict) {
        List<String> texts = shown.texts();
        CleanWaste clean =
                CleanWaste.of(verdict, IntStream.range(0, texts.size()).toArray());
        Set<Warning> warnings = shown.warnings();
        warnings.addAll(clean.warnings());
        Set<Integer> used = new HashSet<>(clean.used());
        int[] covered = new int[texts.size()];
        for (int text = 0; text < covered.length; text++) {
            covered[text] = weighEvidence(texts.get(text), clean.evidence().get(text), text, used, warnings);
        }
        boolean[] usedChunks = new boolean[shown.size()];
        List<List<Evidence>> evidence = new ArrayList<>();
        int[] counts = tokenCounts(shown);
        long coveredTokens = 0;
        for (int id = 0; id < usedChunks.length; id++) {
            int text = shown.classes().classOf(id);
            boolean blank = text == JudgedContext.BLANK;
            usedChunks[id] = used.contains(text);
            evidence.add(blank ? List.of() : clean.evidence().get(text));
            // the cut ends of a quote may cost tokens that the chunk as a whole doesn't have
            coveredTokens += usedChunks[id] ? Math.min(covered[text], counts[id]) : 0;
        }
        List<List<Integer>> groups = clean.groups().stream()
                .map(group -> group.stream().map(shown::chunkOf).toList())
                .toList();
        List<ChunkPair> pairs = clean.pairs().stream()
                .map(pair -> new ChunkPair(shown.chunkOf(pair.a()), shown.chunkOf(pair.b()), pair.reason()))
                .toList();
        JudgedContext context = JudgedContext.of(shown.textClasses(), usedChunks, groups, pairs);
        Grounds grounds = new Grounds(evidence, strengths(shown, verdict), suspicions(shown, verdict));
        return scored(shown, context, grounds, counts, coveredTokens, null, warnings, verdict.explanation());
    }

    /** The score of a judgement in the ids as given. Quotes are no part of it, so nothing is asked of evidence. */
    Score ofGiven(ShownContext shown, GivenWaste given) {
        int[] classes = shown.textClasses();
        CleanWaste clean = CleanWaste.of(given.verdict(), classes);
        Set<Warning> warnings = shown.warnings();
        warnings.addAll(clean.warnings());
        boolean[] used = new boolean[classes.length];
        clean.used().forEach(id -> used[id] = true);
        JudgedContext context = JudgedContext.of(classes, used, clean.groups(), clean.pairs());
        return scored(
                shown,
                context,
                Grounds.none(shown),
                tokenCounts(shown),
                null,
                given.masses(),
                warnings,
                given.verdict().explanation());
    }

    /** The score of a context that was judged without quotes. */
    Score ofJudged(ShownContext shown, JudgedContext context, int[] tokenCounts, String judgesWords) {
        return scored(shown, context, Grounds.none(shown), tokenCounts, null, null, shown.warnings(), judgesWords);
    }

    /** Looks the quotes up, takes the verdict back where strict evidence asks for one; returns the tokens they cover. */
    private int weighEvidence(
            String text, List<Evidence> evidence, int number, Set<Integer> used, Set<Warning> warnings) {
        QuotedText quoted = new QuotedText(text);
        int verified = 0;
        for (Evidence quote : evidence) {
            if (quoted.mark(quote.chunkQuote())) {
                verified++;
            } else {
                warnings.add(Warning.UNVERIFIED_QUOTE);
            }
        }
        if (options.strictEvidence() && used.contains(number) && verified == 0) {
            used.remove(number);
            warnings.add(Warning.UNVERIFIED_USE);
        }
        return used.contains(number) ? quoted.markedTokens(tokens) : 0;
    }

    private Score scored(
            ShownContext shown,
            JudgedContext context,
            Grounds grounds,
            int[] counts,
            @Nullable Long coveredTokens,
            @Nullable List<Double> givenMasses,
            Set<Warning> warnings,
            String judgesWords) {
        double[] tokenMasses =
                Arrays.stream(counts).mapToDouble(count -> Math.max(1, count)).toArray();
        WasteWeights weights;
        if (givenMasses != null) {
            weights = WasteWeights.of(
                    formula, givenMasses.stream().mapToDouble(mass -> mass).toArray());
        } else {
            weights = options.tokenWeighting() ? WasteWeights.of(formula, tokenMasses) : WasteWeights.equal(formula);
        }
        WasteFormula.Figures figures = weights.figures(context);
        long total = Arrays.stream(counts).asLongStream().sum();
        double useful = formula.figures(
                        context, Arrays.stream(counts).asDoubleStream().toArray())
                .useful();
        WasteMetadata metadata = new WasteMetadata(
                context,
                notes(shown, context, grounds, counts),
                weights,
                figures,
                StoredScore.of(formula.figures(context, tokenMasses).score()),
                coveredTokens == null || total == 0 ? null : (double) coveredTokens / total,
                total,
                total - (long) useful,
                shown.classes().classCount(),
                grounds.suspicions(),
                Warning.codes(warnings));
        return new Score.Scored(StoredScore.of(figures.score()), explanation(metadata, judgesWords), metadata);
    }

    private static List<WasteMetadata.ChunkNote> notes(
            ShownContext shown, JudgedContext context, Grounds grounds, int[] counts) {
        List<WasteMetadata.ChunkNote> notes = new ArrayList<>();
        for (Chunk chunk : shown.chunks()) {
            int id = chunk.id();
            notes.add(new WasteMetadata.ChunkNote(
                    id,
                    context.isUsed(id),
                    grounds.evidence().get(id),
                    shown.copyOf(id),
                    counts[id],
                    chunk.offset() == Chunk.WHOLE ? null : chunk.offset(),
                    grounds.strengths()[id]));
        }
        return notes;
    }

    private static String explanation(WasteMetadata metadata, String judgesWords) {
        int n = metadata.chunks().size();
        int unused = metadata.unusedChunks().size();
        String counts = Counted.of(n, "chunk") + " with " + Counted.of(metadata.textCount(), "different text") + ": "
                + (n - unused) + " used, " + unused + " unused, "
                + Counted.of(metadata.context().groups().size(), "redundant group") + ", "
                + Counted.of(metadata.context().pairs().size(), "contradictory pair") + ".";
        return Counted.withWords(counts, judgesWords);
    }

    private int[] tokenCounts(ShownContext shown) {
        return shown.chunks().stream()
                .mapToInt(chunk -> tokens.applyAsInt(chunk.text()))
                .toArray();
    }

    /** How strongly the verdict holds each chunk used; copies share one verdict. */
    private static @Nullable Double[] strengths(ShownContext shown, Verdict.Waste verdict) {
        @Nullable Double[] ofText = new @Nullable Double[shown.texts().size()];
        verdict.chunks().forEach(use -> ofText[use.id()] = use.strength());
        @Nullable Double[] strengths = new @Nullable Double[shown.size()];
        for (int id = 0; id < strengths.length; id++) {
            int text = shown.classes().classOf(id);
            strengths[id] = text == JudgedContext.BLANK ? null : ofText[text];
        }
        return strengths;
    }

    private static @Nullable List<Suspicion> suspicions(ShownContext shown, Verdict.Waste verdict) {
        List<Suspicion> given = verdict.suspicions();
        return given == null
                ? null
                : given.stream()
                        .map(pair -> new Suspicion(shown.chunkOf(pair.a()), shown.chunkOf(pair.b()), pair.strength()))
                        .toList();
    }

    /**
     * What verdicts rest on.
     *
     * @param evidence by chunk
     * @param strengths by chunk; null: not graded
     * @param suspicions of pairs of chunks; null: not graded
     */
    @SuppressWarnings("ArrayRecordComponent") // made for one score, read once
    private record Grounds(
            List<List<Evidence>> evidence,
            @Nullable Double[] strengths,
            @Nullable List<Suspicion> suspicions) {
        static Grounds none(ShownContext shown) {
            return new Grounds(Collections.nCopies(shown.size(), List.of()), new @Nullable Double[shown.size()], null);
        }
    }
}
