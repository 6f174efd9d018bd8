package io.ctxeval.dataset;

import java.util.List;

/**
 * The beginning of an input, as the mapping reads it.
 *
 * @param report what is known of the input
 * @param outcomes its first ones; rejections with their lines where they can be told
 * @param unused columns that nothing reads
 */
public record InputPreview(InputReport report, List<Outcome> outcomes, UnusedColumns unused) {
    public InputPreview {
        outcomes = List.copyOf(outcomes);
    }
}
