package io.ctxeval.score;

import java.util.List;
import java.util.Optional;

/** Every metric by id, in the order of tables and reports. */
public final class MetricCatalog {
    private final List<Metric> metrics;

    public MetricCatalog(List<Metric> metrics) {
        this.metrics = List.copyOf(metrics);
    }

    public List<Metric> all() {
        return metrics;
    }

    public Optional<Metric> byId(String id) {
        return metrics.stream().filter(metric -> metric.id().equals(id)).findFirst();
    }
}
