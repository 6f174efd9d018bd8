package io.ctxeval.judge.served;

/** Models for tests. */
final class Settings {
    static final ModelSettings PLAIN = of("openai", "some-model", 128_000);
    static final ModelSettings CLAUDE = of("anthropic", "claude-x", 200_000);
    static final ModelSettings REASONING = new ModelSettings("openai", "o4-mini", true, null, 7L, "low", 200_000);

    private Settings() {}

    static ModelSettings of(String family, String model, int window) {
        return new ModelSettings(family, model, false, 0.0, 7L, null, window);
    }

    static ModelSettings window(int tokens) {
        return of("openai", "some-model", tokens);
    }
}
