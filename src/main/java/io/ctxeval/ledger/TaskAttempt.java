package io.ctxeval.ledger;

import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who writes a segment. Names of segments can't clash: two attempts differ in a number or, after a restart of the driver, in
 * the random part of their names.
 *
 * @param runId letters, digits, dots, underscores and hyphens, as the plan allows
 * @param stageAttempt 0 or more
 * @param taskAttempt 0 or more, counted over the whole application
 */
public record TaskAttempt(String runId, int stageAttempt, long taskAttempt) {
    private static final Pattern RUN_ID = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");
    private static final Pattern SEGMENT = Pattern.compile("(.+)-\\d+-\\d+-[0-9a-f]{16}-\\d+\\.jsonl");
    private static final Pattern COMPACTED = Pattern.compile("(.+)-[0-9a-f]{16}\\.parquet");

    public TaskAttempt {
        if (!RUN_ID.matcher(runId).matches()) {
            throw new IllegalArgumentException("run id " + runId + "; must be letters, digits, '.', '_' and '-'");
        }
        if (stageAttempt < 0 || taskAttempt < 0) {
            throw new IllegalArgumentException(
                    "stage attempt " + stageAttempt + ", task attempt " + taskAttempt + "; must be 0 or more");
        }
    }

    /** What the names of one writer's segments begin with, another one at each call. */
    String stem() {
        return runId + "-" + stageAttempt + "-" + taskAttempt + "-" + random();
    }

    static String segment(String stem, int number) {
        return String.format(Locale.ROOT, "%s-%06d.jsonl", stem, number);
    }

    static String compacted(String runId) {
        return runId + "-" + random() + ".parquet";
    }

    private static String random() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    /** The run that wrote a segment; empty for a file of another name. */
    static Optional<String> runOfSegment(String name) {
        return run(SEGMENT.matcher(name));
    }

    static Optional<String> runOfCompacted(String name) {
        return run(COMPACTED.matcher(name));
    }

    private static Optional<String> run(Matcher name) {
        return name.matches() ? Optional.of(name.group(1)) : Optional.empty();
    }
}
