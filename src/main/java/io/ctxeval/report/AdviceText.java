package io.ctxeval.report;

import io.ctxeval.insight.Advice;

/** An advice as a sentence: {@code k = 4 instead of 10 keeps 99.2 % of sufficiency and saves 58.0 % of context tokens}. */
final class AdviceText {
    private AdviceText() {}

    static String of(Advice advice) {
        if (advice instanceof Advice.Fewer fewer) {
            return "k = " + fewer.k() + " instead of "
                    + (fewer.longest() == null ? "all chunks" : String.valueOf(fewer.longest())) + " keeps "
                    + Shown.percent(fewer.kept()) + " of sufficiency and saves " + Shown.percent(fewer.saved())
                    + " of context tokens";
        }
        return "no advice on k: " + ((Advice.None) advice).reason();
    }
}
