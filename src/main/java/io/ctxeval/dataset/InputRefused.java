package io.ctxeval.dataset;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The refusal of an input: nothing is there, it can't be read, or a file is damaged. Exit code 4. Each problem names the file,
 * what was found and what to do.
 */
public final class InputRefused extends RuntimeException {
    private final List<String> problems;

    public InputRefused(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
        this.problems = List.copyOf(problems);
    }

    public InputRefused(String problem, @Nullable Throwable cause) {
        super(problem, cause);
        this.problems = List.of(problem);
    }

    public List<String> problems() {
        return problems;
    }

    /** The refusal behind the failure of a Spark job, if there is one: a damaged file shows only when it is read. */
    public static Optional<InputRefused> behind(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof InputRefused refused) {
                return Optional.of(refused);
            }
        }
        return Optional.empty();
    }
}
