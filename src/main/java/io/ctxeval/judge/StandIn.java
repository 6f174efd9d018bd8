package io.ctxeval.judge;

/**
 * A judge in place of another one that can't be had. Its answers are its own, under its own name; each says that another judge was
 * asked for.
 */
public final class StandIn implements Judge {
    private final Judge judge;
    private final String words;

    /**
     * A stand-in.
     *
     * @param missing the name of the judge that was asked for
     */
    public StandIn(Judge judge, String missing) {
        this.judge = judge;
        words = "In place of the " + missing + " judge, which couldn't be loaded. ";
    }

    @Override
    public String name() {
        return judge.name();
    }

    @Override
    public Verdict answer(Question question) {
        Verdict verdict = judge.answer(question);
        if (verdict instanceof Verdict.Waste waste) {
            return new Verdict.Waste(
                    waste.chunks(),
                    waste.redundantGroups(),
                    waste.contradictions(),
                    words + waste.explanation(),
                    waste.suspicions());
        }
        if (verdict instanceof Verdict.Aspects aspects) {
            return new Verdict.Aspects(
                    aspects.needsInformation(), aspects.descriptions(), words + aspects.explanation());
        }
        if (verdict instanceof Verdict.Grades grades) {
            return new Verdict.Grades(grades.aspects(), words + grades.explanation());
        }
        if (verdict instanceof Verdict.Assessment all) {
            return new Verdict.Assessment(
                    all.needsInformation(), all.descriptions(), all.grades(), words + all.explanation());
        }
        return verdict;
    }
}
