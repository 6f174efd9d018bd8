package io.ctxeval.quota;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.ctxeval.SparkForTests;
import io.ctxeval.judge.served.Permits;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.metrics.source.Source;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** The plugin as Spark starts it, asked from tasks. */
class QuotaPluginIT {
    private static final String CANARY = "sk-canary-9876543210";
    private static final String RUN = "run-1";

    private final SparkSession spark = SparkForTests.session();

    /** A task of ten calls; tells whether it had the right key. */
    private static Iterator<Boolean> call(Iterator<Integer> rows) throws Exception {
        QuotaExecutor executor = QuotaPlugin.onExecutor().orElseThrow();
        Permits permits = executor.permits(RUN);
        boolean key = executor.secret(RUN)
                .map(secret -> secret.reveal().equals(CANARY))
                .orElse(false);
        while (rows.hasNext()) {
            permits.acquire(rows.next()).get(60, TimeUnit.SECONDS).answered(5, 2);
        }
        return List.of(key).iterator();
    }

    @Test
    void tasksGetLeaveAndKeyOverTheChannel() {
        QuotaLimits limits = new QuotaLimits(60_000L, null, 16, 1000, null, null, null, QuotaLimits.LONGEST_PAUSE);
        QuotaDriver driver = QuotaPlugin.onDriver().orElseThrow();
        try (OpenSession open = driver.open(
                new JudgingSession(RUN, limits, new Pricing(1, 1), JudgingSession.Spent.NOTHING, new Secret(CANARY)))) {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
            List<Boolean> keys = context.parallelize(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), 3)
                    .mapPartitions(QuotaPluginIT::call)
                    .collect();
            assertThat(keys).containsExactly(true, true, true);
            assertThat(open.figures().executors()).isEqualTo(1);
            assertThat(open.figures().started()).isPositive();
            assertThat(inClear(spark)).doesNotContain(CANARY);
        }
        assertThat(driver.figures()).isEmpty();
    }

    @Test
    void theContextTellsWhetherThePluginRuns() {
        assertThat(QuotaPlugin.isLoaded(spark.sparkContext())).isTrue();
        SparkConf conf = new SparkConf(false).set("spark.plugins", "org.example.Other");
        assertThat(QuotaPlugin.addTo(conf).get("spark.plugins"))
                .isEqualTo("org.example.Other,io.ctxeval.quota.QuotaPlugin");
        assertThat(QuotaPlugin.addTo(conf).get("spark.plugins"))
                .isEqualTo("org.example.Other,io.ctxeval.quota.QuotaPlugin");
    }

    @Test
    void figuresStandAmongSparksMetrics() {
        List<Source> sources = CollectionConverters.asJava(
                SparkEnv.get().metricsSystem().getSourcesByName("plugin." + QuotaPlugin.class.getName()));
        assertThat(sources)
                .flatExtracting(source -> registry(source).getNames())
                .contains("ctxeval.judge.limit.per.second", "ctxeval.judge.calls", "ctxeval.judge.executor.waiting");
    }

    private static MetricRegistry registry(Source source) {
        return source.metricRegistry();
    }

    private static String inClear(SparkSession spark) {
        SparkContext context = spark.sparkContext();
        return context.getConf().toDebugString()
                + spark.conf().getAll()
                + context.hadoopConfiguration().getPropsWithPrefix("")
                + System.getProperties();
    }
}
