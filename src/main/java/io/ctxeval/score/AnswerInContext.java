package io.ctxeval.score;

import io.ctxeval.text.AnswerWords;
import java.util.Set;

/**
 * Whether an accepted answer stands in the context (metrics.md 6.6): 1 if the words of any answer, in the {@link
 * io.ctxeval.text.AnswerWords normal form of SQuAD}, stand in one chunk in a row, else 0. The mean is the share of rows; higher is
 * better. Without chunks it is 0. Not applicable where no answer has a word.
 *
 * <p>Example: "the Eiffel Tower" has the words "eiffel tower", which stand in "It's the tall Eiffel Tower." in a row: 1.
 */
final class AnswerInContext implements SampleMetric {
    @Override
    public String id() {
        return "ans_in_ctx";
    }

    @Override
    public Scale scale() {
        return Scale.SHARE;
    }

    @Override
    public Set<Field> needs() {
        return Set.of(Field.CONTEXT, Field.REFERENCE);
    }

    @Override
    public String summary() {
        return "1 if an accepted answer stands in one chunk word by word, else 0";
    }

    @Override
    public Score score(SampleFeatures sample) {
        Score.Unscored refusal = sample.refusal(Field.CONTEXT, Field.REFERENCE);
        if (refusal != null) {
            return refusal;
        }
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
