package io.ctxeval.score;

import io.ctxeval.table.Column;
import io.ctxeval.text.LexicalUse;
import io.ctxeval.text.Partition;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The useful share of a context, judged by words alone (metrics.md 6.5): the formula of {@link WasteFormula} where a chunk is used if
 * {@link io.ctxeval.text.LexicalUse its usage} is at least 0.2, components are exact copies and {@link io.ctxeval.text.NearDuplicates
 * near duplicates}, and nothing contradicts. On 0..100, higher is better; never to be shown as {@code ctx_waste}. Not applicable to
 * a context without a text, or where the output has no segment; a blank output scores 0, for it can use nothing.
 *
 * <p>Example: the output "Paris is the capital of France." uses "The capital of France is Paris." and not "Lyon lies on the
 * Rhône.": D = 1, M = 2, score 50.
 */
final class LexicalContextWaste extends GuardedMetric {
    private final WasteScoring scoring;

    /**
     * The metric with one run's weighting.
     *
     * @param tokens counts the tokens of a text
     */
    LexicalContextWaste(ScoringOptions options, ToIntFunction<String> tokens) {
        super(
                "ctx_waste_lex",
                Scale.PERCENT,
                "useful share of the context by lexical use and near copies",
                Field.CONTEXT,
                Field.OUTPUT);
        scoring = new WasteScoring(options, tokens);
    }

    @Override
    public List<Column> metadataColumns() {
        return WasteMetadata.COLUMNS;
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
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
                JudgedContext.of(shown.textClasses(), used(sample), Partition.groups(sample.nearRoots()), List.of());
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
