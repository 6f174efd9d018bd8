package io.ctxeval.score;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** The outcome of one metric on one row: a number with its evidence, or the reason why there is none. */
public sealed interface Score extends Serializable {
    Status status();

    /** A sentence for a reader: the metric's own explanation of a number, the reason of a missing one; null if there is nothing to say. */
    @Nullable String reason();

    @Nullable Metadata metadata();

    /**
     * A number.
     *
     * @param value finite, on the metric's scale
     */
    record Scored(
            double value, @Nullable String reason, @Nullable Metadata metadata) implements Score {
        public Scored {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("a score must be finite: " + value);
            }
        }

        public Scored(double value) {
            this(value, null, null);
        }

        @Override
        public Status status() {
            return Status.OK;
        }
    }

    /**
     * No number, and why.
     *
     * @param status anything but {@link Status#OK}
     * @param reason begins with a code or the field's name, such as {@code "output: missing"}
     */
    record Unscored(Status status, String reason, @Nullable Metadata metadata) implements Score {
        public Unscored {
            if (status == Status.OK) {
                throw new IllegalArgumentException("an unscored row needs a status that says why");
            }
        }

        public Unscored(Status status, String reason) {
            this(status, reason, null);
        }
    }

    static Unscored notApplicable(String reason) {
        return new Unscored(Status.NOT_APPLICABLE, reason);
    }

    static Unscored invalidInput(String reason) {
        return new Unscored(Status.INVALID_INPUT, reason);
    }
}
