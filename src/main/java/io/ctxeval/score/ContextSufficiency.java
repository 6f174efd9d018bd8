package io.ctxeval.score;

import io.ctxeval.json.RawJson;
import io.ctxeval.judge.AspectTexts;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.score.Conversation.Reply;
import io.ctxeval.score.SufficiencyMetadata.AspectNote;
import io.ctxeval.score.SufficiencyMetadata.AspectSource;
import io.ctxeval.table.Column;
import io.ctxeval.text.NormalForm;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code ctx_suff}: how much of what a complete answer needs the retrieved context holds; 0 to 100, higher is better (metrics.md
 * 4). Two steps: the judge names the details that the input needs without seeing the context, then grades each against it; the
 * score is {@link SufficiencyFormula}'s. Aspects that the row gives are graded as they are.
 *
 * <p>Without a judge: no or a blank input, or no context, is {@code invalid_input}; a context that is empty or all blank scores
 * 0. An input that needs no information is {@code not_applicable}, code {@code no_information_needed}, or 100 with {@code
 * vacuous=full}.
 *
 * <p>Example: two details, one covered, one partial: 75, not sufficient, one missing detail.
 */
public final class ContextSufficiency extends ContextMetric {
    public static final String ID = "ctx_suff";

    /** The missing detail of a sample without context. */
    public static final String NO_CONTEXT = "no context was provided";

    /** The field of a judgement that the row itself carries. */
    static final String JUDGEMENT = "ctx_suff_judgement";

    private final ScoringOptions options;
    private final Conversation conversation;

    public ContextSufficiency(ScoringOptions options) {
        this.options = options;
        conversation = new Conversation(options);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public Set<Field> needs() {
        return Set.of(Field.INPUT, Field.CONTEXT);
    }

    @Override
    public String summary() {
        return "share of the details a complete answer needs that the context holds";
    }

    @Override
    public List<Column> metadataColumns() {
        return SufficiencyMetadata.COLUMNS;
    }

    @Override
    Case caseOf(RagSample sample) {
        String input = sample.input();
        if (input == null || NormalForm.isBlank(input)) {
            return new Case.Decided(Score.invalidInput(input == null ? "input: missing" : "input: blank"));
        }
        if (!(sample.context() instanceof RetrievedContext.Chunks context)) {
            return new Case.Decided(ShownContext.missing(sample));
        }
        ShownContext shown = ShownContext.of(context);
        return shown.isEmpty() ? new Case.Decided(withoutContext(shown)) : new Case.Undecided(shown, input);
    }

    @Override
    Step ask(RagSample sample, Case.Undecided undecided, List<Answered> soFar) {
        String input = undecided.text();
        ShownContext shown = undecided.shown();
        AspectTexts given = AspectTexts.of(sample.aspects() == null ? List.of() : sample.aspects());
        if (!given.texts().isEmpty()) {
            return grade(sample, input, shown, given, AspectSource.GIVEN, soFar);
        }
        if (options.singleCall()) {
            return assess(sample, input, shown, soFar);
        }
        Question decompose = new Question.Decompose(input, sample.asOf(), options.maxAspects());
        Reply reply = conversation.replyTo(decompose, soFar);
        if (reply instanceof Reply.Open open) {
            return open.next();
        }
        Verdict.Aspects aspects = (Verdict.Aspects) ((Reply.Usable) reply).verdict();
        return aspects.needsInformation()
                ? grade(sample, input, shown, AspectTexts.of(aspects.descriptions()), AspectSource.JUDGE, soFar)
                : new Step.Settled(vacuous(shown, AspectSource.JUDGE, aspects.explanation()));
    }

    @Override
    String judgementField() {
        return JUDGEMENT;
    }

    @Override
    @Nullable RawJson judgementOf(RagSample sample) {
        return sample.sufficiencyJudgement();
    }

    @Override
    Score scoreGiven(GivenJson judgement, ShownContext shown) throws RefusedJudgement {
        GivenSufficiency given = GivenSufficiency.of(judgement, shown);
        if (!given.needsInformation()) {
            return vacuous(shown, AspectSource.GIVEN, given.grades().explanation());
        }
        Set<Warning> warnings = shown.warnings();
        warnings.addAll(given.warnings());
        IntUnaryOperator firstCopy = id -> shown.chunkOf(shown.classes().classOf(id));
        return scored(given.grades(), given.descriptions(), firstCopy, AspectSource.GIVEN, warnings);
    }

    /** Both steps in one call; the details then bend to what the context happens to hold. */
    private Step assess(RagSample sample, String input, ShownContext shown, List<Answered> soFar) {
        Question assess = new Question.Assess(input, shown.texts(), sample.asOf(), options.maxAspects());
        Reply reply = conversation.replyTo(assess, soFar);
        if (reply instanceof Reply.Open open) {
            return open.next();
        }
        Verdict.Assessment all = (Verdict.Assessment) ((Reply.Usable) reply).verdict();
        if (!all.needsInformation()) {
            return new Step.Settled(vacuous(shown, AspectSource.JUDGE, all.explanation()));
        }
        Verdict.Grades grades = new Verdict.Grades(all.grades(), all.explanation());
        Set<Warning> warnings = shown.warnings();
        warnings.addAll(warningsOf(AspectTexts.of(all.descriptions()), grades));
        return new Step.Settled(scored(grades, all.descriptions(), shown::chunkOf, AspectSource.JUDGE, warnings));
    }

    private Step grade(
            RagSample sample,
            String input,
            ShownContext shown,
            AspectTexts aspects,
            AspectSource source,
            List<Answered> soFar) {
        Question grade = new Question.Grade(input, aspects.texts(), shown.texts(), sample.asOf());
        Reply reply = conversation.replyTo(grade, soFar);
        if (reply instanceof Reply.Open open) {
            return open.next();
        }
        Verdict.Grades grades = (Verdict.Grades) ((Reply.Usable) reply).verdict();
        Set<Warning> warnings = shown.warnings();
        warnings.addAll(warningsOf(aspects, grades));
        return new Step.Settled(scored(grades, aspects.texts(), shown::chunkOf, source, warnings));
    }

    private static Set<Warning> warningsOf(AspectTexts aspects, Verdict.Grades grades) {
        Set<Warning> warnings = EnumSet.noneOf(Warning.class);
        if (aspects.blankDropped()) {
            warnings.add(Warning.BLANK_ASPECT_DROPPED);
        }
        if (aspects.repeatDropped()) {
            warnings.add(Warning.REPEATED_ASPECT_DROPPED);
        }
        if (grades.aspects().stream()
                .anyMatch(grade -> grade.status() != AspectStatus.MISSING
                        && grade.evidence().isEmpty())) {
            warnings.add(Warning.UNCITED_COVERAGE);
        }
        return warnings;
    }

    private static Score scored(
            Verdict.Grades grades,
            List<String> descriptions,
            IntUnaryOperator chunkOf,
            AspectSource source,
            Set<Warning> warnings) {
        List<AspectNote> notes = CleanGrades.notes(grades, descriptions, chunkOf, warnings);
        SufficiencyFormula.Figures figures = SufficiencyFormula.figures(
                notes.stream().map(AspectNote::status).toList());
        String counts = Counted.of(figures.aspects(), "aspect") + ": " + figures.covered() + " covered, "
                + figures.partial() + " partial, " + figures.missing() + " missing.";
        return new Score.Scored(
                StoredScore.of(figures.score()),
                Counted.withWords(counts, grades.explanation()),
                SufficiencyMetadata.of(notes, source, Warning.codes(warnings)));
    }

    private Score vacuous(ShownContext shown, AspectSource source, String judgesWords) {
        if (!options.vacuousFull()) {
            return Score.notApplicable(
                    Counted.withWords("no_information_needed: the input needs no outside information.", judgesWords));
        }
        Set<Warning> warnings = shown.warnings();
        warnings.add(Warning.NO_INFORMATION_NEEDED);
        return new Score.Scored(
                100,
                Counted.withWords("The input needs no outside information.", judgesWords),
                SufficiencyMetadata.of(List.of(), source, Warning.codes(warnings)));
    }

    private static Score withoutContext(ShownContext shown) {
        Set<Warning> warnings = shown.warnings();
        warnings.add(Warning.EMPTY_CONTEXT);
        return new Score.Scored(
                0,
                "No context was provided.",
                new SufficiencyMetadata(
                        List.of(NO_CONTEXT), List.of(), false, null, List.of(), Warning.codes(warnings)));
    }
}
