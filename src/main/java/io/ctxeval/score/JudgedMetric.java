package io.ctxeval.score;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.sample.RagSample;
import java.util.List;

/**
 * A metric that needs judgements: two pure halves with the judge between them. {@link #next} is asked with the verdicts so far
 * until it settles; each {@link Step.Ask} is one round of questions.
 */
public non-sealed interface JudgedMetric extends Metric {
    /**
     * The next step for a sample.
     *
     * @param soFar the questions asked in earlier rounds with their verdicts, in the order in which they were asked
     */
    Step next(RagSample sample, List<Answered> soFar);

    /** The score from the judgement that the row itself carries ({@code judge.kind: given}); no judge is asked. */
    Score given(RagSample sample);

    /** A question with its verdict. */
    record Answered(Question question, Verdict verdict) {}

    /** What to do next: ask, or nothing more. */
    sealed interface Step {
        record Ask(List<Question> questions) implements Step {
            public Ask {
                questions = List.copyOf(questions);
            }
        }

        record Settled(Score score) implements Step {}
    }
}
