package io.ctxeval.sample;

import io.ctxeval.json.RawJson;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One RAG sample. Each component is null where the source has no value; an empty text or list is a value.
 *
 * @param input the question
 * @param output the answer under test
 * @param context what was retrieved
 * @param reference accepted answers
 * @param referenceContext the ideal context
 * @param asOf time stamp to assume when judging
 * @param aspects given details that a complete answer needs (then the judge doesn't decompose)
 * @param wasteJudgement a judgement that the row itself carries for {@code ctx_waste}
 * @param sufficiencyJudgement a judgement that the row itself carries for {@code ctx_suff}
 * @param retrieval what was retrieved by id, and what is known to be relevant
 */
public record RagSample(
        @Nullable String input,
        @Nullable String output,
        @Nullable RetrievedContext context,
        @Nullable List<String> reference,
        @Nullable List<String> referenceContext,
        @Nullable String asOf,
        @Nullable List<String> aspects,
        @Nullable RawJson wasteJudgement,
        @Nullable RawJson sufficiencyJudgement,
        @Nullable Retrieval retrieval)
        implements Serializable {
    public RagSample {
        reference = reference == null ? null : List.copyOf(reference);
        referenceContext = referenceContext == null ? null : List.copyOf(referenceContext);
        aspects = aspects == null ? null : List.copyOf(aspects);
    }

    /** A sample of texts, without ids and labels. */
    public RagSample(
            @Nullable String input,
            @Nullable String output,
            @Nullable RetrievedContext context,
            @Nullable List<String> reference,
            @Nullable List<String> referenceContext,
            @Nullable String asOf,
            @Nullable List<String> aspects,
            @Nullable RawJson wasteJudgement,
            @Nullable RawJson sufficiencyJudgement) {
        this(
                input,
                output,
                context,
                reference,
                referenceContext,
                asOf,
                aspects,
                wasteJudgement,
                sufficiencyJudgement,
                null);
    }

    /** A sample with nothing but question, answer and chunks. */
    public static RagSample of(@Nullable String input, @Nullable String output, String... chunks) {
        return new RagSample(input, output, RetrievedContext.Chunks.of(chunks), null, null, null, null, null, null);
    }
}
