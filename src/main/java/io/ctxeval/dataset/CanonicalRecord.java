package io.ctxeval.dataset;

import io.ctxeval.sample.RagSample;
import io.ctxeval.trace.AgentTrace;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record in canonical form. It is a RAG sample if any of input, output, context is there, a trace if it has events or a
 * ledger; it can be both, or neither.
 *
 * @param sampleId never null: the source's id, or the one derived by product.md 3
 * @param idDerived whether {@code sampleId} was derived
 * @param dimensions every canonical field that is no part of sample or trace, by name: {@code retriever_version}, group
 *     columns, {@code cluster_id}; null values are absent
 * @param notes what the mapping had to do to read it
 */
public record CanonicalRecord(
        Origin origin,
        String sampleId,
        boolean idDerived,
        Map<String, String> dimensions,
        @Nullable RagSample sample,
        @Nullable AgentTrace trace,
        ReadingNotes notes)
        implements Outcome {
    /** The record without its trace's texts, which nothing reads once they are scored. */
    public CanonicalRecord withoutTraceTexts() {
        AgentTrace emptied = trace == null ? null : new AgentTrace(null, null, null, trace.exact());
        return new CanonicalRecord(origin, sampleId, idDerived, dimensions, sample, emptied, notes);
    }
}
