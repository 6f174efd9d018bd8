package io.ctxeval.judge.served;

/**
 * The JSON schema of a step's reply (metrics.md 5.2): the strict common subset of providers, the same for every question.
 *
 * @param name as endpoints are told it, such as {@code waste_verdict}
 * @param json the schema
 * @param sha256 of the JSON, 64 hex digits; part of every key
 */
public record ReplySchema(JudgeStep step, String name, String json, String sha256) {}
