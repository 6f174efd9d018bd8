package io.ctxeval.run;

import io.ctxeval.judge.Interview;
import io.ctxeval.judge.Judge;
import io.ctxeval.sample.RagSample;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.JudgedMetric.Answered;
import io.ctxeval.score.Score;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the scores of judged metrics come from. */
@FunctionalInterface
interface Judgements {
    /**
     * The score of a judged metric on a sample.
     *
     * @param asked receives the questions that were answered for it
     * @return null: a question is still open
     */
    @Nullable Score score(JudgedMetric metric, RagSample sample, List<ScoredRow.Asked> asked);

    /** The rows' own judgements. */
    static Judgements given() {
        return (metric, sample, asked) -> metric.given(sample);
    }

    /** A judge that answers at once. */
    static Judgements of(Judge judge) {
        return (metric, sample, asked) -> {
            Interview interview = Interview.conduct(metric, sample, judge);
            for (Answered answered : interview.answered()) {
                asked.add(ScoredRow.Asked.ofBuiltIn(metric.id(), judge.name(), answered));
            }
            return interview.score();
        };
    }

    /** Nobody is asked yet: only what needs no judge gets its score. */
    static Judgements none() {
        return (metric, sample, asked) ->
                metric.next(sample, List.of()) instanceof JudgedMetric.Step.Settled settled ? settled.score() : null;
    }
}
