package io.ctxeval.run;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What one task of the scoring pass hands to the driver: small, and true of exactly the attempt that Spark counted, which
 * accumulators are not.
 *
 * @param files the table files it wrote
 * @param workFiles the files it wrote into the run's work folder
 * @param state the file in the run's work folder that holds its {@link PartState}
 * @param tallies by index of the input
 * @param staged files of rows that wait for a judge
 * @param strata of the staged rows, where only a sample of them is judged
 * @param spend what the questions of its rows took
 */
record TaskReport(
        List<TableFiles.Written> files,
        List<TableFiles.Written> workFiles,
        String state,
        Map<Integer, InputTally> tallies,
        List<Staged> staged,
        SampleRule.Strata strata,
        Spend.Tally spend)
        implements Serializable {
    /** A file of staged rows. */
    record Staged(String file, long rows) implements Serializable {}
}
