package io.ctxeval.judge.served;

/** How structured output is asked for, from strictest to plainest (metrics.md 5.3). */
public enum Rung {
    JSON_SCHEMA,
    JSON_OBJECT,
    TEXT
}
