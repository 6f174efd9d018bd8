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
 */
record TaskReport(
        List<TableFiles.Written> files,
        List<TableFiles.Written> workFiles,
        String state,
        Map<Integer, InputTally> tallies)
        implements Serializable {}
