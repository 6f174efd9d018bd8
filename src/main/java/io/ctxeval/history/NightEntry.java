package io.ctxeval.history;

import io.ctxeval.score.Scale;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job, as its history keeps it: a file of JSON, names in snake case.
 *
 * @param format version of this layout
 * @param night what the history counts once: the date, else the id of the run, or of the run that it was scored again from
 * @param date the last day that was evaluated, {@code 2026-11-30}; null: no certain one
 * @param at where the night stands among others: the beginning of its date in UTC, else the start of its run
 * @param finishedAt of several runs of a night, the one that finished last counts
 * @param verdict the worst of its gates
 * @param regressed whether it missed a limit that the nights before set, also where that only warns; false in entries of versions
 *     that didn't say
 */
public record NightEntry(
        int format,
        String job,
        String runId,
        String night,
        @Nullable String date,
        Instant at,
        Instant startedAt,
        Instant finishedAt,
        int exitCode,
        String verdict,
        boolean regressed,
        JudgeIdentity judge,
        List<NightFigure> figures) {
    public static final int FORMAT = 1;

    public NightEntry {
        figures = List.copyOf(figures);
    }

    /** Whether the night may be what others are measured by: else one bad night after the other would lower the limit. */
    public boolean isGood() {
        return exitCode == 0 && !regressed;
    }

    /** The figure of a metric in a group. */
    public Optional<NightFigure> figure(String group, String metric) {
        return figures.stream()
                .filter(figure ->
                        figure.metric().equals(metric) && figure.group().equals(group))
                .findFirst();
    }

    /** Whether any of its figures rests on a judge. */
    public boolean isJudged() {
        return figures.stream().anyMatch(figure -> figure.judge() != null);
    }

    /** The file's content. */
    public String toJson() {
        return NightJson.write(this);
    }

    /**
     * Reads what {@link #toJson()} wrote.
     *
     * @param scales of metrics, which their means must lie on; empty: not known
     * @throws IOException if it is something else, of another layout, or has a figure that no run can have found
     */
    public static NightEntry parse(String json, Function<String, Optional<Scale>> scales) throws IOException {
        return NightJson.read(json, scales);
    }

    /** Whether it is of the same night: undated runs of one id are nights of their own, as they begin at different times. */
    boolean isOfNight(NightEntry other) {
        return night.equals(other.night) && at.equals(other.at);
    }
}
