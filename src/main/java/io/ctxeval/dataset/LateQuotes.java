package io.ctxeval.dataset;

import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Quotes behind a blank at the beginning of a CSV cell: RFC 4180 takes them as text (formats.md 3.1), and who wrote them meant them
 * otherwise. Nothing is changed, but it is said.
 */
final class LateQuotes {
    private static final Pattern LATE = Pattern.compile("[ \\t]+\".*\"[ \\t]*", Pattern.DOTALL);

    private LateQuotes() {}

    /**
     * What was found in the first records, where, and what to do; empty: nothing.
     *
     * @param outcomes of delimited files
     */
    static Optional<String> warning(List<Outcome> outcomes) {
        int count = 0;
        Origin first = null;
        for (Outcome outcome : outcomes) {
            if (outcome instanceof CanonicalRecord record && record.sample() != null && isIn(record.sample())) {
                count++;
                first = first == null ? record.origin() : first;
            }
        }
        return first == null
                ? Optional.empty()
                : Optional.of(count + " of the first " + outcomes.size()
                        + " records have a quote behind a blank at the beginning of a cell, first in " + first.file()
                        + " at "
                        + first.position()
                        + ". Such quotes are text, and don't keep what they enclose together: write the"
                        + " file without blanks behind the delimiter if that isn't meant");
    }

    private static boolean isIn(RagSample sample) {
        List<String> texts = new ArrayList<>();
        texts.add(sample.input());
        texts.add(sample.output());
        if (sample.context() instanceof RetrievedContext.Chunks context) {
            context.chunks().stream().map(Chunk::text).forEach(texts::add);
        }
        if (sample.reference() != null) {
            texts.addAll(sample.reference());
        }
        return texts.stream()
                .filter(Objects::nonNull)
                .anyMatch(text -> LATE.matcher(text).matches());
    }
}
