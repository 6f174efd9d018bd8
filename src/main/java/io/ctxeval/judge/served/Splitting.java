package io.ctxeval.judge.served;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.served.Batches.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One question on its way into batches: contiguous runs of its chunks, so that any two batches fit one call. */
final class Splitting {
    /**
     * Texts joined may have some tokens more than the sum of the parts. Where that breaks a fit, the batches are made smaller,
     * so many times by {@link #SMALLER}.
     */
    private static final int MOST_TRIES = 6;

    private static final double SMALLER = 0.96;

    private final JudgeRequest request;
    private final ModelSettings settings;
    private final Window window;
    private final int maxCalls;

    Splitting(JudgeRequest request, ModelSettings settings, Window window, int maxCalls) {
        this.request = request;
        this.settings = settings;
        this.window = window;
        this.maxCalls = maxCalls;
    }

    Plan plan() {
        Question question = request.question();
        if (question instanceof Question.Waste asked) {
            Parts parts = new Parts(asked.chunks(), sublist -> usage(asked, sublist), Question.Relations::new);
            return plan(parts);
        }
        if (question instanceof Question.Usage asked) {
            return plan(new Parts(
                    asked.chunks(), sublist -> new Question.Usage(sublist, asked.output(), asked.input()), null));
        }
        if (question instanceof Question.Relations asked) {
            return plan(new Parts(asked.chunks(), null, Question.Relations::new));
        }
        if (question instanceof Question.Grade asked) {
            return plan(new Parts(
                    asked.chunks(),
                    sublist -> new Question.Grade(asked.input(), asked.aspects(), sublist, asked.asOf()),
                    null));
        }
        return tooLong(
                question instanceof Question.Assess
                        ? "one call cannot assess it; use suff_mode = two_step, which can be asked in parts"
                        : "its one text cannot be split");
    }

    private static Question usage(Question.Waste asked, List<String> chunks) {
        return new Question.Usage(chunks, asked.output(), asked.input());
    }

    private Plan plan(Parts parts) {
        Costs costs = costs(parts);
        if (costs.single() < 0 || costs.joint() < 0) {
            return tooLong("too little of the window is left beside the fixed texts and the reply");
        }
        for (int attempt = 0; attempt < MOST_TRIES; attempt++) {
            Costs tried = costs.times(Math.pow(SMALLER, attempt));
            int misfit = tried.misfit();
            if (misfit >= 0) {
                return tooLong("chunk " + misfit + " of " + number(tried.tokens()[misfit])
                        + " tokens cannot be shown together with what it must be compared with");
            }
            int[] ends = tried.ends();
            int calls = parts.calls(ends.length);
            if (calls > maxCalls) {
                return tooLong("it would take " + calls + " calls, at most " + maxCalls
                        + " are allowed (max_calls_per_sample)");
            }
            List<JudgeRequest> requests = requests(parts.questions(ends));
            boolean progress = requests.size() > 1 || !requests.get(0).key().equals(request.key());
            if (progress && requests.stream().allMatch(window::fits)) {
                return new Plan.Split(requests);
            }
        }
        return tooLong("no division into batches fits");
    }

    private List<JudgeRequest> requests(List<Question> questions) {
        return questions.stream().map(part -> Requests.of(part, settings)).toList();
    }

    private Costs costs(Parts parts) {
        PromptTokens tokenizer = PromptTokens.of(settings.model());
        List<String> chunks = parts.chunks();
        long[] tokens = new long[chunks.size()];
        for (int id = 0; id < tokens.length; id++) {
            tokens[id] = tokenizer.count(QuestionDocument.chunkText(id, chunks.get(id))) + 1;
        }
        Function<List<String>, Question> single = parts.single();
        Function<List<String>, Question> joint = parts.joint();
        return new Costs(tokens, left(single), share(single), left(joint), share(joint));
    }

    /** Tokens that are left for chunks beside a question without any. */
    private long left(@Nullable Function<List<String>, Question> asked) {
        if (asked == null) {
            return Costs.UNLIMITED;
        }
        JudgeRequest frame = Requests.of(asked.apply(List.of()), settings);
        return window.capacity() - frame.promptTokens() - frame.outputLimit();
    }

    /** Tokens of the reply for each chunk; grades are counted by aspect. */
    private int share(@Nullable Function<List<String>, Question> asked) {
        if (asked == null || asked.apply(List.of()) instanceof Question.Grade) {
            return 0;
        }
        return Requests.replyShare(JudgeStep.of(asked.apply(List.of())), settings);
    }

    private Plan.TooLong tooLong(String why) {
        return new Plan.TooLong("the question needs " + number(Window.need(request)) + " tokens (prompt "
                + number(request.promptTokens()) + ", reply up to " + number(request.outputLimit())
                + "); the window has "
                + number(window.tokens()) + ": " + why);
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /**
     * The questions of a split from the ends of its batches.
     *
     * @param single the question about one batch; null: none is asked
     * @param joint the question about two batches; null: none is asked
     */
    private record Parts(
            List<String> chunks,
            @Nullable Function<List<String>, Question> single,
            @Nullable Function<List<String>, Question> joint) {
        int calls(int batches) {
            long pairs = Math.max(1L, (long) batches * (batches - 1) / 2);
            return (int) Math.min(Integer.MAX_VALUE, (single == null ? 0 : batches) + (joint == null ? 0 : pairs));
        }

        List<Question> questions(int[] ends) {
            List<List<String>> batches = new ArrayList<>();
            for (int i = 0; i < ends.length; i++) {
                batches.add(chunks.subList(i == 0 ? 0 : ends[i - 1], ends[i]));
            }
            List<Question> questions = new ArrayList<>();
            if (single != null) {
                batches.forEach(batch -> questions.add(single.apply(batch)));
            }
            if (joint != null && batches.size() == 1) {
                questions.add(joint.apply(batches.get(0)));
            } else if (joint != null) {
                for (int a = 0; a < batches.size(); a++) {
                    for (int b = a + 1; b < batches.size(); b++) {
                        List<String> union = new ArrayList<>(batches.get(a));
                        union.addAll(batches.get(b));
                        questions.add(joint.apply(union));
                    }
                }
            }
            return questions;
        }
    }
}
