package io.ctxeval.score;

/** A judgement that a row carries and that can't be used: what was found, what was expected. */
final class RefusedJudgement extends Exception {
    private final Status status;

    private RefusedJudgement(Status status, String reason) {
        super(reason);
        this.status = status;
    }

    /** It isn't JSON, or not of the shape that product.md 5 names. */
    static RefusedJudgement unparseable(String reason) {
        return new RefusedJudgement(Status.JUDGE_UNPARSEABLE, reason);
    }

    /** It has the shape, but says what no judgement may say. */
    static RefusedJudgement invalid(String reason) {
        return new RefusedJudgement(Status.JUDGE_INVALID, reason);
    }

    Score.Unscored score(String field) {
        return new Score.Unscored(status, field + ": " + getMessage());
    }
}
