package io.ctxeval.dataset;

import io.ctxeval.SparkForTests;
import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.dataset.mapping.Preset;
import io.ctxeval.dataset.mapping.Presets;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.HistoryPlan;
import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.trace.TraceDefaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** Opens inputs and writes their outcomes down in one line each. */
final class InputsFixture {
    private InputsFixture() {}

    static Inputs open(InputSpec... inputs) throws PlanRefused {
        return Inputs.open(SparkForTests.session(), plan(List.of(inputs)));
    }

    static Inputs open(String path) throws PlanRefused {
        return open(InputSpec.of(path));
    }

    static InputSpec spec(String path, @Nullable String format, Map<String, String> options) {
        return new InputSpec(path, format, options, InputSpec.Damaged.FAIL, MappingSpec.EMPTY);
    }

    static InputSpec skipping(String path) {
        return new InputSpec(path, null, Map.of(), InputSpec.Damaged.SKIP, MappingSpec.EMPTY);
    }

    static InputSpec mapped(String path, MappingSpec mapping) {
        return new InputSpec(path, null, Map.of(), InputSpec.Damaged.FAIL, mapping);
    }

    /** Fields that are filled by one expression each: name, expression, name, expression … */
    static Map<String, FieldSpec> fields(String... namesAndExpressions) {
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndExpressions.length; i += 2) {
            fields.put(namesAndExpressions[i], new FieldSpec.FirstOf(List.of(namesAndExpressions[i + 1])));
        }
        return fields;
    }

    static List<String> outcomes(Inputs inputs, int partitions) {
        return inputs.outcomes(partitions).map(InputsFixture::line).collect();
    }

    static List<String> outcomes(String path) throws PlanRefused {
        return outcomes(open(path), 1);
    }

    /**
     * The outcomes of an input with a preset, read slice by slice without Spark.
     *
     * @param parts as near to so many slices as the files allow
     */
    static List<Outcome> outcomesOfSlices(InputSpec spec, int parts) throws PlanRefused {
        Configuration configuration = new Configuration(false);
        InputFiles files = InputFiles.of(spec, configuration);
        Preset preset = Presets.builtIn().named(String.valueOf(spec.mapping().preset()));
        MappingRecipe recipe = new MappingRecipe(0, preset, spec.mapping(), List.of(), ScoringOptions.DEFAULTS);
        Mapping mapping = recipe.compile();
        List<String> unknown = files.tabular() ? mapping.unknownColumns(files.columns()) : List.of();
        if (!unknown.isEmpty()) {
            throw new PlanRefused(unknown);
        }
        List<FileSlice> slices = SlicePlan.ofTasks(0, files.files(), parts).stream()
                .flatMap(List::stream)
                .toList();
        List<Outcome> outcomes = new ArrayList<>();
        try (SliceRecords records = new SliceRecords(
                slices.iterator(), mapping.columns(), recipe.validatedLater(mapping), spec.damaged(), configuration)) {
            new RowMaker(mapping, Mapping.Lookup.NONE, SqlFields.NONE)
                    .outcomes(records)
                    .forEachRemaining(outcomes::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return outcomes;
    }

    static List<String> preview(Inputs inputs) {
        List<String> lines = new ArrayList<>();
        inputs.preview(0, Integer.MAX_VALUE).forEach(outcome -> lines.add(line(outcome)));
        return lines;
    }

    static String line(Outcome outcome) {
        Origin origin = outcome.origin();
        String place = origin.file().substring(origin.file().lastIndexOf('/') + 1) + "@" + origin.position() + " ";
        if (outcome instanceof CanonicalRecord record) {
            return place
                    + sample(record.sample())
                    + (record.dimensions().isEmpty() ? "" : " " + new java.util.TreeMap<>(record.dimensions()))
                    + (record.trace() == null ? "" : " " + record.trace().events());
        } else if (outcome instanceof Rejection rejection) {
            return place + "rejected " + (rejection.field() == null ? "" : rejection.field() + ": ")
                    + rejection.reason();
        } else if (outcome instanceof DamagedFile damaged) {
            return place + "damaged " + damaged.reason();
        }
        return place + "filtered";
    }

    private static String sample(@Nullable RagSample sample) {
        if (sample == null) {
            return "-";
        }
        String context = sample.context() instanceof RetrievedContext.Chunks chunks
                ? chunks.chunks().stream().map(Chunk::text).toList().toString()
                : String.valueOf(sample.context());
        return sample.input() + " -> " + sample.output() + " | " + context + " | " + sample.reference();
    }

    /** A plan that asks for nothing in particular. */
    static EvaluationPlan plan() {
        return plan(List.of(InputSpec.of("a.jsonl")));
    }

    private static EvaluationPlan plan(List<InputSpec> inputs) {
        return new EvaluationPlan(
                "test",
                null,
                "target/runs",
                "target/runs/state",
                inputs,
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                EvaluationPlan.JudgePlan.of("none"),
                ScoringOptions.DEFAULTS,
                TraceDefaults.NONE,
                EvaluationPlan.RowFormat.PARQUET,
                0.01,
                EvaluationPlan.PrivacyTexts.KEEP,
                Map.of(),
                EvaluationPlan.ComparePlan.DEFAULT,
                null,
                null,
                HistoryPlan.DEFAULT);
    }
}
