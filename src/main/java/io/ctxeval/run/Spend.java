package io.ctxeval.run;

import static io.ctxeval.table.Column.real;
import static io.ctxeval.table.Column.text;
import static io.ctxeval.table.Column.whole;

import io.ctxeval.ledger.LedgerEntry;
import io.ctxeval.ledger.Payments;
import io.ctxeval.plan.ServedJudge.Price;
import io.ctxeval.report.RunManifest;
import io.ctxeval.score.Status;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.table.Table;
import io.ctxeval.table.TableSchema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code spend}: what judging took, by group and metric, counted from the ledger's entries and nothing else. An entry
 * that several rows share is booked on one of them, so that groups add up to the whole. A built-in judge makes no calls.
 */
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

    /**
     * Sums of entries.
     *
     * @param calls questions that this run asked, each as often as it paid for an end of it
     * @param attempts requests sent for them
     * @param reused answers that rows got without a call: from an earlier run, or shared with another row
     */
    record Sums(long calls, long attempts, long reused, long inputTokens, long outputTokens) implements Serializable {
        static final Sums NONE = new Sums(0, 0, 0, 0, 0);

        Sums plus(Sums other) {
            return new Sums(
                    calls + other.calls,
                    attempts + other.attempts,
                    reused + other.reused,
                    inputTokens + other.inputTokens,
                    outputTokens + other.outputTokens);
        }

        RunManifest.Spend inManifest(@Nullable Price price) {
            return new RunManifest.Spend(
                    calls,
                    attempts,
                    reused,
                    inputTokens,
                    outputTokens,
                    price == null ? null : price.of(inputTokens, outputTokens));
        }
    }

    /** Sums by group and metric of a part of the rows; mergeable. */
    static final class Tally implements Serializable {
        private static final long serialVersionUID = 1L;

        private record Line(GroupKey group, String metric) implements Serializable {}

        private final List<String> dimensions;
        private final Map<Line, Sums> lines = new HashMap<>();
        private final Map<String, Long> versions = new TreeMap<>();

        Tally(List<String> dimensions) {
            this.dimensions = List.copyOf(dimensions);
        }

        /**
         * Books an entry that a row's metric rests on.
         *
         * @param bill what this row carries of its cost; null: nothing
         */
        void book(Map<String, String> row, String metric, LedgerEntry entry, @Nullable Payments bill) {
            Sums sums = bill == null
                    ? new Sums(0, 0, 1, 0, 0)
                    : new Sums(bill.entries(), bill.attempts(), 0, bill.inputTokens(), bill.outputTokens());
            lines.merge(new Line(GroupKey.of(dimensions, row), metric), sums, Sums::plus);
            if (entry.answered() && entry.modelVersion() != null) {
                versions.merge(entry.modelVersion(), 1L, Long::sum);
            }
        }

        void merge(Tally other) {
            other.lines.forEach((line, sums) -> lines.merge(line, sums, Sums::plus));
            other.versions.forEach((version, answers) -> versions.merge(version, answers, Long::sum));
        }

        /** Answers that rows rest on, by the version of the model that gave them. */
        Map<String, Long> versions() {
            return Map.copyOf(versions);
        }

        Sums whole() {
            return lines.values().stream().reduce(Sums.NONE, Sums::plus);
        }

        private Sums of(GroupKey group, String metric) {
            List<String> told =
                    group.parts().stream().map(GroupKey.Part::dimension).toList();
            return lines.entrySet().stream()
                    .filter(entry -> entry.getKey().metric().equals(metric)
                            && entry.getKey().group().onto(told).equals(group))
                    .map(Map.Entry::getValue)
                    .reduce(Sums.NONE, Sums::plus);
        }
    }

    static Table of(List<ScoreSummary> summaries, Tally tally, @Nullable Price price) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (ScoreSummary summary : summaries) {
            if (summary.rule().judge() != null) {
                Sums sums = tally.of(summary.group(), summary.rule().metric());
                rows.add(new @Nullable Object[] {
                    summary.group().text(),
                    summary.rule().metric(),
                    summary.rule().judge(),
                    summary.figures().counts().of(Status.OK),
                    sums.calls(),
                    sums.attempts(),
                    sums.reused(),
                    sums.inputTokens(),
                    sums.outputTokens(),
                    price == null ? null : price.of(sums.inputTokens(), sums.outputTokens())
                });
            }
        }
        return new Table(SCHEMA, rows);
    }
}
