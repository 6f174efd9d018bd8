package io.ctxeval.judge.served;

import io.ctxeval.judge.Question;

/**
 * A question in the form in which it is sent, the same bytes for the same question wherever and whenever it is made.
 *
 * @param key SHA-256, 64 hex digits, over the canonical JSON of what is asked for (metrics.md 5.6)
 * @param step {@code waste}, {@code usage}, {@code relations}, {@code decompose}, {@code grade} or {@code assess}
 * @param system the system message: fixed text per prompt version, no data
 * @param user the user message: the data document between two fence lines (metrics.md 5.1)
 * @param outputLimit tokens that the reply may have (metrics.md 5.3)
 * @param promptTokens estimated tokens of both messages and the reply's schema; characters/3 rounded up for models whose tokenizer isn't known
 */
public record JudgeRequest(
        String key, Question question, String step, String system, String user, int outputLimit, long promptTokens) {}
