package io.ctxeval.rehearsal;

/**
 * A fault and the requests that it hits. Counted are the requests that got past key and quota, all conditions must hold, and the
 * draw depends on the question and the number of its attempt alone: the same load meets the same faults.
 *
 * @param share of the requests, in [0, 1]
 * @param after requests that pass before the first one is hit, 0 or more
 * @param first hits requests up to this number after {@code after}, 1 or more
 * @param healAfter hits this many attempts of each question, 1 or more; turns of one conversation are attempts of one question
 */
public record Disturbance(Fault fault, double share, long after, long first, long healAfter) {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    public Disturbance {
        require("share", share, share >= 0 && share <= 1, "0 to 1");
        require("after", after, after >= 0, "0 or more");
        require("first", first, first >= 1, "1 or more");
        require("heal-after", healAfter, healAfter >= 1, "1 or more");
        boolean narrowed = share < 1 || first < NO_LIMIT || healAfter < NO_LIMIT;
        if (fault == Mishap.REFUSE && narrowed) {
            throw new IllegalArgumentException(
                    "refuse: a closed port knows no share, first or heal-after; only after can be combined with it");
        }
    }

    /** Hits every request. */
    public static Disturbance always(Fault fault) {
        return new Disturbance(fault, 1, 0, NO_LIMIT, NO_LIMIT);
    }

    /** Another fault for the same requests. */
    public Disturbance of(Fault other) {
        return new Disturbance(other, share, after, first, healAfter);
    }

    /** Hits this share of the requests. */
    public Disturbance share(double newShare) {
        return new Disturbance(fault, newShare, after, first, healAfter);
    }

    /** Lets this many requests pass first. */
    public Disturbance after(long passed) {
        return new Disturbance(fault, share, passed, first, healAfter);
    }

    /** Hits no request but the first ones. */
    public Disturbance first(long requests) {
        return new Disturbance(fault, share, after, requests, healAfter);
    }

    /** Hits each question's first attempts only. */
    public Disturbance healAfter(long attempts) {
        return new Disturbance(fault, share, after, first, attempts);
    }

    /** Whether a request is in reach, the draw aside. */
    boolean reaches(Admission admission) {
        return admission.number() > after && admission.number() - after <= first && admission.attempt() <= healAfter;
    }

    private static void require(String name, Number value, boolean holds, String range) {
        if (!holds) {
            throw new IllegalArgumentException(name + ": " + value + "; must be " + range);
        }
    }
}
