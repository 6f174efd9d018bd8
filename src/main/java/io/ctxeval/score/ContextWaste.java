package io.ctxeval.score;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.table.Column;
import io.ctxeval.text.NormalForm;
import io.ctxeval.text.Tokenizer;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * {@code ctx_waste}: how much of the retrieved context the output uses, without repeats and contradictions; 0 to 100, higher is
 * better (metrics.md 3). The formula is {@link WasteFormula}'s.
 *
 * <p>Without a judge: no context or no output is {@code invalid_input}; a context that is empty or all blank is {@code
 * not_applicable}, code {@code empty_context}; a blank output scores 0.
 *
 * <p>Example: three chunks, 0 and 1 used, the unused 2 contradicts 0: M = 3, D = 2, W_c = 2, score 100 * 2 / 5 = 40.
 */
public final class ContextWaste implements JudgedMetric {
    public static final String ID = "ctx_waste";

    /** The field of a judgement that the row itself carries. */
    static final String JUDGEMENT = "ctx_waste_judgement";

    private final ScoringOptions options;
    private final Conversation conversation;
    private final WasteScoring scoring;

    /** The metric with one run's settings, its tokenizer among them. */
    public ContextWaste(ScoringOptions options) {
        this(options, Tokenizer.named(options.tokenizer())::count);
    }

    /**
     * The metric with another count of tokens.
     *
     * @param tokens counts the tokens of a text
     */
    ContextWaste(ScoringOptions options, ToIntFunction<String> tokens) {
        this.options = options;
        conversation = new Conversation(options);
        scoring = new WasteScoring(options, tokens);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Scale scale() {
        return Scale.PERCENT;
    }

    @Override
    public Set<Field> needs() {
        return Set.of(Field.OUTPUT, Field.CONTEXT);
    }

    @Override
    public String summary() {
        return "share of the context that the output uses, without repeats and contradictions";
    }

    @Override
    public List<Column> metadataColumns() {
        return WasteMetadata.COLUMNS;
    }

    @Override
    public Step next(RagSample sample, List<Answered> soFar) {
        String output = sample.output();
        if (output == null || !(sample.context() instanceof RetrievedContext.Chunks context)) {
            return new Step.Settled(refusal(sample));
        }
        ShownContext shown = ShownContext.of(context);
        Score decided = withoutJudge(shown, output);
        if (decided != null) {
            return new Step.Settled(decided);
        }
        Question question = new Question.Waste(shown.texts(), output, options.includeInput() ? sample.input() : null);
        Conversation.Reply reply = conversation.replyTo(question, soFar);
        return reply instanceof Conversation.Reply.Usable usable
                ? new Step.Settled(scoring.ofShown(shown, (Verdict.Waste) usable.verdict()))
                : ((Conversation.Reply.Open) reply).next();
    }

    @Override
    public Score given(RagSample sample) {
        String output = sample.output();
        if (output == null || !(sample.context() instanceof RetrievedContext.Chunks context)) {
            return refusal(sample);
        }
        ShownContext shown = ShownContext.of(context);
        Score decided = withoutJudge(shown, output);
        if (decided != null) {
            return decided;
        }
        try {
            GivenJson judgement = GivenJson.read(sample.wasteJudgement());
            return judgement == null
                    ? new Score.Unscored(Status.NOT_SAMPLED, JUDGEMENT + ": missing")
                    : scoring.ofGiven(shown, GivenWaste.of(judgement, shown, options.dropInvalidReferences()));
        } catch (RefusedJudgement refused) {
            return refused.score(JUDGEMENT);
        }
    }

    private static Score refusal(RagSample sample) {
        Score refusal = ShownContext.refusal(sample);
        return refusal == null ? Score.invalidInput("output: missing") : refusal;
    }

    private @Nullable Score withoutJudge(ShownContext shown, String output) {
        if (shown.isEmpty()) {
            return Score.notApplicable(
                    "empty_context: " + (shown.size() == 0 ? "nothing was retrieved" : "all chunks are blank"));
        }
        return NormalForm.isBlank(output) ? scoring.unused(shown) : null;
    }
}
