package io.ctxeval.run;

import static io.ctxeval.rehearsal.Disturbance.always;
import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.CommandRun;
import io.ctxeval.SparkForTests;
import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import io.ctxeval.rehearsal.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint's key works and stands nowhere: not in an output, a log, a configuration or a message (judge-at-scale.md 7). */
class JudgeSecretIT {
    private static final String KEY = "sk-canary-5f2b9c7d1e8a4630";
    private static final String WRONG = "sk-canary-wrong-77aa11bb22cc";
    private static final String VARIABLE = "CTXEVAL_CANARY_VARIABLE";

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private FakeJudgeServer judge;
    private ServedRuns runs;

    @BeforeEach
    void start() throws Exception {
        judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS.key(KEY));
        runs = new ServedRuns(folder, judge, new GeneratedRows(29).lines(20));
    }

    @AfterEach
    void stop() {
        judge.close();
    }

    @Test
    void aKeyFromAFileIsUsedAndToldToNobody() throws Exception {
        CommandRun right = runs.evaluate("right", "--set", "judge.key-file=" + keyFile(KEY));
        CommandRun wrong = runs.evaluateAnew("wrong", "--set", "judge.key-file=" + keyFile(WRONG));

        assertThat(new JudgedRun(runs.published("right")).exitReasons())
                .as(right.err())
                .isEqualTo("[]");
        assertThat(judge.stats().answered()).isPositive();
        assertThat(wrong.exitCode()).as(wrong.err()).isEqualTo(3);
        assertThat(new JudgedRun(runs.published("wrong")).exitReasons()).contains("unauthorised (HTTP 401)");
        assertKeyless("console", right.out() + right.err() + wrong.out() + wrong.err());
        assertKeyless("configuration", configuration());
        assertFilesAreKeyless(folder);
    }

    @Test
    void aKeyThatIsForbiddenToAskIsToldToNobody() throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS.key(KEY).disturbed(always(new Fault.Status(403))));

        CommandRun run = runs.evaluate("forbidden", "--set", "judge.key-file=" + keyFile(KEY));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        assertKeyless("console", run.out() + run.err());
        assertFilesAreKeyless(folder);
    }

    @Test
    void aKeyFileThatIsNoneIsRefusedWithoutItsContent() throws Exception {
        CommandRun run = runs.evaluate("lines", "--set", "judge.key-file=" + keyFile(KEY + "\n" + WRONG));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("judge.key-file");
        assertKeyless("console", run.out() + run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {KEY, WRONG})
    void aKeyFromTheEnvironmentStandsInNoFileNorEventLogNorLogOfDetails(String key) throws Exception {
        Path events = Files.createDirectory(folder.resolve("events"));
        Path logging = Files.writeString(elsewhere.resolve("log4j2.properties"), """
                status = error
                appender.console.type = Console
                appender.console.name = console
                appender.console.layout.type = PatternLayout
                appender.console.layout.pattern = %p %c: %m%n%ex
                rootLogger.level = info
                rootLogger.appenderRef.console.ref = console
                logger.own.name = io.ctxeval
                logger.own.level = debug
                """);
        OwnProcess process = OwnProcess.start(
                folder.resolve("process.log"),
                List.of(
                        "-Dspark.eventLog.enabled=true",
                        "-Dspark.eventLog.compress=false",
                        "-Dspark.eventLog.dir=" + events.toUri(),
                        "-Dlog4j2.configurationFile=" + logging),
                Map.of(VARIABLE, key),
                runs.arguments("evaluate", "process", "--set", "judge.key-env=" + VARIABLE));

        int exitCode = process.exitCode();

        assertThat(exitCode).as(process.log()).isIn(0, 1, 3);
        assertThat(judge.stats().byStatus()).as(process.log()).containsOnlyKeys(key.equals(KEY) ? "200" : "401");
        assertThat(process.log()).contains("io.ctxeval");
        assertThat(runs.published("process").text("config.yaml")).contains(VARIABLE);
        try (Stream<Path> logs = Files.walk(events)) {
            assertThat(logs.filter(Files::isRegularFile)).isNotEmpty();
        }
        assertFilesAreKeyless(folder);
    }

    private Path keyFile(String content) throws IOException {
        return Files.writeString(elsewhere.resolve("key-" + Integer.toHexString(content.hashCode())), content + "\n");
    }

    /** All that Spark and Hadoop show of their configuration. */
    private static String configuration() {
        SparkSession session = SparkForTests.session();
        StringBuilder all = new StringBuilder();
        all.append(Arrays.deepToString(session.sparkContext().getConf().getAll()));
        all.append(session.conf().getAll());
        session.sparkContext().hadoopConfiguration().forEach(all::append);
        all.append(System.getProperties());
        return all.toString();
    }

    private static void assertFilesAreKeyless(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                // one byte a character, so that binary files are searched, too
                assertKeyless(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
    }

    private static void assertKeyless(String where, String text) {
        for (String key : List.of(KEY, WRONG)) {
            int at = text.indexOf(key);
            assertThat(at)
                    .as(() -> where + ": " + text.substring(Math.max(0, at - 100), Math.min(text.length(), at + 100)))
                    .isNegative();
        }
    }
}
