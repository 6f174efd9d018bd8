package io.ctxeval.run;

import io.ctxeval.ledger.KeyRange;
import io.ctxeval.quota.StopCause;
import io.ctxeval.score.Score;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.Partitioner;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Asks a judge behind an endpoint, in rounds, until no staged row waits for an answer or nothing more may be asked
 * (judge-at-scale.md 2). The stage that calls reads files and no shuffle: where an executor dies with shuffled data, Spark runs
 * every unfinished task of the stages that read them once more, also those that are alive elsewhere, and both would pay. Between a
 * reply and durable storage there is nothing; rows get their answers from the ledger, never from the stage that called.
 */
final class JudgeStage {
    /** Rounds that any sample can need: decompose, grade, its parts, parts of a refused context, a follow-up; and to spare. */
    private static final int MOST_ROUNDS = 8;

    private final JudgingPlan plan;
    private final JavaSparkContext spark;
    private final Watch watch;

    /** Who is told how a round goes. */
    interface Watch {
        /** Before a round's first call. */
        void round(int round, Forecast forecast);

        /** Why no call may start any more; null: calls may start. */
        @Nullable StopCause stopped();

        /** Of stages that call nobody. */
        Watch NOBODY = new Watch() {
            @Override
            public void round(int round, Forecast forecast) {}

            @Override
            public @Nullable StopCause stopped() {
                return null;
            }
        };
    }

    JudgeStage(SparkSession session, JudgingPlan plan, Watch watch) {
        this.plan = plan;
        this.watch = watch;
        spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    }

    /**
     * What the rounds came to.
     *
     * @param rounds forecast of each
     * @param told files of answers for rows
     */
    record Judged(List<Forecast> rounds, List<RoundTask.ToldFile> told) {
        Judged {
            rounds = List.copyOf(rounds);
            told = List.copyOf(told);
        }
    }

    /** Which partition a question belongs to: all that share a key, and only their range of the ledger. */
    private static final class ByKey extends Partitioner {
        private static final long serialVersionUID = 1L;
        private final int partitions;

        ByKey(int partitions) {
            this.partitions = partitions;
        }

        @Override
        public int numPartitions() {
            return partitions;
        }

        @Override
        public int getPartition(Object rank) {
            return KeyRange.partitionOf(((Wanted.Rank) rank).key(), partitions);
        }
    }

    /** A row's place among staged files. */
    private record Place(int part, long row) implements java.io.Serializable {}

    private static final class ByRow implements Comparator<Place>, java.io.Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int compare(Place a, Place b) {
            int byPart = Integer.compare(a.part(), b.part());
            return byPart != 0 ? byPart : Long.compare(a.row(), b.row());
        }
    }

    private static final class ByPart extends Partitioner {
        private static final long serialVersionUID = 1L;
        private final int parts;

        ByPart(int parts) {
            this.parts = parts;
        }

        @Override
        public int numPartitions() {
            return parts;
        }

        @Override
        public int getPartition(Object place) {
            return ((Place) place).part();
        }
    }

    /** What a first round would ask; nobody is called. */
    Forecast forecast() throws IOException {
        return forecast(questions(List.of()), 1);
    }

    Judged run() throws IOException {
        List<Forecast> rounds = new ArrayList<>();
        List<RoundTask.ToldFile> told = new ArrayList<>();
        for (int round = 1; round <= MOST_ROUNDS; round++) {
            describe("judge, round " + round + ": compare questions with the ledger");
            JavaPairRDD<Wanted.Rank, Wanted> questions = questions(told);
            Forecast forecast = forecast(questions, round);
            if (forecast.asked() == 0) {
                break;
            }
            rounds.add(forecast);
            watch.round(round, forecast);
            if (forecast.toAsk() > 0 && !plan.judge().recorded() && watch.stopped() == null) {
                describe("judge, round " + round + ": set down the open questions");
                List<AskTask.OpenFile> open = setDown(questions, round);
                describe("judge, round " + round + ": ask " + forecast.toAsk() + " questions");
                ask(open, round);
            }
            describe("judge, round " + round + ": tell rows their answers");
            List<RoundTask.ToldFile> answered = tell(questions, round);
            told.addAll(answered);
            if (answered.isEmpty() || watch.stopped() != null) {
                break;
            }
        }
        describe(null);
        return new Judged(rounds, told);
    }

    private void describe(@Nullable String doing) {
        spark.setJobDescription(doing);
    }

    private JavaPairRDD<Wanted.Rank, Wanted> questions(List<RoundTask.ToldFile> told) {
        JudgingPlan travelling = plan;
        return withTold(told)
                .mapPartitionsWithIndex((part, answers) -> ReplayTask.open(travelling, part, answers), false)
                .mapToPair(wanted -> new Tuple2<>(wanted.rank(travelling.runId()), wanted))
                .repartitionAndSortWithinPartitions(new ByKey(plan.partitions()), new Wanted.InTurn());
    }

    /** The answers for the rows of each staged file, in the order of its rows. */
    private JavaRDD<Told> withTold(List<RoundTask.ToldFile> told) {
        if (told.isEmpty()) {
            return spark.parallelize(
                    Collections.<Told>emptyList(), plan.staged().size());
        }
        JudgingPlan travelling = plan;
        List<String> files = told.stream().map(RoundTask.ToldFile::file).toList();
        return spark.parallelize(files, files.size())
                .flatMap(file -> read(travelling, file))
                .mapToPair(answer -> new Tuple2<>(new Place(answer.part(), answer.row()), answer))
                .repartitionAndSortWithinPartitions(new ByPart(plan.staged().size()), new ByRow())
                .values();
    }

    private static Iterator<Told> read(JudgingPlan plan, String file) throws IOException {
        return new ObjectFile.Reader<>(plan.storage(), new Path(plan.toldFolder(), file));
    }

    private Forecast forecast(JavaPairRDD<Wanted.Rank, Wanted> questions, int round) {
        JudgingPlan travelling = plan;
        return questions
                .mapPartitionsWithIndex(
                        (Integer partition, Iterator<Tuple2<Wanted.Rank, Wanted>> part) -> List.of(
                                        RoundTask.forecast(travelling, round, partition, part))
                                .iterator(),
                        false)
                .collect()
                .stream()
                .reduce(Forecast.NONE, Forecast::plus);
    }

    private List<AskTask.OpenFile> setDown(JavaPairRDD<Wanted.Rank, Wanted> questions, int round) {
        JudgingPlan travelling = plan;
        return questions
                .mapPartitionsWithIndex(
                        (Integer partition, Iterator<Tuple2<Wanted.Rank, Wanted>> part) -> RoundTask.setDown(
                                        travelling, round, partition, attempt(), part)
                                .iterator(),
                        false)
                .collect();
    }

    private void ask(List<AskTask.OpenFile> open, int round) {
        JudgingPlan travelling = plan;
        spark.parallelize(open, Math.max(1, open.size()))
                .foreach(questions -> AskTask.ask(travelling, round, questions));
    }

    private List<RoundTask.ToldFile> tell(JavaPairRDD<Wanted.Rank, Wanted> questions, int round) {
        JudgingPlan travelling = plan;
        return questions
                .mapPartitionsWithIndex(
                        (Integer partition, Iterator<Tuple2<Wanted.Rank, Wanted>> part) -> RoundTask.tell(
                                        travelling, round, partition, attempt(), part)
                                .iterator(),
                        false)
                .collect();
    }

    private static String attempt() {
        return Long.toString(TaskContext.get().taskAttemptId());
    }

    /** Scores all staged rows for good. */
    List<TaskReport> settle(Judged judged, Score unanswered) {
        JudgingPlan travelling = plan;
        describe("score the judged rows");
        try {
            return withTold(judged.told())
                    .mapPartitionsWithIndex(
                            (Integer part, Iterator<Told> answers) -> List.of(
                                            ReplayTask.settle(travelling, unanswered, part, answers))
                                    .iterator(),
                            false)
                    .collect();
        } finally {
            describe(null);
        }
    }
}
