package io.ctxeval.judge;

import io.ctxeval.sample.RagSample;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.JudgedMetric.Answered;
import io.ctxeval.score.JudgedMetric.Step;
import io.ctxeval.score.Score;
import java.util.ArrayList;
import java.util.List;

/**
 * All rounds of one metric on one sample with a judge that answers at once.
 *
 * @param answered every question with its verdict in the order of asking; a question asked again stands there twice
 */
public record Interview(Score score, List<Answered> answered) {
    public Interview {
        answered = List.copyOf(answered);
    }

    /** Asks what the metric wants to know until it settles. */
    public static Interview conduct(JudgedMetric metric, RagSample sample, Judge judge) {
        List<Answered> soFar = new ArrayList<>(4);
        while (true) {
            Step step = metric.next(sample, soFar);
            if (step instanceof Step.Settled settled) {
                return new Interview(settled.score(), soFar);
            } else if (step instanceof Step.Ask ask) {
                ask.questions().forEach(question -> soFar.add(new Answered(question, judge.answer(question))));
            } else if (step instanceof Step.ReAsk again) {
                soFar.add(new Answered(
                        again.question(), judge.answerAgain(again.question(), again.earlier(), again.violations())));
            }
        }
    }
}
