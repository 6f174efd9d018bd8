package io.ctxeval.quota;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.jspecify.annotations.Nullable;

/**
 * Carries the quota over Spark's plugin channel. Spark makes it from {@code spark.plugins} when a context starts, and never for a context
 * that is there already: ask {@link #isLoaded} before the first call.
 *
 * <p>Spark gives no handle on the plugins that it made, so each JVM keeps its driver part and its executor part here.
 */
public final class QuotaPlugin implements SparkPlugin {
    private static final String PLUGINS = "spark.plugins";
    private static final String PREFIX = "ctxeval.judge.";
    private static final AtomicReference<@Nullable QuotaDriver> DRIVER = new AtomicReference<>();
    private static final AtomicReference<@Nullable QuotaExecutor> EXECUTOR = new AtomicReference<>();

    /** The driver's part of this JVM; empty where no context with this plugin runs. */
    public static Optional<QuotaDriver> onDriver() {
        return Optional.ofNullable(DRIVER.get());
    }

    /** The executor's part of this JVM, for tasks; in local mode the driver's JVM has both. */
    public static Optional<QuotaExecutor> onExecutor() {
        return Optional.ofNullable(EXECUTOR.get());
    }

    /** Whether a context was started with this plugin; the session's runtime configuration would not tell. */
    public static boolean isLoaded(SparkContext context) {
        String plugins = context.getConf().get(PLUGINS, "");
        return DRIVER.get() != null
                && Arrays.stream(plugins.split(",")).map(String::strip).anyMatch(QuotaPlugin.class.getName()::equals);
    }

    /** Names this plugin in a configuration, beside those that it names already. */
    public static SparkConf addTo(SparkConf conf) {
        String plugins = conf.get(PLUGINS, "").strip();
        String own = QuotaPlugin.class.getName();
        if (plugins.contains(own)) {
            return conf;
        }
        return conf.set(PLUGINS, plugins.isEmpty() ? own : plugins + "," + own);
    }

    @Override
    public DriverPlugin driverPlugin() {
        return new OnDriver();
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new OnExecutor();
    }

    private static final class OnDriver implements DriverPlugin {
        private final QuotaDriver quota = new QuotaDriver(System::nanoTime);

        /** Gives nothing to executors: Spark would write it into their configuration. */
        @Override
        public Map<String, String> init(SparkContext context, PluginContext plugin) {
            DRIVER.set(quota);
            return Map.of();
        }

        @Override
        public void registerMetrics(String appId, PluginContext plugin) {
            MetricRegistry registry = plugin.metricRegistry();
            register(registry, "calls.per.second", QuotaFigures::callsPerSecond);
            register(registry, "limit.per.second", QuotaFigures::limitPerSecond);
            register(registry, "in.flight", QuotaFigures::inFlight);
            register(registry, "waiting", QuotaFigures::waiting);
            register(registry, "calls", QuotaFigures::started);
            register(registry, "failures", QuotaFigures::failed);
            register(registry, "rate.limited", QuotaFigures::rateLimited);
            register(registry, "tokens.input", QuotaFigures::inputTokens);
            register(registry, "tokens.output", QuotaFigures::outputTokens);
        }

        private void register(MetricRegistry registry, String name, ToDoubleFunction<QuotaFigures> figure) {
            Gauge<Double> gauge =
                    () -> quota.figures().map(figure::applyAsDouble).orElse(0.0);
            registry.register(PREFIX + name, gauge);
        }

        @Override
        public Object receive(Object message) throws IOException {
            return Envelope.seal(quota.receive(opened(message)));
        }

        /** Null: no message of ours. */
        private static @Nullable Object opened(Object message) {
            try {
                return Envelope.open(message);
            } catch (IOException e) {
                return null;
            }
        }

        @Override
        public void shutdown() {
            DRIVER.compareAndSet(quota, null);
        }
    }

    private static final class OnExecutor implements ExecutorPlugin {
        private @Nullable QuotaExecutor executor;

        @Override
        public void init(PluginContext plugin, Map<String, String> unused) {
            QuotaExecutor made = new QuotaExecutor(
                    plugin.executorID(), message -> Envelope.open(plugin.ask(Envelope.seal(message))));
            MetricRegistry registry = plugin.metricRegistry();
            Gauge<Integer> inFlight = made::inFlight;
            Gauge<Integer> waiting = made::waiting;
            registry.register(PREFIX + "executor.in.flight", inFlight);
            registry.register(PREFIX + "executor.waiting", waiting);
            executor = made;
            EXECUTOR.set(made);
        }

        @Override
        public void shutdown() {
            QuotaExecutor made = executor;
            if (made != null) {
                EXECUTOR.compareAndSet(made, null);
                made.close();
            }
        }
    }
}
