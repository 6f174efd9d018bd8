package io.ctxeval.run;

import org.apache.spark.sql.SparkSession;

/** How many partitions an input is read in: as suits the cluster, unless {@value #KEY} says otherwise. */
final class Partitioning {
    /** A Spark setting, not a part of the plan: it changes nothing but the speed. */
    static final String KEY = "spark.ctxeval.partitions";

    private Partitioning() {}

    /** 0: as suits the cluster. */
    static int of(SparkSession spark) {
        return Integer.parseInt(spark.conf().get(KEY, "0"));
    }
}
