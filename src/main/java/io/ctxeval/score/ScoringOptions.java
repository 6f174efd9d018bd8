package io.ctxeval.score;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Settings that change scores.
 *
 * @param tokenizer {@code o200k_base}, {@code cl100k_base} or {@code chars4}
 * @param contextBudget tokens that a context may have; null: none
 * @param contradictionWeight lambda of metrics.md 3.3, at least 0
 * @param tokenWeighting whether ctx_waste weighs chunks by tokens instead of 1 each
 * @param includeInput whether the waste question shows the input
 * @param dropInvalidReferences metrics.md 3.2: bad ids in groups and pairs are dropped instead of making the row invalid
 * @param strictEvidence metrics.md 3.2: a used verdict without a verified quote becomes unused
 * @param strictSufficiency whether a row passes ctx_suff only if every aspect is covered
 * @param lenientCitations metrics.md 4.4 S4
 * @param vacuousFull metrics.md 4.1: an input that needs no information scores 100 instead of not applicable
 * @param singleCall metrics.md 4.2: details are named and graded in one call ({@code suff_mode = single_call})
 * @param maxAspects at least 1
 * @param contextFormat whether a context text is parsed as a JSON array; {@code text} or {@code json_array}
 * @param split how a context text is split: {@code none}, {@code paragraph} or a regular expression
 * @param retrieval settings of the retrieval measures
 */
public record ScoringOptions(
        String tokenizer,
        @Nullable Integer contextBudget,
        double contradictionWeight,
        boolean tokenWeighting,
        boolean includeInput,
        boolean dropInvalidReferences,
        boolean strictEvidence,
        boolean strictSufficiency,
        boolean lenientCitations,
        boolean vacuousFull,
        boolean singleCall,
        int maxAspects,
        String contextFormat,
        String split,
        RetrievalOptions retrieval)
        implements Serializable {
    public static final ScoringOptions DEFAULTS = new ScoringOptions(
            "o200k_base", null, 1.0, false, false, false, false, false, false, false, false, 12, "text", "none");

    /** Settings with the defaults of the retrieval measures. */
    public ScoringOptions(
            String tokenizer,
            @Nullable Integer contextBudget,
            double contradictionWeight,
            boolean tokenWeighting,
            boolean includeInput,
            boolean dropInvalidReferences,
            boolean strictEvidence,
            boolean strictSufficiency,
            boolean lenientCitations,
            boolean vacuousFull,
            boolean singleCall,
            int maxAspects,
            String contextFormat,
            String split) {
        this(
                tokenizer,
                contextBudget,
                contradictionWeight,
                tokenWeighting,
                includeInput,
                dropInvalidReferences,
                strictEvidence,
                strictSufficiency,
                lenientCitations,
                vacuousFull,
                singleCall,
                maxAspects,
                contextFormat,
                split,
                RetrievalOptions.DEFAULTS);
    }

    /** These settings with others for the retrieval measures. */
    public ScoringOptions with(RetrievalOptions other) {
        return new ScoringOptions(
                tokenizer,
                contextBudget,
                contradictionWeight,
                tokenWeighting,
                includeInput,
                dropInvalidReferences,
                strictEvidence,
                strictSufficiency,
                lenientCitations,
                vacuousFull,
                singleCall,
                maxAspects,
                contextFormat,
                split,
                other);
    }
}
