package io.ctxeval.plan;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a command line says about a plan.
 *
 * @param config configuration file; null: none
 * @param arguments in the order written
 * @param base the configuration of an earlier run that lies under all; null: none
 */
public record PlanRequest(
        @Nullable Path config,
        List<Argument> arguments,
        @Nullable Base base) {
    public PlanRequest {
        arguments = List.copyOf(arguments);
    }

    public PlanRequest(@Nullable Path config, List<Argument> arguments) {
        this(config, arguments, null);
    }

    /**
     * The effective configuration of an earlier run, as {@link PlanText#yaml} wrote it. Its run id isn't taken over.
     *
     * @param name for messages
     */
    public record Base(String name, String yaml) {}

    /**
     * One setting of the command line.
     *
     * @param option as the user wrote it, for messages
     * @param value null: a setting without the sign between name and value
     */
    public record Argument(
            String option, String key, @Nullable String value) {}
}
