package io.ctxeval.calibrate;

import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.judge.Verdict.Suspicion;
import io.ctxeval.score.Status;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run says of one sample.
 *
 * @param version of the sample; null: it has none
 * @param cluster what its units are resampled with
 * @param sufficiency null: the run has no {@code ctx_suff}
 * @param waste null: the run has no {@code ctx_waste}
 * @param score of the metric that human scores are compared with; null: none was asked for
 */
public record JudgedRow(
        String sampleId,
        @Nullable String version,
        String cluster,
        @Nullable Sufficiency sufficiency,
        @Nullable Waste waste,
        @Nullable Outcome score) {
    /** What became of a metric; a score if and only if the status is ok. */
    public record Outcome(Status status, @Nullable Double score) {
        public Outcome {
            if ((status == Status.OK) != (score != null)) {
                throw new IllegalArgumentException("a row of status " + status.code() + " with the score " + score);
            }
        }

        boolean isOk() {
            return status == Status.OK;
        }
    }

    /**
     * What is said of the context as a whole.
     *
     * @param aspects their statuses, in order
     * @param strength how strongly the judge holds all of them covered; null: it doesn't grade beyond statuses
     */
    public record Sufficiency(
            Outcome outcome,
            List<AspectStatus> aspects,
            @Nullable Double strength) {
        public Sufficiency {
            aspects = List.copyOf(aspects);
        }

        /** Of a judge that doesn't grade beyond statuses. */
        public Sufficiency(Outcome outcome, List<AspectStatus> aspects) {
            this(outcome, aspects, null);
        }
    }

    /**
     * What is said of chunks; ids are positions.
     *
     * @param copyOf for a chunk with the text of an earlier one, that one
     * @param strengths how strongly the judge holds each chunk used; empty: it doesn't grade
     * @param suspicions how far pairs seem to contradict each other; null: it doesn't grade
     */
    public record Waste(
            Outcome outcome,
            List<Boolean> chunks,
            Map<Integer, Integer> copyOf,
            List<List<Integer>> redundantGroups,
            List<List<Integer>> contradictoryPairs,
            List<Double> strengths,
            @Nullable List<Suspicion> suspicions) {
        public Waste {
            chunks = List.copyOf(chunks);
            copyOf = Map.copyOf(copyOf);
            redundantGroups = redundantGroups.stream().map(List::copyOf).toList();
            contradictoryPairs = contradictoryPairs.stream().map(List::copyOf).toList();
            strengths = List.copyOf(strengths);
            suspicions = suspicions == null ? null : List.copyOf(suspicions);
        }

        /** Of a judge that doesn't grade. */
        public Waste(
                Outcome outcome,
                List<Boolean> chunks,
                Map<Integer, Integer> copyOf,
                List<List<Integer>> redundantGroups,
                List<List<Integer>> contradictoryPairs) {
            this(outcome, chunks, copyOf, redundantGroups, contradictoryPairs, List.of(), null);
        }

        /** The first chunk with the text of this one. */
        int textOf(int id) {
            return copyOf.getOrDefault(id, id);
        }
    }
}
