package io.ctxeval.plan;

import java.util.ArrayList;
import java.util.List;

/** The refusal of a plan: every problem at once, each with its key, the value found and what is allowed. Exit code 2. */
public final class PlanRefused extends Exception {
    private final List<String> problems;

    public PlanRefused(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
        this.problems = List.copyOf(problems);
    }

    /**
     * The refusal of a published run's own configuration, which was good when it was written.
     *
     * @param file the configuration
     */
    public static PlanRefused ofRun(String file, PlanRefused damaged) {
        List<String> problems = new ArrayList<>();
        problems.add(file
                + ": was cut or changed after the run was published, or is of another version: put it back as it was,"
                + " or evaluate again");
        damaged.problems.forEach(problem -> problems.add("  " + problem));
        return new PlanRefused(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
