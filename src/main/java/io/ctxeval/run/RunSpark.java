package io.ctxeval.run;

import org.apache.spark.sql.SparkSession;

/** The Spark session of a run: that of spark-submit, or a local one. A session that was there before stays open after. */
final class RunSpark implements AutoCloseable {
    private final SparkSession session;
    private final boolean owned;

    private RunSpark(SparkSession session, boolean owned) {
        this.session = session;
        this.owned = owned;
    }

    static RunSpark open(String job) {
        boolean there = SparkSession.getDefaultSession().isDefined();
        SparkSession.Builder builder = SparkSession.builder().appName("ctxeval: " + job);
        if (!there && System.getProperty("spark.master") == null) {
            builder.master("local[*]")
                    .config("spark.ui.enabled", "false")
                    .config("spark.driver.host", "localhost")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    .config("spark.sql.shuffle.partitions", "4");
        }
        return new RunSpark(builder.getOrCreate(), !there);
    }

    SparkSession session() {
        return session;
    }

    @Override
    public void close() {
        if (owned) {
            session.stop();
        }
    }
}
