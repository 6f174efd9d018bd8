package io.ctxeval.score;

import io.ctxeval.text.NormalForm;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which chunks have the text of a reference, and which references a chunk has (metrics.md 6.7). Blank references count for none.
 *
 * @param matchedChunks chunks that match any reference
 * @param matchedReferences references that any chunk matches
 */
record ReferenceTexts(int chunks, int references, int matchedChunks, int matchedReferences) {
    /**
     * Compares every chunk with every reference.
     *
     * @param references blank ones are left out
     */
    static ReferenceTexts of(List<String> chunks, List<String> references, TextMatch match) {
        List<TextMatch.Text> wanted = forms(references.stream()
                .filter(reference -> !NormalForm.isBlank(reference))
                .toList());
        BitSet found = new BitSet();
        int matched = 0;
        for (TextMatch.Text chunk : forms(chunks)) {
            boolean any = false;
            for (int i = 0; i < wanted.size(); i++) {
                if (match.matches(chunk, wanted.get(i))) {
                    found.set(i);
                    any = true;
                }
            }
            matched += any ? 1 : 0;
        }
        return new ReferenceTexts(chunks.size(), wanted.size(), matched, found.cardinality());
    }

    private static List<TextMatch.Text> forms(List<String> texts) {
        List<TextMatch.Text> forms = new ArrayList<>(texts.size());
        for (String text : texts) {
            forms.add(new TextMatch.Text(text));
        }
        return forms;
    }

    static Metric precision(TextMatch match) {
        return new Precision(match);
    }

    static Metric recall(TextMatch match) {
        return new Recall(match);
    }

    /**
     * Chunks with the text of a reference / chunks. In [0, 1], higher is better; not applicable to an empty list.
     *
     * <p>Example: of two chunks one repeats the only reference: 0.5.
     */
    private static final class Precision extends GuardedMetric {
        private final TextMatch match;

        Precision(TextMatch match) {
            super(
                    "ref_precision",
                    Scale.SHARE,
                    "chunks with the text of a reference context / chunks",
                    Field.CONTEXT,
                    Field.REFERENCE_CONTEXT);
            this.match = match;
        }

        @Override
        Score scoreOf(SampleFeatures sample) {
            ReferenceTexts texts = sample.referenceTexts(match);
            return texts.chunks == 0
                    ? Score.notApplicable("empty_context: no chunk")
                    : new Score.Scored((double) texts.matchedChunks / texts.chunks);
        }
    }

    /**
     * References whose text a chunk has / references. In [0, 1], higher is better; 0 for an empty list, not applicable without a
     * reference.
     *
     * <p>Example: of two references one stands in a chunk: 0.5.
     */
    private static final class Recall extends GuardedMetric {
        private final TextMatch match;

        Recall(TextMatch match) {
            super(
                    "ref_recall",
                    Scale.SHARE,
                    "reference contexts whose text a chunk has / reference contexts",
                    Field.CONTEXT,
                    Field.REFERENCE_CONTEXT);
            this.match = match;
        }

        @Override
        Score scoreOf(SampleFeatures sample) {
            ReferenceTexts texts = sample.referenceTexts(match);
            return texts.references == 0
                    ? Score.notApplicable("reference_context: no text")
                    : new Score.Scored((double) texts.matchedReferences / texts.references);
        }
    }
}
