package io.ctxeval.plan;

import java.util.List;
import java.util.Objects;

/**
 * A key that has a short option on the command line.
 *
 * @param name with its dashes
 * @param key the key that it sets
 * @param label what stands for the value in help
 * @param help with the default
 * @param repeatable whether it may be given several times
 * @param group whether its value is {@code name=value} of a group of keys
 */
public record PlanOption(String name, String key, String label, String help, boolean repeatable, boolean group) {
    /** In the order of the table of keys. */
    public static List<PlanOption> all() {
        return Keys.ALL.stream()
                .filter(key -> key.option() != null)
                .map(PlanOption::of)
                .toList();
    }

    private static PlanOption of(Key<?> key) {
        String fallback = key.defaultText() == null ? "" : " (default: " + key.defaultText() + ")";
        return new PlanOption(
                Objects.requireNonNull(key.option()),
                key.name(),
                key.open() ? "METRIC=VALUE" : "VALUE",
                key.help() + fallback + served(key),
                key.repeatable(),
                key.open());
    }

    private static String served(Key<?> key) {
        return switch (key.use()) {
            case SERVED -> "";
            case CALLS -> "; for judge.kind openai, anthropic and recorded";
            case LATER -> "; not served by this version";
        };
    }
}
