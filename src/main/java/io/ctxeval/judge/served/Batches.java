package io.ctxeval.judge.served;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * Questions that are longer than the model's window, asked in parts and put together again; nothing is ever cut (metrics.md 5.4).
 *
 * <p>Waste becomes one usage question a batch of chunks and one relations question a pair of batches, so that every pair of
 * chunks is seen together; usage, relations and grades become one question a batch or pair. Questions of one text, and an
 * assessment, whose aspects must be the same for the whole context, cannot be split.
 */
public final class Batches {
    /** Calls that one question may become, unless set (metrics.md 5.4). */
    public static final int MAX_CALLS = 12;

    private Batches() {}

    /** How a question is asked. */
    public sealed interface Plan {
        /** In one call. */
        record Whole(JudgeRequest request) implements Plan {}

        /** In several, in this order; {@link Batches#merge} takes them and their verdicts in the same. */
        record Split(List<JudgeRequest> requests) implements Plan {
            public Split {
                requests = List.copyOf(requests);
            }

            public List<Question> questions() {
                return requests.stream().map(JudgeRequest::question).toList();
            }
        }

        /**
         * Not at all.
         *
         * @param reason with the token counts, and what to do
         */
        record TooLong(String reason) implements Plan {}
    }

    /**
     * How a question is asked of a model with this window.
     *
     * @param maxCallsPerSample calls that the question may become, 1 or more
     */
    public static Plan plan(Question question, ModelSettings settings, int maxCallsPerSample) {
        JudgeRequest request = Requests.of(question, settings);
        Window window = Window.of(settings);
        return window.fits(request)
                ? new Plan.Whole(request)
                : new Splitting(request, settings, window, maxCallsPerSample).plan();
    }

    /**
     * How a question is asked that the endpoint calls too long though it fits by our estimate: in parts of two thirds of what it
     * needs. (Of half, no two batches of a waste question would fit: what is not data isn't halved, and with more than four batches the
     * pairs alone are more calls than a sample may have.) Never {@link Plan.Whole}. To be done once; a part that is too long again is
     * {@code context_too_long}.
     */
    public static Plan splitOnceMore(Question question, ModelSettings settings, int maxCallsPerSample) {
        JudgeRequest request = Requests.of(question, settings);
        Window smaller = new Window(Math.min(settings.contextWindow(), Window.need(request)) / 3 * 2);
        return new Splitting(request, settings, smaller, maxCallsPerSample).plan();
    }

    /**
     * The verdict on the whole from those on its parts, in the ids of the whole. Usage by id; groups and pairs by union, of each
     * pair the first reason; of each aspect the best status, with the evidence of all parts that reach it. The first failure
     * among the parts is the whole's.
     *
     * @param subs the questions of a split, in order; for grades maybe followed by the {@link #followUp}
     * @param verdicts theirs, as many
     * @throws IllegalArgumentException if these are no parts of the question
     */
    public static Verdict merge(Question question, List<Question> subs, List<Verdict> verdicts) {
        if (subs.isEmpty() || subs.size() != verdicts.size()) {
            throw new IllegalArgumentException(subs.size() + " parts with " + verdicts.size() + " verdicts");
        }
        for (Verdict verdict : verdicts) {
            if (verdict instanceof Verdict.Failed) {
                return verdict;
            }
        }
        if (question instanceof Question.Grade whole) {
            return new GradeMerge(whole, subs, verdicts).merged();
        }
        return WasteMerge.merged(question, subs, verdicts);
    }

    /**
     * One more question, where parts of the context that lie in different batches may together cover what none covers alone:
     * the aspects that are partial in two batches or more, over the chunks cited for them. Empty where there are none, where
     * these chunks don't fit, or where no call is left.
     *
     * @param subs the questions of a split of a grade, without a follow-up; other questions have none
     */
    public static Optional<Question> followUp(
            Question question,
            List<Question> subs,
            List<Verdict> verdicts,
            ModelSettings settings,
            int maxCallsPerSample) {
        boolean graded = verdicts.stream().allMatch(Verdict.Grades.class::isInstance);
        if (!(question instanceof Question.Grade whole) || !graded || subs.size() >= maxCallsPerSample) {
            return Optional.empty();
        }
        Window window = Window.of(settings);
        return new GradeMerge(whole, subs, verdicts)
                .followUp()
                .<Question>map(GradeMerge.FollowUp::question)
                .filter(asked -> window.fits(Requests.of(asked, settings)));
    }
}
