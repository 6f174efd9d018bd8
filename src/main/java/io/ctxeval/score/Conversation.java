package io.ctxeval.score;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.VerdictRules;
import io.ctxeval.judge.Violation;
import io.ctxeval.score.JudgedMetric.Answered;
import io.ctxeval.score.JudgedMetric.Step;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What became of one question so far: to be asked, to be asked again, failed, or answered in a way that can be scored.
 */
final class Conversation {
    /** Violations that a reason names; a verdict of 2,000 chunks may break as many rules. */
    private static final int NAMED_VIOLATIONS = 5;

    private final VerdictRules rules;
    private final boolean lenientCitations;

    Conversation(ScoringOptions options) {
        rules = new VerdictRules(options.dropInvalidReferences());
        lenientCitations = options.lenientCitations();
    }

    Reply replyTo(Question question, List<Answered> soFar) {
        List<Answered> answers = soFar.stream()
                .filter(answer -> answer.question().equals(question))
                .toList();
        if (answers.isEmpty()) {
            return new Reply.Open(new Step.Ask(List.of(question)));
        }
        Verdict verdict = answers.get(answers.size() - 1).verdict();
        if (verdict instanceof Verdict.Failed failed) {
            return settled(failed.status(), failed.reason());
        }
        List<Violation> violations = rules.violations(question, verdict);
        if (violations.isEmpty()) {
            return new Reply.Usable(verdict);
        }
        if (answers.size() == 1) {
            return new Reply.Open(new Step.ReAsk(question, verdict, violations));
        }
        List<Violation> fatal =
                violations.stream().filter(violation -> !isForgiven(violation)).toList();
        return fatal.isEmpty() ? new Reply.Usable(verdict) : settled(Status.JUDGE_INVALID, reason(fatal));
    }

    private boolean isForgiven(Violation violation) {
        return lenientCitations && violation.kind() == Violation.Kind.UNCITED_COVERAGE;
    }

    private static Reply settled(Status status, String reason) {
        return new Reply.Open(new Step.Settled(new Score.Unscored(status, reason)));
    }

    private static String reason(List<Violation> violations) {
        String named = violations.stream()
                .limit(NAMED_VIOLATIONS)
                .map(Violation::message)
                .collect(Collectors.joining("; "));
        int more = violations.size() - NAMED_VIOLATIONS;
        return "verdict: " + named + (more > 0 ? "; and " + more + " more" : "");
    }

    /** The state of a question. */
    sealed interface Reply {
        /** Nothing to score yet, or ever: what to do next. */
        record Open(Step next) implements Reply {}

        /** A verdict that breaks no rule but forgiven ones. */
        record Usable(Verdict verdict) implements Reply {}
    }
}
