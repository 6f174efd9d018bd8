package io.ctxeval.judge.served;

import io.ctxeval.text.Tokenizer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/** How many tokens a text is for a model: by its own encoding where we have that, else characters/3, rounded up. */
final class PromptTokens {
    static final PromptTokens O200K_BASE =
            new PromptTokens(text -> Tokenizer.named("o200k_base").count(text));
    static final PromptTokens CL100K_BASE =
            new PromptTokens(text -> Tokenizer.named("cl100k_base").count(text));
    static final PromptTokens CHARACTERS = new PromptTokens(text -> (text.length() + 2L) / 3);

    private static final List<String> CL100K_MODELS = List.of("gpt-3.5", "gpt-35", "gpt-4-");
    private static final List<String> O200K_MODELS = List.of("gpt-4", "gpt-5", "gpt-oss", "chatgpt-", "o1", "o3", "o4");

    private final ToLongFunction<String> tokens;

    /** Tokens of what is the same for every question of a step. */
    private final Map<JudgeStep, Long> fixed = new ConcurrentHashMap<>();

    private PromptTokens(ToLongFunction<String> tokens) {
        this.tokens = tokens;
    }

    /**
     * The count for a model.
     *
     * @param model as the endpoint names it; what stands before a slash is passed over
     */
    static PromptTokens of(String model) {
        String name = model.substring(model.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        if (name.equals("gpt-4") || CL100K_MODELS.stream().anyMatch(name::startsWith)) {
            return CL100K_BASE;
        }
        return O200K_MODELS.stream().anyMatch(name::startsWith) ? O200K_BASE : CHARACTERS;
    }

    long count(String text) {
        return tokens.applyAsLong(text);
    }

    /** Tokens of a request: system message and schema, which are the same for every question of a step, and user message. */
    long of(JudgeStep step, String user) {
        return fixed.computeIfAbsent(
                        step,
                        any -> count(Prompts.of(step).text())
                                + count(ReplySchemas.of(step).json()))
                + count(user);
    }
}
