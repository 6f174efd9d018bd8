package io.ctxeval.report;

import io.ctxeval.score.Counted;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateVerdict;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.summary.StatusCounts;
import io.ctxeval.summary.UnscoredReason;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a reader of an incomplete run must know before any figure: on how many rows it rests, and what kept the others away. */
final class IncompleteNote {
    private static final int INCOMPLETE = 3;

    private final RunReport report;

    private IncompleteNote(RunReport report) {
        this.report = report;
    }

    /** A quotation that GitHub shows as a warning; nothing for a run that is complete. */
    static String markdown(RunReport report) {
        return isNeeded(report) ? new IncompleteNote(report).text() : "";
    }

    static boolean isNeeded(RunReport report) {
        return report.manifest().exitCode() == INCOMPLETE
                || report.gates().stream().anyMatch(gate -> gate.verdict() == GateVerdict.INCOMPLETE);
    }

    private String text() {
        List<ScoreSummary> partial = partial();
        Page page = new Page();
        page.line("> [!WARNING]");
        if (partial.isEmpty()) {
            page.line("> **This run is incomplete.** What is missing is said below.");
        } else {
            page.line(
                    "> **This run is incomplete: don't read the result and these means as the result of all rows.** They rest on "
                            + partial.stream().map(IncompleteNote::share).collect(Collectors.joining(", ")) + ".");
            mainCause(page, partial);
        }
        page.line("");
        return page.toString();
    }

    /** Over all rows: the metrics of gates without enough scores, else all that judges left without some. */
    private List<ScoreSummary> partial() {
        Set<String> gated = report.gates().stream()
                .filter(gate -> gate.verdict() == GateVerdict.INCOMPLETE)
                .map(GateResult::metric)
                .collect(Collectors.toCollection(HashSet::new));
        return report.summaries().stream()
                .filter(summary -> summary.group().isWhole() && counts(summary).failed() > 0)
                .filter(summary -> gated.contains(summary.rule().metric())
                        || summary.rule().judge() != null)
                .toList();
    }

    private static String share(ScoreSummary summary) {
        return Page.safe(summary.rule().metric()) + " on " + counts(summary).ok() + " of "
                + Counted.of(counts(summary).counted(), "row");
    }

    private void mainCause(Page page, List<ScoreSummary> partial) {
        Set<String> metrics =
                partial.stream().map(summary -> summary.rule().metric()).collect(Collectors.toSet());
        Map<Cause, Long> scores = new HashMap<>();
        for (UnscoredReason reason : report.manifest().unscored()) {
            if (metrics.contains(reason.metric()) && reason.countsForCoverage()) {
                scores.merge(new Cause(reason.status(), reason.reason()), reason.rows(), Long::sum);
            }
        }
        long missing =
                partial.stream().mapToLong(summary -> counts(summary).failed()).sum();
        scores.entrySet().stream()
                .min(Map.Entry.<Cause, Long>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey(
                                Comparator.comparing(Cause::reason).thenComparing(Cause::status))))
                .ifPresent(most -> page.line(">\n> Main cause, " + most.getValue() + " of " + missing
                        + " missing scores (`" + most.getKey().status() + "`): "
                        + Page.sentence(most.getKey().reason())));
    }

    private record Cause(String status, String reason) {}

    private static StatusCounts counts(ScoreSummary summary) {
        return summary.figures().counts();
    }
}
