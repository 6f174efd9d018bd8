package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.Origin;
import io.ctxeval.dataset.ReadingNotes;
import io.ctxeval.json.RawJson;
import io.ctxeval.sample.RagSample;
import io.ctxeval.sample.Retrieval;
import io.ctxeval.sample.RetrievedContext;
import io.ctxeval.trace.AgentTrace;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes canonical records of mapped rows: of one row, or of the rows of a group. Belongs to one mapping; not thread-safe.
 *
 * <p>A record is a sample if any of input, output, context is there, a trace if it has events or a ledger (product.md 3). A
 * missing {@code sample_id} is derived: of a record with an input, 16 hex digits of SHA-256 over the input's NFC form in UTF-8, so
 * that versions pair; else from file name and position.
 */
public final class Canonical {
    private static final int HEX_DIGITS = 16;

    private final CompiledMapping mapping;
    private final MessageDigest sha256;
    private final RetrievalRule retrieval;

    public Canonical(Mapping mapping) {
        this.mapping = mapping.compiled();
        retrieval = new RetrievalRule(mapping);
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** The record of a row that stands alone; of a mapping that groups, a group of one. */
    public CanonicalRecord of(MappedRow row) {
        return mapping.kind() == RowKind.SAMPLES ? record(row, List.of(row), row.notes()) : ofGroup(List.of(row));
    }

    /** Whether a group comes to no record: the filter leaves out all its rows. */
    public boolean isEmpty(List<MappedRow> rows) {
        return rows.stream().anyMatch(MappedRow::isAside) && parts(rows).isEmpty();
    }

    /** The rows that make up a record, sorted. */
    private List<MappedRow> parts(List<MappedRow> rows) {
        List<MappedRow> sorted = RowOrder.sorted(rows, mapping);
        return mapping.kind() == RowKind.EVENTS ? new SpanTree(sorted, mapping).calls() : sorted;
    }

    /**
     * The record of a group, in whatever order its rows come. It stands where the first of them does; all but one of the rows
     * count as filtered.
     *
     * @param rows at least one; not {@link #isEmpty}
     */
    public CanonicalRecord ofGroup(List<MappedRow> rows) {
        if (mapping.keepsNewest()) {
            MappedRow newest = rows.get(0);
            for (MappedRow row : RowOrder.sorted(rows, mapping)) {
                newest = RowOrder.isNoOlder(row, newest, mapping) ? row : newest;
            }
            return record(newest, List.of(newest), newest.notes());
        }
        List<MappedRow> sorted = parts(rows);
        MappedRow first = sorted.get(0);
        @Nullable FieldValue[] values = new FieldValue[mapping.fields().size()];
        ReadingNotes notes = ReadingNotes.NONE;
        for (MappedRow row : sorted) {
            notes = notes.with(row.notes());
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = GroupedValues.taken(sorted, i, mapping.fields().get(i).take());
        }
        return record(first.with(values, notes), sorted, notes);
    }

    /** A trace with the ledger of another input, where both have the same id. */
    public static CanonicalRecord withLedger(CanonicalRecord trace, CanonicalRecord ledger) {
        AgentTrace events = trace.trace();
        AgentTrace budgets = ledger.trace();
        if (events == null || budgets == null) {
            return trace;
        }
        AgentTrace joined =
                new AgentTrace(events.events(), events.agentOrder(), budgets.budgetLedger(), events.exact());
        return new CanonicalRecord(
                trace.origin(),
                trace.sampleId(),
                trace.idDerived(),
                trace.dimensions(),
                trace.sample(),
                joined,
                trace.notes());
    }

    /** What rows of a retrieval file say by themselves: a look at them, not yet a sample. */
    private CanonicalRecord ofParts(MappedRow row, List<MappedRow> rows, ReadingNotes notes) {
        List<RetrievalPart> parts = rows.stream().map(retrieval::part).toList();
        RetrievalPart first = parts.get(0);
        Map<String, String> dimensions = dimensions(row);
        if (first instanceof RetrievalPart.Hit hit && hit.version() != null) {
            dimensions.put("retriever_version", hit.version());
        }
        return new CanonicalRecord(
                row.origin(),
                idOf(first),
                false,
                dimensions,
                RetrievalSamples.alone(parts),
                null,
                notes.with(RetrievalSamples.notes(parts)));
    }

    private static String idOf(RetrievalPart part) {
        if (part instanceof RetrievalPart.Label label) {
            return label.query();
        } else if (part instanceof RetrievalPart.Hit hit) {
            return hit.query();
        } else if (part instanceof RetrievalPart.Question question) {
            return question.query();
        }
        return ((RetrievalPart.Document) part).document();
    }

    private CanonicalRecord record(MappedRow row, List<MappedRow> rows, ReadingNotes notes) {
        if (mapping.kind().ofRetrieval()) {
            return ofParts(row, rows, notes);
        }
        RagSample sample = sample(row);
        AgentTrace trace = switch (mapping.kind()) {
            case SAMPLES -> trace(json(row, "trace_events"), json(row, "budget_ledger"), row);
            case EVENTS -> trace(GroupedValues.events(rows, mapping), eventBudgets(rows), row);
            case QRELS, RUN, QUERIES, CORPUS -> null;
            case LEDGER -> trace(null, new FieldValue.Json(BudgetEntries.ofLedger(rows, mapping), true), row);
        };
        String id = text(row, "sample_id");
        boolean derived = id == null;
        if (id == null && mapping.kind() != RowKind.SAMPLES) {
            id = row.groupKey();
            derived = text(row, "trace") == null;
        }
        if (id == null) {
            id = sample != null && sample.input() != null ? digest(sample.input()) : place(row);
        }
        return new CanonicalRecord(row.origin(), id, derived, dimensions(row), sample, trace, notes);
    }

    private FieldValue.@Nullable Json eventBudgets(List<MappedRow> rows) {
        RawJson entries = BudgetEntries.ofEvents(rows, mapping);
        return entries == null ? null : new FieldValue.Json(entries, true);
    }

    private @Nullable RagSample sample(MappedRow row) {
        String input = text(row, "input");
        String output = text(row, "output");
        RetrievedContext context = value(row, "context") instanceof FieldValue.Context chunks ? chunks.context() : null;
        Retrieval retrieved = RetrievalLabels.of(
                text(row, "retrieved_ids"),
                text(row, "context_ids"),
                text(row, "relevance"),
                text(row, "reference_context_ids"),
                text(row, "reference_groups"),
                context);
        boolean ranked = retrieved != null && retrieved.ids() != null;
        if (input == null && output == null && context == null && !ranked) {
            return null;
        }
        return new RagSample(
                input,
                output,
                context,
                texts(row, "reference"),
                texts(row, "reference_context"),
                text(row, "as_of"),
                texts(row, "aspects"),
                raw(json(row, "ctx_waste_judgement")),
                raw(json(row, "ctx_suff_judgement")),
                retrieved);
    }

    private @Nullable AgentTrace trace(
            FieldValue.@Nullable Json events, FieldValue.@Nullable Json budgets, MappedRow row) {
        if (events == null && budgets == null) {
            return null;
        }
        boolean exact = events == null || events.exact();
        return new AgentTrace(raw(events), raw(json(row, "agent_order")), raw(budgets), exact);
    }

    private Map<String, String> dimensions(MappedRow row) {
        Map<String, String> dimensions = new LinkedHashMap<>();
        for (String name : mapping.dimensions()) {
            String text = dimension(value(row, name));
            if (text != null) {
                dimensions.put(name, text);
            }
        }
        return dimensions;
    }

    /** A dimension as text; of a group column that is also a part of the record, its JSON form where it is no text. */
    private static @Nullable String dimension(@Nullable FieldValue value) {
        if (value instanceof FieldValue.Text text) {
            return text.text();
        } else if (value instanceof FieldValue.Json json) {
            return json.raw().json();
        }
        return value instanceof FieldValue.Texts list ? String.join("\n", list.texts()) : null;
    }

    private String digest(String input) {
        String composed = Normalizer.isNormalized(input, Normalizer.Form.NFC)
                ? input
                : Normalizer.normalize(input, Normalizer.Form.NFC);
        byte[] digest = sha256.digest(composed.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest).substring(0, HEX_DIGITS);
    }

    private static String place(MappedRow row) {
        Origin origin = row.origin();
        String file = origin.file().substring(origin.file().lastIndexOf('/') + 1);
        return file + ":" + origin.position() + (row.element() < 0 ? "" : "#" + row.element());
    }

    private @Nullable FieldValue value(MappedRow row, String name) {
        int field = mapping.field(name);
        return field < 0 ? null : row.value(field);
    }

    private @Nullable String text(MappedRow row, String name) {
        return row.text(mapping.field(name));
    }

    private @Nullable List<String> texts(MappedRow row, String name) {
        return value(row, name) instanceof FieldValue.Texts list ? list.texts() : null;
    }

    private FieldValue.@Nullable Json json(MappedRow row, String name) {
        return value(row, name) instanceof FieldValue.Json json ? json : null;
    }

    private static @Nullable RawJson raw(FieldValue.@Nullable Json json) {
        return json == null ? null : json.raw();
    }
}
