package io.ctxeval.calibrate;

import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.score.Counted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a human says of one sample. A label that is null was not given; an empty list of pairs says that there are none. Chunk ids
 * are positions in the context as given, from 0.
 *
 * @param place file and line, for messages
 * @param version of the sample; null: the run has one only
 * @param sufficient whether the context is enough to answer
 * @param sufficientToo a second human's opinion
 * @param used for each chunk whether the output uses it
 * @param usedToo a second human's opinion
 * @param redundantGroups lists of chunks that say the same
 * @param contradictoryPairs lists of two chunks that can't both be true
 * @param aspects a status for each aspect of the run's row
 * @param aspectsToo a second human's opinion
 * @param score on the scale of the metric that it is compared with
 */
public record HumanLabels(
        String place,
        String sampleId,
        @Nullable String version,
        @Nullable Boolean sufficient,
        @Nullable Boolean sufficientToo,
        @Nullable List<Mark> used,
        @Nullable List<Mark> usedToo,
        @Nullable List<List<Integer>> redundantGroups,
        @Nullable List<List<Integer>> contradictoryPairs,
        @Nullable List<AspectStatus> aspects,
        @Nullable List<AspectStatus> aspectsToo,
        @Nullable Double score) {

    public HumanLabels {
        used = copy(used);
        usedToo = copy(usedToo);
        redundantGroups = copy(redundantGroups);
        contradictoryPairs = copy(contradictoryPairs);
        aspects = copy(aspects);
        aspectsToo = copy(aspectsToo);
    }

    private static <T> @Nullable List<T> copy(@Nullable List<T> list) {
        return list == null ? null : List.copyOf(list);
    }

    /** A human's opinion on one of several things. */
    public enum Mark {
        YES,
        NO,
        /** Not labelled. */
        OPEN;

        static Mark of(boolean yes) {
            return yes ? YES : NO;
        }
    }

    /** What of these labels can't be about this row; empty: nothing. One sentence each, with the place. */
    public List<String> problems(JudgedRow row) {
        JudgedRow.Waste waste = row.waste();
        List<String> problems = new ArrayList<>();
        if (waste != null && waste.outcome().isOk()) {
            int chunks = waste.chunks().size();
            checkSize("used", used, chunks, problems);
            checkSize("used_2", usedToo, chunks, problems);
            checkIds("redundant_groups", redundantGroups, chunks, problems);
            checkIds("contradictory_pairs", contradictoryPairs, chunks, problems);
        }
        return problems;
    }

    private void checkSize(String field, @Nullable List<Mark> marks, int chunks, List<String> problems) {
        if (marks != null && marks.size() != chunks) {
            problems.add(place + ", " + field + ": has " + Counted.of(marks.size(), "value") + "; sample " + sampleId
                    + " has " + Counted.of(chunks, "chunk"));
        }
    }

    private void checkIds(String field, @Nullable List<List<Integer>> lists, int chunks, List<String> problems) {
        if (lists == null) {
            return;
        }
        Set<Integer> odd = new LinkedHashSet<>();
        lists.stream()
                .flatMap(Collection::stream)
                .filter(id -> id < 0 || id >= chunks)
                .forEach(odd::add);
        odd.forEach(id -> problems.add(place + ", " + field + ": names chunk " + id + "; sample " + sampleId
                + " has the chunks 0 to " + (chunks - 1)));
    }
}
