package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.FieldNames;
import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.dataset.mapping.Preset;
import io.ctxeval.dataset.mapping.PresetChoice;
import io.ctxeval.dataset.mapping.RowKind;
import io.ctxeval.plan.DaySelection;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a run, from paths to records. Opening them lists and looks into files, chooses presets and reads the first
 * records, all on the driver; the records themselves are read by the job that takes {@link #outcomes}.
 */
public final class Inputs {
    /** Records that are looked at before the job. */
    public static final int PREVIEW_RECORDS = PresetChoice.RECORDS;

    /** Formats whose cells may be quoted. */
    private static final Set<String> DELIMITED = Set.of("csv", "tsv");

    private final SparkSession spark;
    private final List<OpenedInput> inputs;
    private final List<InputReport> reports;
    private final EvaluationPlan plan;

    private Inputs(SparkSession spark, EvaluationPlan plan, List<OpenedInput> inputs, List<InputReport> reports) {
        this.spark = spark;
        this.plan = plan;
        this.inputs = List.copyOf(inputs);
        this.reports = List.copyOf(reports);
    }

    /**
     * Opens the inputs of a plan.
     *
     * @param asked whose inputs may be days that aren't there; see {@link #plan()}
     * @throws PlanRefused for a format, preset, expression, option or column that isn't there, or a date that selects nothing:
     *     asked wrongly
     * @throws InputRefused where nothing is there to read, or a file is damaged and not to be skipped
     */
    public static Inputs open(SparkSession spark, EvaluationPlan asked) throws PlanRefused {
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        DailyInputs daily = DailyInputs.of(asked, input -> DailyInputs.isThere(input, configuration));
        EvaluationPlan plan = daily.plan();
        EvaluationPlan gated = plan;
        List<OpenedInput> inputs = new ArrayList<>();
        List<InputReport> reports = new ArrayList<>();
        List<String> planProblems = new ArrayList<>();
        List<String> inputProblems = new ArrayList<>();
        for (int i = 0; i < plan.inputs().size(); i++) {
            try {
                OpenedInput input = open(spark, plan, i, configuration);
                inputs.add(input);
                List<String> notes = new ArrayList<>();
                String note = daily.notes().get(i);
                if (note != null) {
                    notes.add(note);
                }
                CustomRun run = customRun(input, plan.inputs().get(i), configuration);
                if (run != null) {
                    gated = run.appliedTo(gated);
                    notes.addAll(run.warnings(plan));
                }
                reports.add(report(input, plan.inputs().get(i), notes, plan.namedDimensions(), configuration));
            } catch (PlanRefused e) {
                planProblems.addAll(e.problems());
            } catch (InputRefused e) {
                inputProblems.addAll(e.problems());
            }
        }
        if (!planProblems.isEmpty()) {
            throw new PlanRefused(planProblems);
        }
        if (!inputProblems.isEmpty()) {
            throw new InputRefused(inputProblems);
        }
        refuseVoidDate(plan, inputs);
        return new Inputs(spark, gated, inputs, reports);
    }

    /** A date that selects nothing would pass for one that does. */
    private static void refuseVoidDate(EvaluationPlan plan, List<OpenedInput> inputs) throws PlanRefused {
        for (InputSpec input : plan.inputs()) {
            DaySelection days = input.days();
            if (days != null && days.alone() && inputs.stream().noneMatch(OpenedInput::byDay)) {
                throw new PlanRefused(List.of("date: " + days.dates().text()
                        + "; selects nothing: no input path, output, state or run-id has {date}, and no input lies in folders by"
                        + " day (" + days.column() + "=, or year=/month=/day=; see date-column)"));
            }
        }
    }

    /** The plan over the inputs that are there: without the days of a range that aren't. */
    public EvaluationPlan plan() {
        return plan;
    }

    private static OpenedInput open(SparkSession spark, EvaluationPlan plan, int index, Configuration configuration)
            throws PlanRefused {
        InputSpec spec = plan.inputs().get(index);
        String at = "inputs[" + index + "].";
        String format = spec.format();
        boolean ours = format == null || Sniffer.kindOf(format) != null;
        SparkTable table = ours || format == null ? null : SparkTable.open(spark, spec, format, at);
        InputFiles all = table == null ? InputFiles.of(spec, configuration) : null;
        Preset preset = ChosenPreset.of(index, spec, all, table, configuration);
        MappingRecipe recipe = new MappingRecipe(index, preset, spec.mapping(), plan.dimensions(), plan.scoring());
        Mapping mapping = recipe.compile();
        JoinedFiles joined = JoinedFiles.of(mapping, preset, spec, all, configuration);
        InputFiles files = joined.rows();
        List<String> unknown = files != null && files.tabular()
                ? mapping.unknownColumns(files.columns())
                : table != null ? mapping.unknownColumns(List.of(table.rows().columns())) : List.of();
        if (!unknown.isEmpty()) {
            throw new PlanRefused(unknown.stream().map(problem -> at + problem).toList());
        }
        SqlFields sql = SqlFields.of(spark, mapping, at);
        Partners partners = new Partners(recipe, joined.ofJoins());
        return new OpenedInput(index, spec.damaged(), files, table, recipe, sql, partners, joined.notes());
    }

    /** What a payload asks of the run besides its rows; null where the input is none. */
    private static @Nullable CustomRun customRun(OpenedInput input, InputSpec spec, Configuration configuration) {
        InputFiles files = input.files();
        if (files == null || !input.recipe().preset().name().equals(CustomRun.PRESET)) {
            return null;
        }
        CustomRun run = new CustomRun(spec.path());
        try (SliceRecords records =
                OpenedInput.allRecords(input.index(), files.files(), spec.damaged(), configuration)) {
            for (int i = 0; i < PREVIEW_RECORDS && records.hasNext(); i++) {
                if (records.next() instanceof Found.Intact intact) {
                    run.see(intact.node());
                }
            }
        } catch (IOException e) {
            throw new InputRefused(spec.path() + ": " + Sniffer.reason(e), e);
        }
        return run;
    }

    private static InputReport report(
            OpenedInput input, InputSpec spec, List<String> notes, List<String> wanted, Configuration configuration) {
        Mapping mapping = input.recipe().compileAgain().counting();
        List<Outcome> beginning = input.preview(mapping, PREVIEW_RECORDS / input.kinds(), configuration);
        Preview preview = Preview.of(beginning);
        InputFiles files = input.files();
        List<String> warnings = new ArrayList<>(files == null ? List.of() : files.warnings());
        warnings.addAll(notes);
        warnings.addAll(FieldNames.doubts(
                mapping.kind(), spec.mapping().fields().keySet(), input.recipe().groupBy()));
        warnings.addAll(input.notes());
        warnings.addAll(input.partners().warnings(configuration));
        if (preview.previewed() == 0) {
            warnings.add("has no records");
        }
        Origin replaced = preview.firstReplaced();
        if (replaced != null) {
            warnings.add(ReplacedText.warning(preview.replacementCharacters(), replaced));
        }
        if (files != null && files.formats().keySet().stream().anyMatch(DELIMITED::contains)) {
            LateQuotes.warning(beginning).ifPresent(warnings::add);
        }
        WantedColumns found = WantedColumns.of(input, wanted, preview.dimensions(), configuration);
        return new InputReport(
                input.index(),
                spec.path(),
                files == null ? List.of() : files.names(),
                files == null ? 0 : files.bytes(),
                files == null ? Map.of(String.valueOf(spec.format()), 0) : files.formats(),
                files == null ? 0 : files.hidden(),
                files == null ? List.of() : files.strays(),
                files == null ? List.of() : files.damaged(),
                input.recipe().preset().title(),
                mapping.kind().label(),
                mapping.sources(),
                mapping.taken(),
                preview.previewed(),
                preview.rejected(),
                preview.filtered(),
                preview.nulls(),
                preview.filled(),
                preview.unparsedLists(),
                preview.replacementCharacters(),
                found.missing(),
                found.columns(),
                warnings,
                preview.remarks());
    }

    /**
     * The inputs whose rows are put together by a key, each input's by itself, so that two of them may have pieces of one record;
     * none where there is but one. An agent's ledger is no piece of the events beside it.
     */
    public Set<Integer> grouping() {
        Set<Integer> some = grouping(false);
        Set<Integer> several = some.size() > 1 ? some : grouping(true);
        return several.size() > 1 ? several : Set.of();
    }

    private Set<Integer> grouping(boolean ledgers) {
        Set<Integer> grouping = new HashSet<>();
        for (OpenedInput input : inputs) {
            Mapping mapping = input.recipe().compileAgain();
            if (mapping.joinsRows() && (mapping.kind() == RowKind.LEDGER) == ledgers) {
                grouping.add(input.index());
            }
        }
        return grouping;
    }

    /** What is known of each input, in the order of the plan. */
    public List<InputReport> reports() {
        return reports;
    }

    /**
     * The first outcomes of an input, read on the driver.
     *
     * @param input index in the plan
     * @param limit at most so many of each format; of a mapping that groups, of so many rows
     * @throws InputRefused if a file is damaged and not to be skipped
     */
    public List<Outcome> preview(int input, int limit) {
        return inputs.get(input).preview(limit, spark.sparkContext().hadoopConfiguration());
    }

    /**
     * The columns of an input that its mapping doesn't look at.
     *
     * @param outcomes of its preview
     */
    public UnusedColumns unused(InputReport report, List<Outcome> outcomes) {
        OpenedInput input = inputs.get(report.input());
        Mapping mapping = input.recipe().compileAgain();
        List<CanonicalRecord> records = outcomes.stream()
                .filter(CanonicalRecord.class::isInstance)
                .map(CanonicalRecord.class::cast)
                .toList();
        boolean derived = !records.isEmpty() && records.stream().allMatch(CanonicalRecord::idDerived);
        return UnusedColumns.of(
                WantedColumns.columns(input, spark.sparkContext().hadoopConfiguration()),
                mapping.columns(),
                input.recipe().preset().ignored(),
                mapping.kind(),
                report.filled(),
                derived);
    }

    /** The outcomes of all inputs, read when a job takes them; in as many partitions as suit the cluster. */
    public JavaRDD<Outcome> outcomes() {
        return outcomes(0);
    }

    /**
     * The outcomes of all inputs, read when a job takes them. They stay in the order of files and positions but where a mapping
     * groups.
     *
     * @param partitions for each input, as near as its files allow; 0: as suits the cluster
     * @throws InputRefused (inside the job's failure, see {@link InputRefused#behind}) if a file is damaged and not to be skipped
     */
    public JavaRDD<Outcome> outcomes(int partitions) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        Broadcast<SerializableConfiguration> configuration =
                context.broadcast(new SerializableConfiguration(context.hadoopConfiguration()));
        List<JavaRDD<Outcome>> all = new ArrayList<>();
        Map<RowKind, JavaRDD<RetrievalStep>> retrieval = new EnumMap<>(RowKind.class);
        for (OpenedInput input : inputs) {
            RowKind kind = input.recipe().compileAgain().kind();
            if (kind.ofRetrieval()) {
                retrieval.merge(kind, retrievalSteps(context, input, partitions, configuration), JavaRDD::union);
            } else {
                all.add(outcomes(context, input, partitions, configuration));
            }
        }
        if (!retrieval.isEmpty()) {
            all.add(RetrievalJoin.outcomes(retrieval, plan.scoring().retrieval().contextDepth()));
        }
        return all.size() == 1 ? all.get(0) : union(context, all);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array for a method that takes any number of generic values
    private static JavaRDD<Outcome> union(JavaSparkContext context, List<JavaRDD<Outcome>> all) {
        JavaRDD<Outcome>[] each = all.toArray(new JavaRDD[0]);
        return context.union(each);
    }

    private static JavaRDD<Outcome> outcomes(
            JavaSparkContext context,
            OpenedInput input,
            int partitions,
            Broadcast<SerializableConfiguration> configuration) {
        Mapping mapping = input.recipe().compileAgain();
        SparkTable table = input.table();
        ReadTask task = task(context, input, configuration);
        if (table != null) {
            JavaRDD<Row> rows =
                    OpenedInput.rows(table.rows(), mapping.columns()).toJavaRDD();
            return mapping.groups()
                    ? grouped(rows.mapPartitionsWithIndex(task::groupStepsOfRows, true), task)
                    : rows.mapPartitionsWithIndex(task::outcomesOfRows, true);
        }
        JavaRDD<List<FileSlice>> slices = slices(context, input, partitions);
        return mapping.groups()
                ? grouped(slices.mapPartitions(task::groupSteps), task)
                : slices.mapPartitions(task::outcomes);
    }

    private static JavaRDD<RetrievalStep> retrievalSteps(
            JavaSparkContext context,
            OpenedInput input,
            int partitions,
            Broadcast<SerializableConfiguration> configuration) {
        SparkTable table = input.table();
        ReadTask task = task(context, input, configuration);
        return table == null
                ? slices(context, input, partitions).mapPartitions(task::retrievalSteps)
                : OpenedInput.rows(table.rows(), input.recipe().compileAgain().columns())
                        .toJavaRDD()
                        .mapPartitionsWithIndex(task::retrievalStepsOfRows, true);
    }

    private static ReadTask task(
            JavaSparkContext context, OpenedInput input, Broadcast<SerializableConfiguration> configuration) {
        SparkTable table = input.table();
        return new ReadTask(
                input, table == null ? "" : table.name(), context.broadcast(input.partners()), configuration);
    }

    private static JavaRDD<List<FileSlice>> slices(JavaSparkContext context, OpenedInput input, int partitions) {
        InputFiles files = input.files();
        List<SniffedFile> sniffed = files == null ? List.of() : files.files();
        List<List<FileSlice>> tasks = partitions > 0
                ? SlicePlan.ofTasks(input.index(), sniffed, partitions)
                : SlicePlan.of(input.index(), sniffed, context.defaultParallelism());
        return context.parallelize(tasks, Math.max(1, tasks.size()));
    }

    private static JavaRDD<Outcome> grouped(JavaRDD<GroupStep> steps, ReadTask task) {
        return steps.keyBy(GroupStep::key).groupByKey().values().mapPartitions(task::grouped);
    }

    /**
     * The same rejections with their line numbers, as far as they can be told by reading their files up to them: for the few that
     * are shown.
     */
    public List<Rejection> withLines(List<Rejection> rejections) {
        return LineNumbers.of(sniffedByName(), spark.sparkContext().hadoopConfiguration())
                .added(rejections);
    }

    private Map<String, SniffedFile> sniffedByName() {
        Map<String, SniffedFile> byName = new HashMap<>();
        for (OpenedInput input : inputs) {
            InputFiles files = input.files();
            if (files != null) {
                files.files().forEach(file -> byName.put(file.file().name(), file));
            }
        }
        return byName;
    }
}
