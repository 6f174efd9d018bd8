package io.ctxeval.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.ctxeval.history.RunHistory;
import io.ctxeval.score.Status;
import io.ctxeval.summary.StatusCounts;
import io.ctxeval.summary.UnscoredReason;
import io.ctxeval.table.RecordFile;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code run.json} (product.md 6): the facts of a run that its tables don't hold. Keys are the components in snake
 * case, in this order.
 *
 * @param format version of this file's layout
 * @param verdict worst verdict of the gates, or {@code refused} or {@code failed}
 * @param exitCode product.md 2
 * @param exitReasons why it isn't 0, one sentence each
 * @param result the run's one number on 0..100
 * @param stageSeconds wall time by stage
 * @param versions of the program, Java, Spark, prompts and tokenizer, by name
 * @param planFingerprint digest of the effective configuration
 * @param dimensions the group columns of {@code summary} and {@code thresholds}
 * @param leftOut metrics that were not run
 * @param unscored why scores are missing, over all rows
 * @param tableRows rows by table
 * @param history the run's place in its job; null in runs of versions that kept none
 */
public record RunManifest(
        int format,
        String runId,
        String job,
        String verdict,
        int exitCode,
        List<String> exitReasons,
        @Nullable Double result,
        Instant startedAt,
        Instant finishedAt,
        Map<String, Double> stageSeconds,
        Map<String, String> versions,
        String planFingerprint,
        long seed,
        Judge judge,
        List<String> dimensions,
        List<Metric> metrics,
        List<LeftOut> leftOut,
        List<Input> inputs,
        List<UnscoredReason> unscored,
        Spend spend,
        Map<String, Long> tableRows,
        List<String> warnings,
        @Nullable RunHistory history) {
    public static final int FORMAT = 1;

    public RunManifest {
        exitReasons = List.copyOf(exitReasons);
        stageSeconds = Collections.unmodifiableMap(new LinkedHashMap<>(stageSeconds));
        versions = Collections.unmodifiableMap(new LinkedHashMap<>(versions));
        dimensions = List.copyOf(dimensions);
        metrics = List.copyOf(metrics);
        leftOut = List.copyOf(leftOut);
        inputs = List.copyOf(inputs);
        unscored = List.copyOf(unscored);
        tableRows = Collections.unmodifiableMap(new LinkedHashMap<>(tableRows));
        warnings = List.copyOf(warnings);
    }

    /** The same with the rows of further tables. */
    public RunManifest withTables(Map<String, Long> further) {
        Map<String, Long> all = new LinkedHashMap<>(tableRows);
        all.putAll(further);
        return new RunManifest(
                format,
                runId,
                job,
                verdict,
                exitCode,
                exitReasons,
                result,
                startedAt,
                finishedAt,
                stageSeconds,
                versions,
                planFingerprint,
                seed,
                judge,
                dimensions,
                metrics,
                leftOut,
                inputs,
                unscored,
                spend,
                all,
                warnings,
                history);
    }

    /**
     * Holds what was read of a table against what was written.
     *
     * @throws IOException if rows are missing; a run of an older version says nothing of some tables
     */
    public void requireRows(String table, long found) throws IOException {
        Long written = tableRows.get(table);
        if (written != null && written != found) {
            throw new IOException("it has " + found + " rows, and run.json says " + written + ": it is cut or changed");
        }
    }

    /**
     * Who judged.
     *
     * @param kind {@code judge.kind} of the plan
     * @param name as it stands beside scores; null if nobody judged
     * @param model of a served judge
     * @param modelVersions answers that rows rest on, by the version of the model that gave them
     */
    public record Judge(
            String kind, @Nullable String name, @Nullable String model, Map<String, Long> modelVersions) {
        public Judge {
            modelVersions = modelVersions == null // in runs of versions that didn't count them
                    ? Map.of()
                    : Collections.unmodifiableMap(new TreeMap<>(modelVersions));
        }
    }

    /**
     * A metric that was run. Its identity is samples = ok + not_applicable + not_sampled + failed.
     *
     * @param version of its formula
     * @param samples rows read, counted apart from the statuses
     */
    public record Metric(
            String id,
            String version,
            @Nullable String judge,
            long samples,
            long ok,
            long notApplicable,
            long notSampled,
            long failed) {

        /** The facts of a metric whose statuses were counted. */
        public static Metric of(String id, String version, @Nullable String judge, long samples, StatusCounts counts) {
            return new Metric(
                    id,
                    version,
                    judge,
                    samples,
                    counts.ok(),
                    counts.of(Status.NOT_APPLICABLE),
                    counts.of(Status.NOT_SAMPLED),
                    counts.failed());
        }

        @JsonProperty("identity_holds")
        public boolean identityHolds() {
            return samples == ok + notApplicable + notSampled + failed;
        }
    }

    /** A metric that was not run, and why. */
    public record LeftOut(String metric, String reason) {}

    /**
     * An input. Its identity is records = used + filtered + rejected.
     *
     * @param format of its files, such as {@code csv} or {@code csv, json}
     * @param kind {@code samples}, {@code events} or {@code ledger}; null in runs of versions that had it as the format
     * @param fingerprint digest of names, sizes and times or contents of its files
     * @param firstRejections the first few, in the order of files and positions
     * @param damagedFiles files that were used up to where they are damaged, each with the reason
     */
    public record Input(
            String path,
            String format,
            @Nullable String kind,
            @Nullable String preset,
            String fingerprint,
            long files,
            long bytes,
            long records,
            long used,
            long filtered,
            long rejected,
            List<RejectedRecord> firstRejections,
            List<String> damagedFiles,
            long unparsedLists,
            long replacementCharacters) {
        public Input {
            firstRejections = List.copyOf(firstRejections);
            damagedFiles = List.copyOf(damagedFiles);
        }

        @JsonProperty("identity_holds")
        public boolean identityHolds() {
            return records == used + filtered + rejected;
        }
    }

    /**
     * A record that couldn't be used.
     *
     * @param excerpt as the privacy of the plan lets it be seen
     */
    public record RejectedRecord(
            String file,
            long position,
            @Nullable Long line,
            @Nullable String field,
            String reason,
            @Nullable String excerpt) {}

    /**
     * What judging took.
     *
     * @param calls questions asked of a served judge; built-in judges make none
     * @param reused verdicts taken from the ledger
     * @param cost in the currency of the price table; null without prices
     */
    public record Spend(
            long calls,
            long attempts,
            long reused,
            long promptTokens,
            long completionTokens,
            @Nullable Double cost) {
        public static final Spend NONE = new Spend(0, 0, 0, 0, 0, null);
    }

    /** Both identities, of every input and of every metric. */
    public boolean identitiesHold() {
        return inputs.stream().allMatch(Input::identityHolds)
                && metrics.stream().allMatch(Metric::identityHolds);
    }

    /** The file's content. */
    public String toJson() {
        return RecordFile.pretty(this);
    }

    /**
     * Reads what {@link #toJson()} wrote.
     *
     * @throws IOException if it isn't a manifest of this format
     */
    public static RunManifest parse(String json) throws IOException {
        RunManifest manifest = RecordFile.read(json, RunManifest.class);
        if (manifest.format() != FORMAT) {
            throw new IOException("run.json has format " + manifest.format() + "; this version reads " + FORMAT);
        }
        return manifest;
    }
}
