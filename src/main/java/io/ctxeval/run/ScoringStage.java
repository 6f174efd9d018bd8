package io.ctxeval.run;

import io.ctxeval.dataset.InputRefused;
import io.ctxeval.dataset.Outcome;
import io.ctxeval.table.Storage;
import io.ctxeval.table.TableSchema;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.SparkSession;

/** The one pass over the input: every record is read, scored and written once. */
final class ScoringStage {
    private final SparkSession spark;
    private final ScoringPlan plan;
    private final RunFolder folder;
    private final Set<Integer> grouping;

    /**
     * The pass of a run.
     *
     * @param grouping inputs whose mapping puts rows together by a key
     */
    ScoringStage(SparkSession spark, ScoringPlan plan, RunFolder folder, Set<Integer> grouping) {
        this.spark = spark;
        this.plan = plan;
        this.folder = folder;
        this.grouping = Set.copyOf(grouping);
    }

    /**
     * What the pass came to.
     *
     * @param tallies by index of the input; an input without records has an empty one
     * @param tableRows rows written, by table
     * @param repeats ids that occur more than once
     * @param spend what judging took
     */
    record Result(
            PartState state,
            Map<Integer, InputTally> tallies,
            Map<String, Long> tableRows,
            IdTable.Repeats repeats,
            Spend.Tally spend) {}

    /** The counts of the inputs, by their index. */
    Map<Integer, InputTally> tallies(List<TaskReport> reports) {
        Map<Integer, InputTally> tallies = new TreeMap<>();
        for (int input = 0; input < plan.plan().inputs().size(); input++) {
            tallies.put(input, new InputTally());
        }
        for (TaskReport report : reports) {
            report.tallies().forEach((input, tally) -> tallies.merge(input, tally, InputTally::with));
        }
        return tallies;
    }

    /** Adds up what all tasks report, of this pass and of the judge's. */
    Result result(List<TaskReport> reports, Map<Integer, InputTally> tallies) throws IOException {
        PartState state = plan.emptyState();
        Spend.Tally spend = new Spend.Tally(plan.groupColumns());
        Storage storage = plan.storage();
        for (TaskReport report : reports) {
            state.merge(PartState.readFrom(storage, new Path(plan.work(), report.state())));
            spend.merge(report.spend());
        }
        Map<String, Long> rows = keepReported(reports, storage);
        return new Result(state, tallies, rows, repeats(reports), spend);
    }

    /**
     * Runs the pass.
     *
     * @throws InputRefused if an input turned out to be damaged
     */
    List<TaskReport> run(JavaRDD<Outcome> outcomes) {
        ScoringPlan travelling = plan;
        try {
            return outcomes.mapPartitions((Iterator<Outcome> part) ->
                            List.of(ScoringTask.run(travelling, part)).iterator())
                    .collect();
        } catch (Exception e) { // SparkException is checked, and thrown through Scala undeclared
            throw InputRefused.behind(e)
                    .map(RuntimeException.class::cast)
                    .orElseGet(() -> new IllegalStateException("scoring stopped: " + origin(e), e));
        }
    }

    /** What went wrong in the task, without the layers that Spark puts around it. */
    private static String origin(Throwable failure) {
        Throwable at = failure;
        for (Throwable cause = at.getCause(); cause != null; cause = cause.getCause()) {
            at = cause;
        }
        String message = at.getMessage();
        return at.getClass().getSimpleName()
                + (message == null ? "" : ": " + message.lines().findFirst().orElse(""));
    }

    /** Leaves in each table exactly the files of the attempts that count, and gives a table without any an empty one. */
    private Map<String, Long> keepReported(List<TaskReport> reports, Storage storage) throws IOException {
        TableFiles empty = new TableFiles(storage, plan.folder(), plan.format(), "empty");
        Map<String, Long> rows = new TreeMap<>();
        for (TableSchema table : plan.tables().all()) {
            Set<String> files = new HashSet<>();
            long count = 0;
            for (TaskReport report : reports) {
                for (TableFiles.Written written : report.files()) {
                    if (written.table().equals(table.name())) {
                        files.add(written.file());
                        count += written.rows();
                    }
                }
            }
            if (files.isEmpty()) {
                files.add(empty.empty(table).file());
            }
            folder.keepOnly(table.name(), files);
            rows.put(table.name(), count);
        }
        return rows;
    }

    private IdTable.Repeats repeats(List<TaskReport> reports) {
        String[] files = reports.stream()
                .flatMap(report -> report.workFiles().stream())
                .map(written -> new Path(new Path(plan.work(), written.table()), written.file()).toString())
                .toArray(String[]::new);
        return files.length == 0 ? IdTable.Repeats.NONE : IdTable.repeats(spark, grouping, files);
    }
}
