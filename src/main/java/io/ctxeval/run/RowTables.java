package io.ctxeval.run;

import static io.ctxeval.table.Column.big;
import static io.ctxeval.table.Column.flag;
import static io.ctxeval.table.Column.list;
import static io.ctxeval.table.Column.real;
import static io.ctxeval.table.Column.small;
import static io.ctxeval.table.Column.text;
import static io.ctxeval.table.Column.whole;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.served.JudgeStep;
import io.ctxeval.judge.served.JudgementJson;
import io.ctxeval.ledger.LedgerEntry;
import io.ctxeval.score.Metadata;
import io.ctxeval.score.Metric;
import io.ctxeval.score.Score;
import io.ctxeval.score.Score.Scored;
import io.ctxeval.score.TraceFindings;
import io.ctxeval.score.TraceFindings.BudgetEntry;
import io.ctxeval.score.TraceFindings.HandoffPair;
import io.ctxeval.table.Column;
import io.ctxeval.table.ColumnType.Scalar;
import io.ctxeval.table.ColumnType.StructOf;
import io.ctxeval.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The row tables of a run: their fixed columns (product.md 6) and how a scored row fills them. */
final class RowTables {
    static final String SCORES = "scores";
    static final String HANDOFFS = "handoffs";
    static final String BUDGETS = "budgets";
    static final String VERDICTS = "verdicts";
    static final String REJECTED = "rejected";

    static final TableSchema HANDOFF_COLUMNS = new TableSchema(
            HANDOFFS,
            List.of(
                    text("sample_id"),
                    small("position"),
                    text("from_agent"),
                    text("to_agent"),
                    real("context_passed_score"),
                    real("context_relevance_score"),
                    flag("content_loss_detected"),
                    text("lost_content_summary"),
                    text("reasoning"),
                    text("branch"),
                    small("output_tokens"),
                    small("shared_tokens"),
                    real("text_fidelity"),
                    real("next_request_fidelity"),
                    text("next_request_reason"),
                    real("carried_chars_share")));

    static final TableSchema BUDGET_COLUMNS = new TableSchema(
            BUDGETS,
            List.of(
                    text("sample_id"),
                    small("position"),
                    text("agent_name"),
                    big("used_tokens"),
                    big("budget_tokens"),
                    flag("within_budget"),
                    real("compliance_score"),
                    text("reasoning")));

    static final TableSchema VERDICT_COLUMNS = new TableSchema(
            VERDICTS,
            List.of(
                    text("sample_id"),
                    text("metric"),
                    text("step"),
                    text("judge"),
                    text("model"),
                    text("model_version"),
                    text("status"),
                    text("reason"),
                    text("judgement"),
                    flag("asked_again"),
                    text("key"),
                    small("attempts"),
                    whole("latency_ms")));

    static final TableSchema REJECTED_COLUMNS = new TableSchema(
            REJECTED,
            List.of(
                    small("input"),
                    text("source_file"),
                    whole("source_position"),
                    text("field"),
                    text("reason"),
                    text("excerpt")));

    private final List<Metric> metrics;
    private final List<String> groupColumns;
    private final TableSchema scores;

    RowTables(List<Metric> metrics, List<String> groupColumns) {
        this.metrics = List.copyOf(metrics);
        this.groupColumns = List.copyOf(groupColumns);
        this.scores = scoresSchema(metrics, groupColumns);
    }

    private static TableSchema scoresSchema(List<Metric> metrics, List<String> groupColumns) {
        List<Column> columns = new ArrayList<>();
        columns.add(text("sample_id"));
        columns.add(text("source_file"));
        columns.add(whole("source_position"));
        groupColumns.forEach(name -> columns.add(text(name)));
        for (Metric metric : metrics) {
            columns.add(real(metric.id()));
            columns.add(text(metric.id() + "_status"));
            columns.add(text(metric.id() + "_reason"));
            if (!metric.metadataColumns().isEmpty()) {
                columns.add(new Column(metric.id() + "_metadata", new StructOf(metric.metadataColumns())));
            }
        }
        columns.add(flag("content_loss_detected"));
        columns.add(list("agent_order", Scalar.TEXT));
        columns.add(text("agent_order_source"));
        columns.add(flag("handoff_exact"));
        columns.add(real("handoff_coverage"));
        if (!groupColumns.contains(StoredScores.CLUSTER)) {
            columns.add(text(StoredScores.CLUSTER));
        }
        columns.add(flag(StoredScores.DERIVED));
        return new TableSchema(SCORES, columns);
    }

    /** Every row table, also those that stay without a row. */
    List<TableSchema> all() {
        return List.of(scores, HANDOFF_COLUMNS, BUDGET_COLUMNS, VERDICT_COLUMNS, REJECTED_COLUMNS);
    }

    /** Names that a group column can't have, because {@code scores/} has them. */
    static Optional<String> clashOf(List<Metric> metrics, String groupColumn) {
        return scoresSchema(metrics, List.of(StoredScores.CLUSTER)).columns().stream()
                .map(Column::name)
                .filter(name -> name.equalsIgnoreCase(groupColumn) && !name.equals(StoredScores.CLUSTER))
                .findFirst();
    }

    TableSchema scores() {
        return scores;
    }

    Object[] scoresRow(ScoredRow row) {
        CanonicalRecord record = row.record();
        List<@Nullable Object> values = new ArrayList<>(scores.columns().size());
        values.add(record.sampleId());
        values.add(record.origin().file());
        values.add(record.origin().position());
        groupColumns.forEach(name -> values.add(record.dimensions().get(name)));
        for (int i = 0; i < metrics.size(); i++) {
            Score score = row.scores().get(i);
            values.add(score instanceof Scored scored ? scored.value() : null);
            values.add(score.status().code());
            values.add(score.reason());
            if (!metrics.get(i).metadataColumns().isEmpty()) {
                Metadata metadata = score.metadata();
                values.add(metadata == null ? null : metadata.values());
            }
        }
        TraceFindings trace = row.trace();
        values.add(trace == null ? lossWithoutTrace(record) : trace.contentLossDetected());
        values.add(trace == null ? null : trace.agentOrder());
        values.add(trace == null ? null : trace.agentOrderSource());
        values.add(record.trace() == null ? null : record.trace().exact());
        values.add(trace == null ? null : trace.handoffCoverage());
        if (!groupColumns.contains(StoredScores.CLUSTER)) {
            values.add(record.dimensions().get(StoredScores.CLUSTER));
        }
        values.add(record.idDerived());
        return values.toArray();
    }

    /** A row with nothing in it lost nothing, as the reference has it; of a RAG sample there is nothing to say. */
    private static @Nullable Boolean lossWithoutTrace(CanonicalRecord record) {
        return record.sample() == null ? Boolean.FALSE : null;
    }

    static Object[] handoffRow(String sampleId, HandoffPair pair) {
        return new @Nullable Object[] {
            sampleId,
            pair.position(),
            pair.fromAgent(),
            pair.toAgent(),
            pair.contextPassedScore(),
            pair.contextRelevanceScore(),
            pair.contentLossDetected(),
            pair.lostContentSummary(),
            pair.reasoning(),
            pair.branch().name().toLowerCase(Locale.ROOT),
            pair.outputTokens(),
            pair.sharedTokens(),
            pair.textFidelity(),
            pair.nextRequestFidelity(),
            pair.nextRequestReason(),
            pair.carriedCharsShare()
        };
    }

    static Object[] budgetRow(String sampleId, BudgetEntry entry) {
        return new @Nullable Object[] {
            sampleId,
            entry.position(),
            entry.agentName(),
            entry.usedTokens(),
            entry.budgetTokens(),
            entry.withinBudget(),
            entry.complianceScore(),
            entry.reasoning()
        };
    }

    /** A row of {@code verdicts/}; model, key, attempts and latency stay empty where no call was made. */
    static Object[] verdictRow(String sampleId, ScoredRow.Asked asked) {
        LedgerEntry entry = asked.entry();
        return new @Nullable Object[] {
            sampleId,
            asked.metric(),
            JudgeStep.of(asked.question()).code(),
            asked.judge(),
            entry == null ? null : entry.model(),
            entry == null ? null : entry.modelVersion(),
            asked.verdict() instanceof Verdict.Failed failed ? failed.status().code() : LedgerEntry.ANSWERED,
            asked.verdict() instanceof Verdict.Failed failed ? failed.reason() : null,
            judgement(asked),
            entry == null ? null : entry.askedAgain(),
            entry == null ? null : entry.key(),
            entry == null ? null : entry.attempts(),
            entry == null ? null : entry.latencyMillis()
        };
    }

    /** In the reply schemas of metrics.md 5.2; null for a failure, which is none. */
    private static @Nullable String judgement(ScoredRow.Asked asked) {
        LedgerEntry entry = asked.entry();
        if (entry != null) {
            return entry.judgement();
        }
        return asked.verdict() instanceof Verdict.Failed ? null : JudgementJson.write(asked.verdict());
    }

    static Object[] rejectedRow(Rejection rejection) {
        return new @Nullable Object[] {
            rejection.origin().input(),
            rejection.origin().file(),
            rejection.origin().position(),
            rejection.field(),
            rejection.reason(),
            rejection.excerpt()
        };
    }
}
