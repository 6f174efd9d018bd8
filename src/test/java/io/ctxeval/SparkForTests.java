package io.ctxeval;

import io.ctxeval.quota.QuotaPlugin;
import org.apache.spark.sql.SparkSession;

/** The Spark session of the tests: one a JVM, two cores, no page, few shuffle partitions. */
public final class SparkForTests {
    private SparkForTests() {}

    /** The session; the first caller starts it, the JVM's end stops it. */
    public static SparkSession session() {
        return Holder.SESSION;
    }

    private static final class Holder {
        private static final SparkSession SESSION = SparkSession.builder()
                .master("local[2]")
                .appName("tests")
                .config("spark.ui.enabled", false)
                .config("spark.plugins", QuotaPlugin.class.getName())
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 2)
                .config("spark.sql.warehouse.dir", "target/spark-warehouse")
                .getOrCreate();
    }
}
