package io.ctxeval.plan;

import io.ctxeval.score.RetrievalOptions;
import io.ctxeval.score.ScoringOptions;

/** Reads the settings that change scores. */
final class ScoringReader {
    private ScoringReader() {}

    static ScoringOptions of(Settings settings) {
        Long budget = settings.ifSet(Keys.TOKEN_BUDGET);
        return new ScoringOptions(
                settings.of(Keys.TOKENIZER),
                budget == null ? null : Math.toIntExact(budget),
                settings.of(Keys.CONTRADICTION_WEIGHT),
                settings.of(Keys.WEIGHTING).equals("token"),
                settings.of(Keys.INCLUDE_INPUT),
                settings.of(Keys.INVALID_REFERENCE).equals("drop"),
                settings.of(Keys.EVIDENCE).equals("strict"),
                settings.of(Keys.PASS_RULE).equals("strict"),
                settings.of(Keys.VALIDATION).equals("lenient"),
                settings.of(Keys.VACUOUS).equals("full"),
                settings.of(Keys.SUFF_MODE).equals("single_call"),
                Math.toIntExact(settings.of(Keys.MAX_ASPECTS)),
                settings.of(Keys.CONTEXT_FORMAT),
                settings.of(Keys.CONTEXT_SPLIT),
                retrieval(settings));
    }

    private static RetrievalOptions retrieval(Settings settings) {
        Long depth = settings.ifSet(Keys.RETRIEVAL_CONTEXT);
        return new RetrievalOptions(
                settings.of(Keys.RETRIEVAL_DEPTHS),
                settings.of(Keys.RETRIEVAL_LEAST),
                settings.of(Keys.RETRIEVAL_GAIN).equals("exponential"),
                settings.of(Keys.RETRIEVAL_MATCH),
                depth == null ? null : Math.toIntExact(depth));
    }
}
