package io.ctxeval.run;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.run.ToldRows.ToldRow;
import io.ctxeval.sample.RagSample;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.Metric;
import io.ctxeval.score.Score;
import io.ctxeval.score.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the rows of one staged file beside the answers that came for them: asks what is still open, or settles every
 * score.
 */
final class ReplayTask {
    private static final Score NOT_SAMPLED =
            new Score.Unscored(Status.NOT_SAMPLED, "not in the sample of rows that are judged (judge.sample)");

    private final JudgingPlan plan;
    private final List<Metric> metrics;
    private final Inquiry inquiry;
    private final String judge;

    private ReplayTask(JudgingPlan plan) {
        this.plan = plan;
        metrics = plan.scoring().metrics();
        inquiry = new Inquiry(plan.judge());
        judge = Objects.requireNonNull(plan.scoring().judgeName());
    }

    /** The questions of a part that are still open. */
    static Iterator<Wanted> open(JudgingPlan plan, int part, Iterator<Told> told) throws IOException {
        ReplayTask task = new ReplayTask(plan);
        Iterator<ToldRow> rows = task.rows(part, told);
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED), false)
                .flatMap(row -> task.openOf(row, part))
                .iterator();
    }

    /** Scores a part's rows for good, with what they were told; what is still open has no score and says why. */
    static TaskReport settle(JudgingPlan plan, Score unanswered, int part, Iterator<Told> told) throws IOException {
        ReplayTask task = new ReplayTask(plan);
        TaskTables tables = new TaskTables(plan.scoring());
        Spend.Tally spend = new Spend.Tally(plan.scoring().groupColumns());
        try {
            Iterator<ToldRow> rows = task.rows(part, told);
            while (rows.hasNext()) {
                tables.finish(task.settled(rows.next(), unanswered, spend));
            }
            return tables.report(Map.of(), plan.scoring().strata(), spend);
        } catch (IOException | RuntimeException | Error e) {
            tables.abandon(e);
            throw e;
        }
    }

    private Iterator<ToldRow> rows(int part, Iterator<Told> told) throws IOException {
        return new ToldRows(new ObjectFile.Reader<>(plan.storage(), plan.stagedFile(part)), told);
    }

    private Stream<Wanted> openOf(ToldRow row, int part) {
        CanonicalRecord record = row.row().record();
        if (!plan.sample().judges(record)) {
            return Stream.empty();
        }
        List<Wanted> open = new ArrayList<>(2);
        for (int i = 0; i < metrics.size(); i++) {
            if (row.row().scores().get(i) == null
                    && inquiry.stand((JudgedMetric) metrics.get(i), sampleOf(record), row)
                            instanceof Inquiry.Standing.Open asking) {
                asking.requests().forEach(request -> open.add(Wanted.of(request, sampleOf(record), part, row.at())));
            }
        }
        return open.stream();
    }

    private ScoredRow settled(ToldRow row, Score unanswered, Spend.Tally spend) {
        List<@Nullable Score> scores = new ArrayList<>(row.row().scores());
        List<ScoredRow.Asked> asked = new ArrayList<>(4);
        boolean judged = plan.sample().judges(row.row().record());
        for (int i = 0; i < scores.size(); i++) {
            if (scores.get(i) == null) {
                scores.set(
                        i, judged ? score((JudgedMetric) metrics.get(i), row, unanswered, asked, spend) : NOT_SAMPLED);
            }
        }
        return row.row().with(scores).complete(asked);
    }

    private Score score(
            JudgedMetric metric, ToldRow row, Score unanswered, List<ScoredRow.Asked> asked, Spend.Tally spend) {
        CanonicalRecord record = row.row().record();
        Inquiry.Standing standing = inquiry.stand(metric, sampleOf(record), row);
        for (Inquiry.Consulted consulted : standing.consulted()) {
            asked.add(new ScoredRow.Asked(
                    metric.id(), judge, consulted.question(), consulted.verdict(), consulted.entry()));
            Told told = Objects.requireNonNull(row.told().get(consulted.entry().key()));
            spend.book(record.dimensions(), metric.id(), consulted.entry(), told.bill());
        }
        return standing instanceof Inquiry.Standing.Settled settled ? settled.score() : unanswered;
    }

    private static RagSample sampleOf(CanonicalRecord record) {
        return Objects.requireNonNull(record.sample(), "only samples wait for a judge");
    }
}
