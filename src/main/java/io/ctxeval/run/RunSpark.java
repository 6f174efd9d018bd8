package io.ctxeval.run;

import io.ctxeval.quota.QuotaPlugin;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** The Spark session of a run: that of spark-submit, or a local one. A session that was there before stays open after. */
final class RunSpark implements AutoCloseable {
    /** Spark's own default, widened: it shows {@code *.api.key} and the like in clear (judge-at-scale.md 1). */
    private static final String REDACTED =
            "(?i)secret|password|token|access[.]?key|api[._-]?key|credential|authorization";

    private final SparkSession session;
    private final boolean owned;

    private RunSpark(SparkSession session, boolean owned) {
        this.session = session;
        this.owned = owned;
    }

    /**
     * Opens the session.
     *
     * @param calls whether executors will call an endpoint and need a share of one quota; without effect on a session that is
     *     there already
     */
    static RunSpark open(String job, boolean calls) {
        boolean there = SparkSession.getDefaultSession().isDefined();
        SparkSession.Builder builder = SparkSession.builder().appName("ctxeval: " + job);
        if (!there && System.getProperty("spark.master") == null) {
            builder.master("local[*]")
                    .config("spark.ui.enabled", "false")
                    .config("spark.driver.host", "localhost")
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    .config("spark.sql.shuffle.partitions", "4")
                    // Driver and executor are one process: a laptop that sleeps mustn't look like a lost executor.
                    .config("spark.network.timeout", "1d")
                    .config("spark.rpc.askTimeout", "120s");
        }
        if (!there && calls) {
            SparkConf conf = QuotaPlugin.addTo(new SparkConf());
            builder.config("spark.plugins", conf.get("spark.plugins"));
            builder.config("spark.redaction.regex", REDACTED);
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
