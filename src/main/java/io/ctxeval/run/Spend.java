package io.ctxeval.run;

import static io.ctxeval.table.Column.real;
import static io.ctxeval.table.Column.text;
import static io.ctxeval.table.Column.whole;

import io.ctxeval.score.Status;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.summary.StatusCounts;
import io.ctxeval.table.Table;
import io.ctxeval.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table {@code spend}: what judging cost by group and metric. A built-in judge makes no calls. */
final class Spend {
    private static final TableSchema SCHEMA = new TableSchema(
            "spend",
            List.of(
                    text("group"),
                    text("metric"),
                    text("judge"),
                    whole("rows_judged"),
                    whole("calls"),
                    whole("attempts"),
                    whole("reused"),
                    whole("input_tokens"),
                    whole("output_tokens"),
                    real("cost")));

    private Spend() {}

    static Table of(List<ScoreSummary> summaries) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (ScoreSummary summary : summaries) {
            if (summary.rule().judge() != null) {
                StatusCounts counts = summary.figures().counts();
                rows.add(new @Nullable Object[] {
                    summary.group().text(),
                    summary.rule().metric(),
                    summary.rule().judge(),
                    counts.of(Status.OK),
                    0L,
                    0L,
                    0L,
                    0L,
                    0L,
                    0.0
                });
            }
        }
        return new Table(SCHEMA, rows);
    }
}
