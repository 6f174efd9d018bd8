package io.ctxeval.compare;

import io.ctxeval.summary.GroupKey;
import java.util.List;
import java.util.Optional;

/**
 * The comparison of one candidate with the base.
 *
 * @param base name of the base version
 * @param candidate name of the other
 * @param clustered whether intervals resample clusters rather than rows
 * @param refusals why it isn't made, or what it was made in spite of
 * @param metrics the whole first, then the slices; empty if refused
 */
public record Comparison(
        String base, String candidate, boolean clustered, List<Refusal> refusals, List<MetricComparison> metrics) {
    public Comparison {
        refusals = List.copyOf(refusals);
        metrics = List.copyOf(metrics);
    }

    public boolean refused() {
        return metrics.isEmpty() && !refusals.isEmpty();
    }

    /** Whether the regression gate fails on any metric. */
    public boolean gateFails() {
        return !failed().isEmpty();
    }

    /** Metrics that the regression gate found to have fallen. */
    public List<MetricComparison> failed() {
        return metrics.stream()
                .filter(metric -> metric.gate() == GateOutcome.FAILED)
                .toList();
    }

    /** Metrics of which the regression gate can't say whether they fell. */
    public List<MetricComparison> untold() {
        return metrics.stream().filter(metric -> metric.gate().isOpen()).toList();
    }

    /** A metric over all rows. */
    public Optional<MetricComparison> metric(String id) {
        return metrics.stream()
                .filter(metric -> metric.group().equals(GroupKey.WHOLE)
                        && metric.rule().metric().equals(id))
                .findFirst();
    }
}
