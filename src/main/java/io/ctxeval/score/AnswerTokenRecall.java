package io.ctxeval.score;

import io.ctxeval.text.AnswerWords;

/**
 * How many words of an accepted answer the context has (metrics.md 6.6): words that answer and all chunks together share, each as often
 * as both have it / words of the answer, best over the answers; words in the {@link io.ctxeval.text.AnswerWords normal form of
 * SQuAD}. In [0, 1], higher is better. Without chunks it is 0. Answers without words are left out; not applicable if none is left.
 *
 * <p>Example: of "Eiffel Tower in Paris" the chunk "The Eiffel Tower." has two of four words: 0.5.
 */
final class AnswerTokenRecall extends GuardedMetric {
    AnswerTokenRecall() {
        super(
                "ans_token_recall",
                Scale.SHARE,
                "words of an accepted answer that the context has / its words",
                Field.CONTEXT,
                Field.REFERENCE);
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
        AnswerWords words = sample.answerWords();
        int chunks = sample.chunks().size();
        int texts = words.textCount();
        double best = -1;
        for (int answer = chunks; answer < texts; answer++) {
            int count = words.wordCount(answer);
            if (count > 0) {
                best = Math.max(best, (double) words.sharedWords(answer, 0, chunks) / count);
            }
        }
        return best < 0 ? Score.notApplicable("reference: no word") : new Score.Scored(best);
    }
}
