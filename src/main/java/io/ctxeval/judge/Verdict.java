package io.ctxeval.judge;

import io.ctxeval.score.Status;
import java.io.Serializable;
import java.util.List;

/**
 * An answer to a {@link Question}, before the cleaning rules of metrics.md 3.2 and 4.4: ids may be out of range, missing or
 * repeated.
 */
public sealed interface Verdict {
    record Waste(
            List<ChunkUse> chunks,
            List<List<Integer>> redundantGroups,
            List<Contradiction> contradictions,
            String explanation)
            implements Verdict {
        public Waste {
            chunks = List.copyOf(chunks);
            redundantGroups = redundantGroups.stream().map(List::copyOf).toList();
            contradictions = List.copyOf(contradictions);
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

    /** No judgement: the outcome class and a sentence for a reader. */
    record Failed(Status status, String reason) implements Verdict {}

    record ChunkUse(int id, boolean used, List<Evidence> evidence) {
        public ChunkUse {
            evidence = List.copyOf(evidence);
        }
    }

    /** A quote from a chunk beside the part of the output that it supports. */
    record Evidence(String chunkQuote, String outputPart) implements Serializable {}

    record Contradiction(int a, int b, String reason) {}

    enum AspectStatus {
        COVERED,
        PARTIAL,
        MISSING
    }

    record AspectGrade(int id, AspectStatus status, List<Citation> evidence, String missingDetail) {
        public AspectGrade {
            evidence = List.copyOf(evidence);
        }
    }

    record Citation(int chunkId, String quote) {}
}
