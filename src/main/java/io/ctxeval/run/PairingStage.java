package io.ctxeval.run;

import io.ctxeval.compare.ComparisonRules;
import io.ctxeval.compare.ComparisonState;
import io.ctxeval.compare.ScoreRow;
import io.ctxeval.compare.Side;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * Joins the rows of all versions by sample id and collects what comparing each with the first needs: one job, one shuffle, and no
 * more memory than one row a version.
 */
final class PairingStage {
    /** Largest depth of the tree in which states are merged on executors before the driver sees them. */
    private static final int MERGE_DEPTH = 3;

    private PairingStage() {}

    /**
     * Runs the job.
     *
     * @param rows in the form of {@link ComparedRows}
     * @param versions how many there are, the base first; 2 or more
     * @return one state for each version but the base
     */
    static List<ComparisonState> run(Dataset<Row> rows, ComparisonRules rules, int versions) {
        int partitions = Math.max(1, rows.sparkSession().sparkContext().defaultParallelism());
        return rows.repartition(partitions, functions.col(ComparedRows.SAMPLE_ID))
                .sortWithinPartitions(ComparedRows.SAMPLE_ID)
                .toJavaRDD()
                .mapPartitions(
                        part -> List.of(new Pairing(rules, versions).of(part)).iterator())
                .treeReduce(PairingStage::merged, MERGE_DEPTH);
    }

    private static List<ComparisonState> merged(List<ComparisonState> states, List<ComparisonState> others) {
        for (int i = 0; i < states.size(); i++) {
            states.get(i).merge(others.get(i));
        }
        return states;
    }

    /** The rows of one partition, those of an id together. */
    private static final class Pairing {
        private final ComparedRows.Reader reader;
        private final List<ComparisonState> states = new ArrayList<>();
        /** By version, what is known of the id at hand: how many rows it has, and the first of them. */
        private final long[] count;

        private final Row[] first;
        private final ScoreRow base;
        private final ScoreRow candidate;

        Pairing(ComparisonRules rules, int versions) {
            reader = new ComparedRows.Reader(rules);
            for (int i = 1; i < versions; i++) {
                states.add(new ComparisonState(rules));
            }
            count = new long[versions];
            first = new Row[versions];
            base = new ScoreRow(rules.metrics().size());
            candidate = new ScoreRow(rules.metrics().size());
        }

        List<ComparisonState> of(Iterator<Row> rows) {
            String sampleId = null;
            while (rows.hasNext()) {
                Row row = rows.next();
                String id = ComparedRows.sampleId(row);
                if (!id.equals(sampleId)) {
                    close();
                    sampleId = id;
                }
                take(row);
            }
            close();
            states.forEach(ComparisonState::expand);
            return states;
        }

        private void take(Row row) {
            int version = ComparedRows.version(row);
            if (count[version] == 0) {
                first[version] = row;
            } else {
                if (count[version] == 1) {
                    repeated(version, first[version]);
                }
                repeated(version, row);
            }
            count[version]++;
        }

        private void repeated(int version, Row row) {
            reader.read(row, candidate);
            for (int i = 0; i < states.size(); i++) {
                if (version == 0 || version == i + 1) {
                    Side side = version == 0 ? Side.BASE : Side.CANDIDATE;
                    if (ComparedRows.derived(row)) {
                        states.get(i).sameQuestion(side, reader.dimensions(row), candidate);
                    } else {
                        states.get(i).repeated(side, reader.dimensions(row), candidate);
                    }
                }
            }
        }

        /** The id has no more rows. */
        private void close() {
            boolean inBase = count[0] == 1;
            if (inBase) {
                reader.read(first[0], base);
            }
            for (int i = 0; i < states.size(); i++) {
                boolean inCandidate = count[i + 1] == 1;
                if (inCandidate) {
                    reader.read(first[i + 1], candidate);
                }
                if (inBase && inCandidate) {
                    states.get(i).pair(reader.dimensions(first[0]), ComparedRows.cluster(first[0]), base, candidate);
                } else if (inBase) {
                    states.get(i).only(Side.BASE, reader.dimensions(first[0]), base);
                } else if (inCandidate) {
                    states.get(i).only(Side.CANDIDATE, reader.dimensions(first[i + 1]), candidate);
                }
            }
            Arrays.fill(count, 0);
            Arrays.fill(first, null);
        }
    }
}
