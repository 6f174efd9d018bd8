package io.ctxeval.plan;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a command line says about a plan.
 *
 * @param config configuration file; null: none
 * @param arguments in the order written
 */
public record PlanRequest(@Nullable Path config, List<Argument> arguments) {
    public PlanRequest {
        arguments = List.copyOf(arguments);
    }

    /**
     * One setting of the command line.
     *
     * @param option as the user wrote it, for messages
     * @param value null: a setting without the sign between name and value
     */
    public record Argument(
            String option, String key, @Nullable String value) {}
}
