package io.ctxeval.judge.served;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a run asks of its model; part of every key (metrics.md 5.6).
 *
 * @param family the provider: {@code openai}, {@code azure} or {@code anthropic}
 * @param reasoning whether the model thinks before it answers: no temperature, four times the output limit
 * @param temperature 0 unless set; null for reasoning models
 * @param seed null: none is sent
 * @param reasoningEffort null: none is sent
 * @param contextWindow tokens of prompt and reply together
 */
public record ModelSettings(
        String family,
        String model,
        boolean reasoning,
        @Nullable Double temperature,
        @Nullable Long seed,
        @Nullable String reasoningEffort,
        int contextWindow)
        implements Serializable {
    public ModelSettings {
        // sent to no reasoning model, so it may not tell two keys apart
        temperature = reasoning ? null : temperature;
    }
}
