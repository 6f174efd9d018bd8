package io.ctxeval.summary;

/** One row of the summary: a metric in a group. */
public record ScoreSummary(GroupKey group, MetricRule rule, Figures figures) {}
