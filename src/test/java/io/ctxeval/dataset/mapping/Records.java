package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.Filtered;
import io.ctxeval.dataset.Origin;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.sample.Chunk;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.score.ScoringOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records for tests, mapped the way a reader would. */
final class Records {
    static final Presets PRESETS = Presets.builtIn();

    private Records() {}

    /** Keeps what a mapping gives. */
    static final class Kept implements Mapping.Rows {
        final List<MappedRow> rows = new ArrayList<>();
        final List<Filtered> filtered = new ArrayList<>();
        final List<Rejection> rejections = new ArrayList<>();

        @Override
        public void row(MappedRow row) {
            rows.add(row);
        }

        @Override
        public void filtered(Filtered record) {
            filtered.add(record);
        }

        @Override
        public void rejected(Rejection rejection) {
            rejections.add(rejection);
        }
    }

    static MappingSpec fields(String... namesAndPaths) {
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndPaths.length; i += 2) {
            fields.put(namesAndPaths[i], new FieldSpec.FirstOf(List.of(namesAndPaths[i + 1])));
        }
        return new MappingSpec(null, null, List.of(), null, List.of(), null, fields);
    }

    static Mapping mapping(MappingSpec spec) throws PlanRefused {
        return Mapping.compile("", Preset.NONE, spec, List.of(), ScoringOptions.DEFAULTS);
    }

    static Mapping preset(String name) throws PlanRefused {
        return Mapping.compile("", PRESETS.named(name), MappingSpec.EMPTY, List.of(), ScoringOptions.DEFAULTS);
    }

    static RecordNode json(Columns columns, String json, long position) {
        JsonValue whole = JsonValue.of(json);
        RecordNode record = new RecordNode(columns, new Origin(0, "logs/part.jsonl", position), 1L, Map.of());
        for (String key : whole.keys()) {
            Node value = whole.get(key);
            if (value != null) {
                record.put(key, value);
            }
        }
        record.whole(whole);
        return record;
    }

    static RecordNode csv(Columns columns, List<String> header, List<@Nullable String> cells) {
        RecordNode record = new RecordNode(columns, new Origin(0, "logs/part.csv", 1), 2L, Map.of());
        for (int i = 0; i < header.size(); i++) {
            String cell = cells.get(i);
            record.put(header.get(i), cell == null ? PlainValue.NULL : new CellText(cell));
        }
        return record;
    }

    static Kept map(Mapping mapping, String... records) {
        Kept kept = new Kept();
        for (int i = 0; i < records.length; i++) {
            mapping.map(json(mapping.columns(), records[i], 100L * i), Mapping.Lookup.NONE, kept);
        }
        return kept;
    }

    static CanonicalRecord only(Mapping mapping, String record) {
        Kept kept = map(mapping, record);
        if (kept.rows.size() != 1) {
            throw new AssertionError(kept.rows + " " + kept.rejections + " " + kept.filtered);
        }
        return new Canonical(mapping).of(kept.rows.get(0));
    }

    static CanonicalRecord cells(Mapping mapping, Map<String, @Nullable String> cells) {
        Kept kept = new Kept();
        List<@Nullable String> values = new ArrayList<>(cells.values());
        mapping.map(csv(mapping.columns(), List.copyOf(cells.keySet()), values), Mapping.Lookup.NONE, kept);
        if (kept.rows.size() != 1) {
            throw new AssertionError(kept.rows + " " + kept.rejections + " " + kept.filtered);
        }
        return new Canonical(mapping).of(kept.rows.get(0));
    }

    static RagSample sample(CanonicalRecord record) {
        RagSample sample = record.sample();
        if (sample == null) {
            throw new AssertionError("no sample in " + record);
        }
        return sample;
    }

    static List<String> chunks(@Nullable RetrievedContext context) {
        if (context instanceof RetrievedContext.Chunks list) {
            return list.chunks().stream().map(Chunk::text).toList();
        }
        throw new AssertionError("no chunks: " + context);
    }
}
