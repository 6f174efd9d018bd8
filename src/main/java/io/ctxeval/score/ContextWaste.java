package io.ctxeval.score;

import io.ctxeval.json.RawJson;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.table.Column;
import io.ctxeval.text.NormalForm;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * {@code ctx_waste}: how much of the retrieved context the output uses, without repeats and contradictions; 0 to 100, higher is
 * better (metrics.md 3). The formula is {@link WasteFormula}'s.
 *
 * <p>Without a judge: no context or no output is {@code invalid_input}; a context that is empty or all blank is {@code
 * not_applicable}, code {@code empty_context}; a blank output scores 0. A judge may find an output {@code not_applicable}: one that looks
 * for words, an output of marks or emoji alone.
 *
 * <p>Example: three chunks, 0 and 1 used, the unused 2 contradicts 0: M = 3, D = 2, W_c = 2, score 100 * 2 / 5 = 40.
 */
public final class ContextWaste extends ContextMetric {
    public static final String ID = "ctx_waste";

    /** The field of a judgement that the row itself carries. */
    static final String JUDGEMENT = "ctx_waste_judgement";

    private final ScoringOptions options;
    private final Conversation conversation;
    private final WasteScoring scoring;

    /**
     * The metric with one run's settings.
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
    Case caseOf(RagSample sample) {
        String output = sample.output();
        if (!(sample.context() instanceof RetrievedContext.Chunks context)) {
            return new Case.Decided(ShownContext.missing(sample));
        }
        if (output == null) {
            return new Case.Decided(Score.invalidInput("output: missing"));
        }
        ShownContext shown = ShownContext.of(context);
        if (shown.isEmpty()) {
            return new Case.Decided(Score.notApplicable(
                    "empty_context: " + (shown.size() == 0 ? "nothing was retrieved" : "all chunks are blank")));
        }
        return NormalForm.isBlank(output) ? new Case.Decided(scoring.unused(shown)) : new Case.Undecided(shown, output);
    }

    @Override
    Step ask(RagSample sample, Case.Undecided undecided, List<Answered> soFar) {
        ShownContext shown = undecided.shown();
        Question question =
                new Question.Waste(shown.texts(), undecided.text(), options.includeInput() ? sample.input() : null);
        Conversation.Reply reply = conversation.replyTo(question, soFar);
        return reply instanceof Conversation.Reply.Usable usable
                ? new Step.Settled(scoring.ofShown(shown, (Verdict.Waste) usable.verdict()))
                : ((Conversation.Reply.Open) reply).next();
    }

    @Override
    String judgementField() {
        return JUDGEMENT;
    }

    @Override
    @Nullable RawJson judgementOf(RagSample sample) {
        return sample.wasteJudgement();
    }

    @Override
    Score scoreGiven(GivenJson judgement, ShownContext shown) throws RefusedJudgement {
        return scoring.ofGiven(shown, GivenWaste.of(judgement, shown, options.dropInvalidReferences()));
    }
}
