package io.ctxeval.score;

import io.ctxeval.judge.Judge;
import io.ctxeval.judge.Question;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.Violation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Gives the verdicts of its script in turn, to first and repeated questions alike, and keeps what it was asked. */
final class ScriptedJudge implements Judge {
    private final Deque<Verdict> script;
    private final List<Question> asked = new ArrayList<>();
    private final List<Violation> complaints = new ArrayList<>();

    ScriptedJudge(Verdict... script) {
        this.script = new ArrayDeque<>(List.of(script));
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public Verdict answer(Question question) {
        asked.add(question);
        return script.remove();
    }

    @Override
    public Verdict answerAgain(Question question, Verdict earlier, List<Violation> violations) {
        complaints.addAll(violations);
        return script.remove();
    }

    List<Question> asked() {
        return asked;
    }

    List<Violation.Kind> complaints() {
        return complaints.stream().map(Violation::kind).toList();
    }
}
