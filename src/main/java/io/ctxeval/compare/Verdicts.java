package io.ctxeval.compare;

import org.jspecify.annotations.Nullable;

/** The verdicts of metrics.md 7.5. */
final class Verdicts {
    /** Pairs from which on there is a verdict. */
    static final int LEAST_PAIRS = 30;

    /** Pairs that pass in one version only, below which no outcome of McNemar's test reaches 0.05: five give 0.0625. */
    private static final int LEAST_CHANGED = 6;

    private Verdicts() {}

    /** By Wilcoxon's test; a mean that moved the other way leaves no evidence. */
    static Verdict onScores(Tested tested, @Nullable Double pAdjusted, ComparisonSettings settings) {
        if (tested.delta().pairs() < LEAST_PAIRS) {
            return Verdict.TOO_SMALL;
        }
        if (pAdjusted == null || pAdjusted >= settings.alpha() || tested.meanAgainstRanks()) {
            return Verdict.NO_EVIDENCE;
        }
        return verdict(tested.rankDirection() * tested.better());
    }

    /** By McNemar's test; passing is better on every metric. */
    static Verdict onPasses(PassFigures passes, @Nullable Double pAdjusted, ComparisonSettings settings) {
        if (passes.pairs() < LEAST_PAIRS || passes.onlyBase() + passes.onlyCandidate() < LEAST_CHANGED) {
            return Verdict.TOO_SMALL;
        }
        if (pAdjusted == null || pAdjusted >= settings.alpha()) {
            return Verdict.NO_EVIDENCE;
        }
        return verdict(Long.signum(passes.onlyCandidate() - passes.onlyBase()));
    }

    private static Verdict verdict(int direction) {
        return direction > 0 ? Verdict.IMPROVED : direction < 0 ? Verdict.REGRESSED : Verdict.NO_EVIDENCE;
    }
}
