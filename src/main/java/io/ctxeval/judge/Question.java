package io.ctxeval.judge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a judge is asked, complete in itself: two rows with equal questions share one verdict. Chunks are the representatives of
 * the sample's text classes, numbered 0..k-1 (metrics.md 3.1); ids in verdicts are these numbers.
 */
public sealed interface Question {
    /** Which chunks does the output use, which say the same, which contradict each other (metrics.md 3.2)? */
    record Waste(
            List<String> chunks, String output, @Nullable String input) implements Question {
        public Waste {
            chunks = List.copyOf(chunks);
        }
    }

    /** Which details does a complete and correct answer to the input need (metrics.md 4.2, step 1)? */
    record Decompose(String input, @Nullable String asOf, int maxAspects) implements Question {}

    /** Which of the aspects does the context cover (metrics.md 4.2, step 2)? */
    record Grade(
            String input,
            List<String> aspects,
            List<String> chunks,
            @Nullable String asOf) implements Question {
        public Grade {
            aspects = List.copyOf(aspects);
            chunks = List.copyOf(chunks);
        }
    }

    /** Which chunks of one batch does the output use (metrics.md 5.4)? The verdict is a {@link Verdict.Waste} without groups and pairs. */
    record Usage(
            List<String> chunks, String output, @Nullable String input) implements Question {
        public Usage {
            chunks = List.copyOf(chunks);
        }
    }

    /**
     * Which chunks of two batches say the same, which contradict each other (metrics.md 5.4)? The verdict is a {@link
     * Verdict.Waste} without chunk verdicts.
     */
    record Relations(List<String> chunks) implements Question {
        public Relations {
            chunks = List.copyOf(chunks);
        }
    }

    /** {@link Decompose} and {@link Grade} in one call, for cheap runs ({@code suff_mode = single_call}, metrics.md 4.2). */
    record Assess(
            String input, List<String> chunks, @Nullable String asOf, int maxAspects) implements Question {
        public Assess {
            chunks = List.copyOf(chunks);
        }
    }
}
