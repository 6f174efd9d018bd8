package io.ctxeval.score;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Violation;
import io.ctxeval.sample.RagSample;
import java.util.List;

/**
 * A metric that needs judgements: two pure halves with the judge between them. {@link #next} is asked with the verdicts so far
 * until it settles; each {@link Step.Ask} and {@link Step.ReAsk} is one round. {@link io.ctxeval.judge.Interview} is the loop for
 * a judge that answers at once.
 */
public non-sealed interface JudgedMetric extends Metric {
    /**
     * The next step for a sample.
     *
     * @param soFar the questions asked in earlier rounds with their verdicts, in the order in which they were asked; a
     *     question that was asked again stands there twice, and its last verdict counts
     */
    Step next(RagSample sample, List<Answered> soFar);

    /** The score from the judgement that the row itself carries ({@code judge.kind: given}); no judge is asked. */
    Score given(RagSample sample);

    /**
     * A question with its verdict.
     *
     * @param verdict a {@link Verdict.Failed} settles the score with its status and reason
     */
    record Answered(Question question, Verdict verdict) {}

    /** What to do next: ask, ask once more, or nothing more. */
    sealed interface Step {
        record Ask(List<Question> questions) implements Step {
            public Ask {
                questions = List.copyOf(questions);
            }
        }

        /**
         * The verdict breaks the contract: the same question again, once, in the same conversation where the judge has one
         * ({@link io.ctxeval.judge.Judge#answerAgain}). A second verdict that breaks it is {@code judge_invalid}.
         *
         * @param earlier the verdict that the violations are about
         * @param violations not empty
         */
        record ReAsk(Question question, Verdict earlier, List<Violation> violations) implements Step {
            public ReAsk {
                violations = List.copyOf(violations);
            }
        }

        record Settled(Score score) implements Step {}
    }
}
