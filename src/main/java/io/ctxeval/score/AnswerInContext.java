package io.ctxeval.score;

import io.ctxeval.text.AnswerWords;

/**
 * Whether an accepted answer stands in the context (metrics.md 6.6): 1 if the words of any answer, in the {@link
 * io.ctxeval.text.AnswerWords normal form of SQuAD}, stand in one chunk in a row, else 0. The mean is the share of rows; higher is
 * better. Without chunks it is 0. Not applicable where no answer has a word.
 *
 * <p>Example: "the Eiffel Tower" has the words "eiffel tower", which stand in "It's the tall Eiffel Tower." in a row: 1.
 */
final class AnswerInContext extends GuardedMetric {
    AnswerInContext() {
        super(
                "ans_in_ctx",
                Scale.SHARE,
                "1 if an accepted answer stands in one chunk word by word, else 0",
                Field.CONTEXT,
                Field.REFERENCE);
    }

    @Override
    Score scoreOf(SampleFeatures sample) {
        AnswerWords words = sample.answerWords();
        int chunks = sample.chunks().size();
        int texts = words.textCount();
        boolean anyWord = false;
        for (int answer = chunks; answer < texts; answer++) {
            anyWord |= words.wordCount(answer) > 0;
            for (int chunk = 0; chunk < chunks; chunk++) {
                if (words.contains(chunk, answer)) {
                    return new Score.Scored(1);
                }
            }
        }
        return anyWord ? new Score.Scored(0) : Score.notApplicable("reference: no word");
    }
}
