package io.ctxeval.score;

import io.ctxeval.json.RawJson;
import io.ctxeval.sample.RagSample;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A judged metric of what was retrieved, 0 to 100, higher is better. What needs no judge is decided in one place, whether a judge
 * answers or the row carries its judgement.
 */
abstract class ContextMetric implements JudgedMetric {
    /** A sample that needs a judge, or the score that it has without one. */
    sealed interface Case {
        /**
         * A sample to be judged.
         *
         * @param text what the context is held against: the output, or the input
         */
        record Undecided(ShownContext shown, String text) implements Case {}

        record Decided(Score score) implements Case {}
    }

    abstract Case caseOf(RagSample sample);

    /** The next step for a sample that needs a judge. */
    abstract Step ask(RagSample sample, Case.Undecided undecided, List<Answered> soFar);

    /** The name of the field of a judgement that the row itself carries. */
    abstract String judgementField();

    abstract @Nullable RawJson judgementOf(RagSample sample);

    /** The score of a sample that needs a judge by the judgement that its row carries. */
    abstract Score scoreGiven(GivenJson judgement, ShownContext shown) throws RefusedJudgement;

    @Override
    public final Scale scale() {
        return Scale.PERCENT;
    }

    @Override
    public final Step next(RagSample sample, List<Answered> soFar) {
        Case found = caseOf(sample);
        return found instanceof Case.Undecided undecided
                ? ask(sample, undecided, soFar)
                : new Step.Settled(((Case.Decided) found).score());
    }

    @Override
    public final Score given(RagSample sample) {
        Case found = caseOf(sample);
        if (found instanceof Case.Decided decided) {
            return decided.score();
        }
        try {
            GivenJson judgement = GivenJson.read(judgementOf(sample));
            return judgement == null
                    ? new Score.Unscored(Status.NOT_SAMPLED, judgementField() + ": missing")
                    : scoreGiven(judgement, ((Case.Undecided) found).shown());
        } catch (RefusedJudgement refused) {
            return refused.score(judgementField());
        }
    }
}
