package io.ctxeval.score;

import io.ctxeval.table.Column;
import io.ctxeval.text.LexicalUse;
import io.ctxeval.text.Tokenizer;
import java.util.List;
import java.util.Set;

/**
 * The useful share of a context, judged by words alone (metrics.md 6.5): the formula of {@link WasteFormula} where a chunk is used if
 * {@link io.ctxeval.text.LexicalUse its usage} is at least 0.2, components are exact copies and {@link io.ctxeval.text.NearDuplicates
 * near duplicates}, and nothing contradicts. On 0..100, higher is better; never to be shown as {@code ctx_waste}. Not applicable to
 * a context without a text, or where the output has no segment; a blank output scores 0, for it can use nothing.
 *
 * <p>Example: the output "Paris is the capital of France." uses "The capital of France is Paris." and not "Lyon lies on the
 * Rhône.": D = 1, M = 2, score 50.
 */
final class LexicalContextWaste implements SampleMetric {
    private final WasteScoring scoring;

    /** The metric with one run's weighting and tokenizer. */
    LexicalContextWaste(ScoringOptions options) {
        scoring = new WasteScoring(options, Tokenizer.named(options.tokenizer())::count);
    }

    @Override
    public String id() {
        return "ctx_waste_lex";
    }

    @Override
    public Scale scale() {
        return Scale.PERCENT;
    }

    @Override
    public Set<Field> needs() {
        return Set.of(Field.CONTEXT, Field.OUTPUT);
    }

    @Override
    public String summary() {
        return "useful share of the context by lexical use and near copies";
    }

    @Override
    public List<Column> metadataColumns() {
        return WasteMetadata.COLUMNS;
    }

    @Override
    public Score score(SampleFeatures sample) {
        Score.Unscored refusal = sample.refusal(Field.CONTEXT, Field.OUTPUT);
        if (refusal != null) {
            return refusal;
        }
        if (sample.classes().classCount() == 0) {
            return Score.notApplicable("empty_context: no text");
        }
        if (!sample.outputIsBlank() && !sample.outputHasSegments()) {
            return Score.notApplicable("output: no segment");
        }
        ShownContext shown = new ShownContext(sample.chunks(), sample.classes());
        if (sample.outputIsBlank()) {
            return scoring.unused(shown);
        }
        JudgedContext context =
                JudgedContext.of(shown.textClasses(), used(sample), ChunkGroups.of(sample.nearRoots()), List.of());
        return scoring.ofJudged(shown, context, sample.tokens(), "Judged by wording alone.");
    }

    private static boolean[] used(SampleFeatures sample) {
        LexicalUse use = sample.use();
        boolean[] used = new boolean[sample.chunks().size()];
        for (int i = 0; i < used.length; i++) {
            used[i] = use.isUsed(i);
        }
        return used;
    }
}
