package io.ctxeval.score;

import io.ctxeval.json.RawJson;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Samples and settings for tests of judged metrics. */
final class JudgedSamples {
    private JudgedSamples() {}

    static RagSample withAspects(List<String> aspects, String... chunks) {
        return new RagSample(
                "who and when?", null, RetrievedContext.Chunks.of(chunks), null, null, null, aspects, null, null);
    }

    static RagSample wasteJudged(String judgement, String... chunks) {
        return judged(RawJson.of(judgement), null, chunks);
    }

    static RagSample sufficiencyJudged(String judgement, String... chunks) {
        return judged(null, RawJson.of(judgement), chunks);
    }

    private static RagSample judged(@Nullable RawJson waste, @Nullable RawJson sufficiency, String... chunks) {
        return new RagSample(
                "who?", "she did", RetrievedContext.Chunks.of(chunks), null, null, null, null, waste, sufficiency);
    }

    /** Defaults but for the four cleaning switches. */
    static ScoringOptions options(
            boolean dropInvalidReferences, boolean strictEvidence, boolean lenientCitations, boolean vacuousFull) {
        ScoringOptions defaults = ScoringOptions.DEFAULTS;
        return new ScoringOptions(
                defaults.tokenizer(),
                defaults.contextBudget(),
                defaults.contradictionWeight(),
                defaults.tokenWeighting(),
                defaults.includeInput(),
                dropInvalidReferences,
                strictEvidence,
                defaults.strictSufficiency(),
                lenientCitations,
                vacuousFull,
                defaults.singleCall(),
                defaults.maxAspects(),
                defaults.contextFormat(),
                defaults.split());
    }

    /** Defaults but for what is weighed and shown. */
    static ScoringOptions weighing(double contradictionWeight, boolean tokenWeighting, boolean includeInput) {
        ScoringOptions defaults = ScoringOptions.DEFAULTS;
        return new ScoringOptions(
                defaults.tokenizer(),
                defaults.contextBudget(),
                contradictionWeight,
                tokenWeighting,
                includeInput,
                false,
                false,
                false,
                false,
                false,
                defaults.singleCall(),
                defaults.maxAspects(),
                defaults.contextFormat(),
                defaults.split());
    }
}
