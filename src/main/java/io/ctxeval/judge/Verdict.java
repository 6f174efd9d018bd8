package io.ctxeval.judge;

import io.ctxeval.score.Status;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer to a {@link Question}, before the cleaning rules of metrics.md 3.2 and 4.4: ids may be out of range, missing or
 * repeated.
 */
public sealed interface Verdict {
    /**
     * The answer to {@link Question.Waste} and its halves.
     *
     * @param suspicions how far pairs of chunks seem to contradict each other, reported or not; a pair that isn't among them: not at
     *     all; null: the judge doesn't grade pairs
     */
    record Waste(
            List<ChunkUse> chunks,
            List<List<Integer>> redundantGroups,
            List<Contradiction> contradictions,
            String explanation,
            @Nullable List<Suspicion> suspicions)
            implements Verdict {
        public Waste {
            chunks = List.copyOf(chunks);
            redundantGroups = redundantGroups.stream().map(List::copyOf).toList();
            contradictions = List.copyOf(contradictions);
            suspicions = suspicions == null ? null : List.copyOf(suspicions);
        }

        /** The answer of a judge that doesn't grade pairs. */
        public Waste(
                List<ChunkUse> chunks,
                List<List<Integer>> redundantGroups,
                List<Contradiction> contradictions,
                String explanation) {
            this(chunks, redundantGroups, contradictions, explanation, null);
        }
    }

    record Aspects(boolean needsInformation, List<String> descriptions, String explanation) implements Verdict {
        public Aspects {
            descriptions = List.copyOf(descriptions);
        }
    }

    record Grades(List<AspectGrade> aspects, String explanation) implements Verdict {
        public Grades {
            aspects = List.copyOf(aspects);
        }
    }

    /** The answer to {@link Question.Assess}: {@code grades} are of {@code descriptions}, by position. */
    record Assessment(boolean needsInformation, List<String> descriptions, List<AspectGrade> grades, String explanation)
            implements Verdict {
        public Assessment {
            descriptions = List.copyOf(descriptions);
            grades = List.copyOf(grades);
        }
    }

    /** No judgement: the outcome class, {@code not_applicable} where there is nothing to judge, and a sentence for a reader. */
    record Failed(Status status, String reason) implements Verdict {}

    /**
     * Whether the output uses a chunk.
     *
     * @param strength how strongly the judge holds it used, in [0, 1]; null: it doesn't grade
     */
    record ChunkUse(
            int id,
            boolean used,
            List<Evidence> evidence,
            @Nullable Double strength) {
        public ChunkUse {
            evidence = List.copyOf(evidence);
        }

        /** The verdict of a judge that doesn't grade. */
        public ChunkUse(int id, boolean used, List<Evidence> evidence) {
            this(id, used, evidence, null);
        }
    }

    /** A quote from a chunk beside the part of the output that it supports. */
    record Evidence(String chunkQuote, String outputPart) implements Serializable {}

    record Contradiction(int a, int b, String reason) {}

    /**
     * How far two chunks seem to contradict each other.
     *
     * @param strength in [0, 1]
     */
    record Suspicion(int a, int b, double strength) implements Serializable {}

    enum AspectStatus {
        COVERED,
        PARTIAL,
        MISSING
    }

    /**
     * How far a context covers an aspect.
     *
     * @param strength how strongly the judge holds it covered, in [0, 1]; null: it doesn't grade beyond the status
     */
    record AspectGrade(
            int id,
            AspectStatus status,
            List<Citation> evidence,
            String missingDetail,
            @Nullable Double strength) {
        public AspectGrade {
            evidence = List.copyOf(evidence);
        }

        /** The grade of a judge that doesn't grade beyond the status. */
        public AspectGrade(int id, AspectStatus status, List<Citation> evidence, String missingDetail) {
            this(id, status, evidence, missingDetail, null);
        }
    }

    record Citation(int chunkId, String quote) {}
}
