package io.ctxeval.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An earlier night beside tonight's run.
 *
 * @param regressed whether it missed a limit that the nights before it set
 * @param figures of what tonight's run gates, as far as they may be compared
 */
public record TrendNight(
        String night, String runId, int exitCode, String verdict, boolean regressed, List<Figure> figures) {
    public TrendNight {
        figures = List.copyOf(figures);
    }

    /** A mean of that night. */
    public record Figure(String group, String metric, double mean) {}

    /** The mean of a metric in a group; null: there is none to compare. */
    public @Nullable Double mean(String group, String metric) {
        return figures.stream()
                .filter(figure ->
                        figure.group().equals(group) && figure.metric().equals(metric))
                .map(Figure::mean)
                .findFirst()
                .orElse(null);
    }
}
