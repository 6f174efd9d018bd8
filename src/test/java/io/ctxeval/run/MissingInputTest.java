package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.dataset.InputRefused;
import io.ctxeval.dataset.LocalInputs;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanReader;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.PlanRequest;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.ScoringOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A misspelt path is answered before a session starts. */
class MissingInputTest {
    private final PrintWriter nobody = new PrintWriter(Writer.nullWriter());

    @TempDir
    Path folder;

    private static EvaluationPlan plan(String... inputs) throws PlanRefused {
        List<PlanRequest.Argument> arguments = new ArrayList<>();
        for (String input : inputs) {
            arguments.add(new PlanRequest.Argument("--input", "input", input));
        }
        return PlanReader.of(MetricCatalog.standard(ScoringOptions.DEFAULTS))
                .read(new PlanRequest(null, arguments))
                .plan();
    }

    @Test
    void namesEveryMissingPathWithoutStartingSpark() throws Exception {
        boolean started = SparkSession.getDefaultSession().isDefined();
        EvaluationPlan plan = plan(folder + "/nothing.jsonl", folder + "/*.csv", "file:" + folder + "/none");

        for (Run run : List.<Run>of(
                () -> new EvaluationRun(plan, nobody, nobody).execute(),
                () -> new Forecasting(plan, nobody, nobody).print(),
                () -> Inspection.of(plan, 5))) {
            assertThatThrownBy(run::go)
                    .isInstanceOf(InputRefused.class)
                    .hasMessageContaining("/nothing.jsonl: nothing is there")
                    .hasMessageContaining("/*.csv: no file matches")
                    .hasMessageContaining("/none: nothing is there");
        }
        assertThat(SparkSession.getDefaultSession().isDefined()).isEqualTo(started);
    }

    @Test
    void leavesPathsOfOtherFileSystemsToTheSession() throws Exception {
        LocalInputs.requireThere(plan("hdfs://nowhere.invalid/a.jsonl", "nosuch:///b.jsonl"));
    }

    @Test
    void takesFilesFoldersAndGlobsThatAreThere() throws IOException, PlanRefused {
        Files.writeString(folder.resolve("a{1}.jsonl"), "{}");

        LocalInputs.requireThere(plan(folder.toString(), folder + "/*.jsonl", folder + "/a{1}.jsonl"));
    }

    private interface Run {
        void go() throws Exception;
    }
}
