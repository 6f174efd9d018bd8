package io.ctxeval.run;

import org.apache.spark.sql.SparkSession;

/** The session of a run: spark-submit's own settings, or local Spark on all cores where there are none. */
final class SparkSessions {
    private SparkSessions() {}

    static SparkSession open(String job) {
        SparkSession.Builder builder = SparkSession.builder().appName("ctxeval: " + job);
        if (System.getProperty("spark.master") == null) {
            builder.master("local[*]")
                    .config("spark.ui.enabled", "false")
                    .config("spark.driver.host", "localhost")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    .config("spark.sql.shuffle.partitions", "4");
        }
        return builder.config("spark.sql.ansi.enabled", "true")
                .config("spark.sql.caseSensitive", "true")
                .getOrCreate();
    }
}
