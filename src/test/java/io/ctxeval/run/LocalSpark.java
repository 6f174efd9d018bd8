package io.ctxeval.run;

import io.ctxeval.SparkForTests;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;

/** Settings of the one session of a test JVM, for the length of one call. */
final class LocalSpark {
    private LocalSpark() {}

    static <T> T withPartitions(int partitions, Callable<T> call) throws Exception {
        SparkSession session = SparkForTests.session();
        session.conf().set(Partitioning.KEY, Integer.toString(partitions));
        try {
            return call.call();
        } finally {
            session.conf().unset(Partitioning.KEY);
        }
    }
}
