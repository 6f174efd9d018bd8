package io.ctxeval.plan;

import java.util.List;

/** The refusal of a plan: every problem at once, each with its key, the value found and what is allowed. Exit code 2. */
public final class PlanRefused extends Exception {
    private final List<String> problems;

    public PlanRefused(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
