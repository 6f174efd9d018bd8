package io.ctxeval.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.ctxeval.summary.WorstTable;
import io.ctxeval.table.RecordFile;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code worst.jsonl}: one of the worst rows of a group for a metric.
 *
 * @param group the group's text, {@code all} for the whole
 * @param judge name of the judge behind the score; null for deterministic metrics
 * @param reason the metric's or judge's own words
 * @param details what was missing or wasted, one text each
 * @param nDetails how many there were, also where texts may not be shown
 * @param moreAlike rows with this score that aren't listed, on the last that is; else 0, and not written
 */
public record WorstEntry(
        String group,
        String metric,
        String sampleId,
        String sourceFile,
        long sourcePosition,
        double score,
        @Nullable String judge,
        @Nullable String reason,
        List<String> details,
        @JsonProperty("n_details") int nDetails,
        @Nullable String input,
        @Nullable String output,

        @JsonProperty(WorstTable.MORE_ALIKE) @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        long moreAlike) {
    private static final int MOST_DETAILS = 20;

    public WorstEntry {
        details = List.copyOf(details);
    }

    /** The entry as the policy lets it be seen: texts bounded, hashed or dropped, at most {@value #MOST_DETAILS} details. */
    public WorstEntry under(TextPolicy policy) {
        List<String> shown = details.stream()
                .limit(MOST_DETAILS)
                .flatMap(detail -> Stream.ofNullable(policy.shown(detail)))
                .toList();
        return new WorstEntry(
                group,
                metric,
                sampleId,
                sourceFile,
                sourcePosition,
                score,
                judge,
                policy.shown(reason),
                shown,
                nDetails,
                policy.shown(input),
                policy.shown(output),
                moreAlike);
    }

    /** The entry as one line of JSON, keys in the order of the components. */
    public String toJson() {
        return RecordFile.line(this);
    }

    /** Reads what {@link #toJson()} wrote. */
    public static WorstEntry parse(String line) throws IOException {
        return RecordFile.read(line, WorstEntry.class);
    }
}
