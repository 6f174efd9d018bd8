package io.ctxeval.dataset;

import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.MappingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A look for the inputs of a plan on local disks, so that a misspelt path is answered before Spark starts. */
public final class LocalInputs {
    private static final String SPARK_HADOOP = "spark.hadoop.";

    private LocalInputs() {}

    /**
     * Requires that every path of a local disk names something. Paths of other file systems are left to the session, which knows
     * how to open them.
     *
     * @throws InputRefused naming every path where nothing is
     */
    public static void requireThere(EvaluationPlan plan) {
        Configuration configuration = configuration();
        List<String> problems = new ArrayList<>();
        try {
            DailyInputs.of(
                    plan, input -> !isLocal(input.path(), configuration) || DailyInputs.isThere(input, configuration));
        } catch (InputRefused e) {
            problems.addAll(e.problems());
        }
        for (String path : paths(plan)) {
            try {
                if (isLocal(path, configuration)) {
                    FileListing.requireAny(path, configuration);
                }
            } catch (InputRefused e) {
                problems.addAll(e.problems());
            }
        }
        if (!problems.isEmpty()) {
            throw new InputRefused(problems);
        }
    }

    private static Set<String> paths(EvaluationPlan plan) {
        Set<String> paths = new LinkedHashSet<>();
        for (InputSpec input : plan.inputs()) {
            String format = input.format();
            if ((format == null || Sniffer.kindOf(format) != null) && input.series() == null) {
                paths.add(input.path());
            }
            input.mapping().joins().stream().map(MappingSpec.JoinSpec::path).forEach(paths::add);
        }
        return paths;
    }

    private static boolean isLocal(String path, Configuration configuration) {
        if (RawFiles.hasScheme(path)) {
            return path.startsWith("file:");
        }
        try {
            return "file"
                    .equals(new Path(".").getFileSystem(configuration).getUri().getScheme());
        } catch (IOException | RuntimeException unusable) {
            return false; // the session says what is wrong with it
        }
    }

    /** As far as it is known without a session: files of the class path, and what spark-submit sets. */
    private static Configuration configuration() {
        Configuration configuration = new Configuration();
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(SPARK_HADOOP)) {
                configuration.set(name.substring(SPARK_HADOOP.length()), System.getProperty(name, ""));
            }
        }
        return configuration;
    }
}
