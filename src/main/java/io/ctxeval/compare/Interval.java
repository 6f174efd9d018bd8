package io.ctxeval.compare;

/** Two ends of an interval, in points (in units for a metric without an upper end). */
public record Interval(double low, double high) {}
