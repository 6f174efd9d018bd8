package io.ctxeval.judge.served;

/**
 * The system message of a step: fixed text per version, never any data (metrics.md 5.1).
 *
 * @param version grows with every change of the text
 * @param sha256 of the text, 64 hex digits; part of every key
 */
public record Prompt(JudgeStep step, int version, String text, String sha256) {}
