package io.ctxeval.run;

import static io.ctxeval.rehearsal.Disturbance.always;
import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.CommandRun;
import io.ctxeval.SparkForTests;
import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import io.ctxeval.rehearsal.Fault;
import io.ctxeval.rehearsal.Mishap;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint's key works and stands nowhere: not in an output, a log, a configuration or a message (judge-at-scale.md 7). */
class JudgeSecretIT {
    private static final String KEY = "sk-canary-5f2b9c7d1e8a4630";
    private static final String WRONG = "sk-canary-wrong-77aa11bb22cc";
    private static final String CREDENTIALS = "hadoop.security.credential.provider.path";
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
        assertRefused(wrong, "wrong", "unauthorised (HTTP 401)");
        assertKeyless("console", right.out() + right.err() + wrong.out() + wrong.err());
        assertKeyless("configuration", configuration());
        assertFilesAreKeyless(folder);
    }

    @Test
    void aKeyFromACredentialProviderIsUsedAndToldToNobody() throws Exception {
        Configuration configuration = SparkForTests.session().sparkContext().hadoopConfiguration();
        configuration.set(CREDENTIALS, "localjceks://file" + elsewhere.resolve("keys.jceks"));
        try {
            CredentialProvider provider =
                    CredentialProviderFactory.getProviders(configuration).get(0);
            provider.createCredentialEntry("judge", KEY.toCharArray());
            provider.flush();

            CommandRun run = runs.evaluate("alias", "--set", "judge.key-alias=judge");
            CommandRun absent = runs.evaluate("absent", "--set", "judge.key-alias=jury");

            assertThat(new JudgedRun(runs.published("alias")).exitReasons())
                    .as(run.err())
                    .isEqualTo("[]");
            assertThat(judge.stats().byStatus()).containsOnlyKeys("200");
            assertThat(absent.exitCode()).isEqualTo(2);
            assertThat(absent.err()).contains("judge.key-alias: jury; no such credential");
            assertKeyless("console", run.out() + run.err() + absent.err());
            assertKeyless("configuration", configuration());
            assertFilesAreKeyless(folder);
        } finally {
            configuration.unset(CREDENTIALS);
        }
    }

    @Test
    void aKeyThatIsForbiddenToAskIsToldToNobody() throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS.key(KEY).disturbed(always(new Fault.Status(403))));

        CommandRun run = runs.evaluate("forbidden", "--set", "judge.key-file=" + keyFile(KEY));

        assertRefused(run, "forbidden", "forbidden (HTTP 403)");
        assertKeyless("console", run.out() + run.err());
        assertFilesAreKeyless(folder);
    }

    /** Judging stopped, incomplete; every row says why, as the one that was asked or as one that wasn't. */
    private void assertRefused(CommandRun run, String runId, String reason) throws Exception {
        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        JudgedRun judged = new JudgedRun(runs.published(runId));
        assertThat(judged.exitReasons()).contains(reason);
        Set<String> statuses = new HashSet<>(judged.statuses("ctx_waste").keySet());
        statuses.addAll(judged.statuses("ctx_suff").keySet());
        assertThat(statuses).contains("judge_unavailable");
        assertThat(judged.statuses("ctx_waste")).doesNotContainKey("ok");
        assertThat(judged.rows().values())
                .filteredOn(row -> Set.of("judge_unavailable", "budget_exceeded")
                        .contains(row.get("ctx_waste_status").textValue()))
                .isNotEmpty()
                .allSatisfy(row ->
                        assertThat(row.get("ctx_waste_reason").textValue()).contains(reason));
        judged.assertIdentities();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n ", KEY + "\n" + WRONG, KEY + " " + WRONG, KEY + "\u0007", KEY + "\u00e9"})
    void aKeyFileThatIsNoneIsRefusedWithoutItsContent(String content) throws Exception {
        assertRefusedUnread(keyFile(content));
    }

    @Test
    void aKeyFileThatIsAFolderOrAbsentOrOfAnotherKindIsRefused() throws Exception {
        assertRefusedUnread(Files.createDirectory(elsewhere.resolve("folder")));
        assertRefusedUnread(elsewhere.resolve("absent"));
        assertRefusedUnread(keyFile(KEY.repeat(10_000)));
    }

    @Test
    void aKeyFileThatMayNotBeReadIsRefused() throws Exception {
        Path file = keyFile(KEY);
        Files.setPosixFilePermissions(file, Set.of());
        Assumptions.assumeFalse(Files.isReadable(file), "this user reads every file: skipped");

        assertRefusedUnread(file);
    }

    private void assertRefusedUnread(Path file) {
        CommandRun run = runs.evaluate("refused", "--set", "judge.key-file=" + file);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains("judge.key-file").doesNotContain("\tat ");
        assertThat(judge.stats().requests()).isZero();
        assertKeyless("console", run.out() + run.err());
    }

    @Test
    void aKeyFromTheEnvironmentStandsInNoFileLogOrAnswerOfSpark() throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS.key(KEY).disturbed(always(Mishap.BLACK_HOLE)));
        OwnProcess process = started(KEY);
        while (judge.stats().requests() == 0) {
            assertThat(process.process().waitFor(50, TimeUnit.MILLISECONDS))
                    .as(process.log())
                    .isFalse();
        }

        assertAnswersOfSparkAreKeyless(process.log());
        judge.settings(FakeJudgeSettings.DEFAULTS.key(KEY));

        assertThat(process.exitCode()).as(process.log()).isIn(0, 1, 3);
        assertThat(judge.stats().answered()).as(process.log()).isPositive();
        assertThat(judge.stats().byStatus()).doesNotContainKey("401");
        assertLeftBehindIsKeyless(process);
    }

    @Test
    void aWrongKeyFromTheEnvironmentStandsInNoFileOrLog() throws Exception {
        OwnProcess process = started(WRONG);

        assertThat(process.exitCode()).as(process.log()).isEqualTo(3);
        assertThat(judge.stats().byStatus()).as(process.log()).containsOnlyKeys("401");
        assertLeftBehindIsKeyless(process);
    }

    /** A run that logs all details of ours, writes an event log and answers questions about Spark. */
    private OwnProcess started(String key) throws IOException {
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
        return OwnProcess.start(
                folder.resolve("process.log"),
                List.of(
                        "-Dspark.master=local[2]",
                        "-Dspark.driver.host=127.0.0.1",
                        "-Dspark.driver.bindAddress=127.0.0.1",
                        "-Dspark.ui.enabled=true",
                        "-Dspark.ui.port=0",
                        "-Dspark.eventLog.enabled=true",
                        "-Dspark.eventLog.compress=false",
                        "-Dspark.eventLog.dir="
                                + Files.createDirectory(folder.resolve("events"))
                                        .toUri(),
                        "-Dlog4j2.configurationFile=" + logging),
                Map.of(VARIABLE, key, "SPARK_LOCAL_IP", "127.0.0.1"),
                runs.arguments(
                        "evaluate",
                        "process",
                        "--set",
                        "judge.key-env=" + VARIABLE,
                        "--set",
                        "judge.attempt-timeout=10s"));
    }

    private void assertLeftBehindIsKeyless(OwnProcess process) throws Exception {
        assertThat(process.log()).contains("DEBUG io.ctxeval");
        assertThat(runs.published("process").text("config.yaml")).contains(VARIABLE);
        try (Stream<Path> logs = Files.walk(folder.resolve("events"))) {
            assertThat(logs.filter(Files::isRegularFile)).isNotEmpty();
        }
        assertFilesAreKeyless(folder);
    }

    /** All that the page of a running application shows, and all that its REST interface answers. */
    private static void assertAnswersOfSparkAreKeyless(String log) throws Exception {
        Matcher port = Pattern.compile("'SparkUI' on port (\\d+)").matcher(log);
        assertThat(port.find()).as(log).isTrue();
        URI root = URI.create("http://127.0.0.1:" + port.group(1) + "/");
        String applications = answer(root.resolve("api/v1/applications"));
        String application = "api/v1/applications/"
                + PublishedRun.read(applications).at("/0/id").textValue() + "/";
        assertThat(answer(root.resolve(application + "environment"))).contains("spark.plugins", "systemProperties");
        for (String path : List.of(
                "environment",
                "allexecutors",
                "executors/driver/threads",
                "jobs",
                "stages?details=true",
                "storage/rdd",
                "sql?details=true")) {
            assertKeyless(path, answer(root.resolve(application + path)));
        }
        for (String page : List.of("environment/", "executors/", "jobs/", "stages/", "SQL/", "metrics/json/")) {
            assertKeyless(page, answer(root.resolve(page)));
        }
    }

    private static String answer(URI address) throws Exception {
        HttpResponse<String> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(address + ": " + response.body()).isEqualTo(200);
        assertThat(response.body()).as(address.toString()).isNotEmpty();
        return response.body();
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
