package io.ctxeval.run;

import static io.ctxeval.rehearsal.Disturbance.always;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import io.ctxeval.rehearsal.Disturbance;
import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import io.ctxeval.rehearsal.FakeJudgeStats;
import io.ctxeval.rehearsal.Fault;
import io.ctxeval.rehearsal.Mishap;
import io.ctxeval.rehearsal.RetryAfter;
import io.ctxeval.rehearsal.Throttle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whole runs whose judge fails, one run a line of the table of faults (judge-at-scale.md 9): every row ends with a status and a
 * reason, what needs no judge is complete, the exit code says that judging isn't, and what heals leaves no trace.
 */
class JudgeFaultsIT {
    /** Few enough questions that the breaker stays closed: it would only make the runs longer. */
    private static final int ROWS = 15;

    private static final String[] QUICK = {
        "--set", "judge.requests-per-minute=60000", "--set", "judge.attempt-timeout=5s", "--set", "judge.max-attempts=1"
    };

    private static final String[] IMPATIENT = {
        "--set",
        "judge.requests-per-minute=60000",
        "--set",
        "judge.attempt-timeout=400ms",
        "--set",
        "judge.max-attempts=1"
    };

    @TempDir
    static Path folder;

    private static ServedRuns runs;
    private static JudgedRun whole;
    private static Map<String, String> unjudged;
    private static long questions;

    /** One a test: what it disturbs depends on the requests that it has seen. */
    private FakeJudgeServer judge;

    @BeforeAll
    static void judgeOnceWithoutFaults() throws Exception {
        try (FakeJudgeServer undisturbed = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS)) {
            runs = new ServedRuns(folder, undisturbed, new GeneratedRows(11).lines(ROWS));
            CommandRun none =
                    runs.evaluate("none", "--judge", "none", "--metrics", "ctx_waste_lex,handoff,budget,overall");
            assertThat(none.exitCode()).as(none.err()).isIn(0, 1, 3);
            unjudged = new JudgedRun(runs.published("none")).unjudged();
            CommandRun run = evaluate(undisturbed, "undisturbed", QUICK);
            assertThat(run.exitCode()).as(run.err()).isIn(0, 1, 3);
            whole = new JudgedRun(runs.published("undisturbed"));
            questions = undisturbed.stats().requests();
            assertThat(questions).isEqualTo(undisturbed.stats().answered()).isGreaterThan(12);
        }
    }

    @BeforeEach
    void start() throws Exception {
        judge = FakeJudgeServer.start(FakeJudgeSettings.DEFAULTS);
    }

    @AfterEach
    void stop() {
        judge.close();
    }

    /**
     * A fault that doesn't heal.
     *
     * @param status of every row that needs a judge
     * @param reason how its reason begins
     */
    record Lasting(Fault fault, String status, String reason) {
        @Override
        public String toString() {
            return fault.label();
        }
    }

    static Stream<Lasting> lasting() {
        return Stream.of(
                new Lasting(new Fault.Status(500), "judge_unavailable", "server_error (HTTP 500): "),
                new Lasting(new Fault.Status(503), "judge_unavailable", "server_error (HTTP 503): "),
                new Lasting(new Fault.Status(529), "judge_unavailable", "overloaded (HTTP 529): "),
                new Lasting(new Fault.Status(400), "judge_unavailable", "bad_request (HTTP 400): "),
                new Lasting(new Fault.Status(418), "judge_unavailable", "other_status (HTTP 418): "),
                new Lasting(Mishap.RESET, "judge_unavailable", "connection_reset: "),
                new Lasting(Mishap.RESET_BODY, "judge_unavailable", "connection_reset"),
                new Lasting(Mishap.BLACK_HOLE, "judge_unavailable", "timed_out: "),
                new Lasting(Mishap.TRICKLE, "judge_unavailable", "timed_out"),
                new Lasting(Mishap.OVERSIZED, "judge_unavailable", "oversized_reply"),
                new Lasting(Mishap.REDIRECT, "judge_unavailable", "redirected (HTTP 307): "),
                new Lasting(Mishap.TOO_LONG, "context_too_long", "context_length (HTTP 400): "),
                new Lasting(Mishap.MALFORMED, "judge_unparseable", "unparseable (HTTP 200): "),
                new Lasting(Mishap.EMPTY, "judge_unparseable", "unparseable (HTTP 200): "),
                new Lasting(Mishap.NOT_JSON, "judge_unparseable", "unparseable (HTTP 200): "),
                new Lasting(Mishap.TRUNCATED, "judge_truncated", "truncated (HTTP 200): "),
                new Lasting(Mishap.FILTER, "judge_refused", "content_filter (HTTP 200): "));
    }

    @ParameterizedTest
    @MethodSource("lasting")
    void aLastingFaultTypesEveryRowThatNeedsTheJudge(Lasting line) throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS.disturbed(always(line.fault())));
        boolean hangs = line.fault() == Mishap.BLACK_HOLE || line.fault() == Mishap.TRICKLE;

        JudgedRun run = incomplete(line.fault().label(), hangs ? IMPATIENT : QUICK);

        assertThat(judge.stats().answered()).isZero();
        assertThat(judge.stats().redirectsFollowed()).isZero();
        assertThat(run.exitReasons()).isEqualTo("[]");
        for (JsonNode row : failed(run)) {
            assertThat(row.get("status").textValue()).isEqualTo(line.status());
            assertThat(row.get("reason").textValue()).startsWith(line.reason());
        }
        assertVerdictsSayHowOften(run, line.status());
    }

    @Test
    void idsThatNobodyAskedForAreInvalid() throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS.disturbed(always(Mishap.WRONG_IDS)));

        JudgedRun run = incomplete("wrong-ids", QUICK);

        for (JsonNode row : failed(run)) {
            assertThat(row.get("status").textValue()).isEqualTo("judge_invalid");
            assertThat(row.get("reason").textValue()).startsWith("broken rule (HTTP 200): ");
        }
    }

    @Test
    void aPortThatNobodyListensOnIsUnavailable() throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS.disturbed(always(Mishap.REFUSE)));

        JudgedRun run = incomplete("refused", QUICK);

        assertThat(judge.stats().requests()).isZero();
        for (JsonNode row : failed(run)) {
            assertThat(row.get("status").textValue()).isEqualTo("judge_unavailable");
            assertThat(row.get("reason").textValue()).startsWith("connection_refused: ");
        }
    }

    /**
     * A fault after which no call can succeed.
     *
     * @param needed how often in a row it has to be met
     * @param answered how many questions are answered before
     */
    record Fatal(Fault fault, String reason, int needed, int answered) {
        @Override
        public String toString() {
            return fault.label();
        }
    }

    static Stream<Fatal> fatal() {
        return Stream.of(
                new Fatal(new Fault.Status(401), "unauthorised (HTTP 401): ", 1, 3),
                new Fatal(new Fault.Status(402), "payment_required (HTTP 402): ", 1, 3),
                new Fatal(new Fault.Status(403), "forbidden (HTTP 403): ", 5, 0),
                new Fatal(new Fault.Status(404), "not_found (HTTP 404): ", 5, 0),
                new Fatal(Mishap.SPENT_QUOTA, "quota_spent (HTTP 429): ", 1, 3),
                new Fatal(Mishap.DAILY_QUOTA, "quota_spent (HTTP 429): ", 1, 3));
    }

    @ParameterizedTest
    @MethodSource("fatal")
    void aFatalFaultStopsJudgingAndTheNextRunCompletesIt(Fatal line) throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS.disturbed(always(line.fault()).after(line.answered())));
        String id = line.fault().label();

        JudgedRun run =
                incomplete(id, QUICK[0], QUICK[1], "--set", "judge.in-flight=2", "--set", "judge.max-attempts=6");

        assertThat(run.exitReasons()).contains("judging stopped: " + line.reason(), "the next run goes on from there");
        // the answers, and what was in flight when it had been met often enough
        long least = (long) line.answered() + line.needed();
        assertThat(judge.stats().requests()).isBetween(least, least + 1);
        List<JsonNode> failed = failed(run);
        assertThat(failed)
                .extracting(row -> row.get("status").textValue())
                .contains("judge_unavailable", "budget_exceeded");
        for (JsonNode row : failed) {
            String asked = row.get("status").textValue().equals("budget_exceeded") ? "not asked: " : "";
            assertThat(row.get("reason").textValue()).startsWith(asked + line.reason());
        }

        judge.settings(FakeJudgeSettings.DEFAULTS);
        evaluate(judge, "after-" + id, "--set", "state=" + runs.state(id), QUICK[0], QUICK[1]);

        assertAsUndisturbed("after-" + id);
        assertThat(judge.stats().answeredMoreThanOnce()).isZero();
    }

    /** Faults of one kind that the next attempt heals, each for a part of the questions. */
    record Healing(String name, List<Fault> faults) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Healing> healing() {
        return Stream.of(
                new Healing("statuses", List.of(new Fault.Status(500), new Fault.Status(503), new Fault.Status(529))),
                new Healing("connections", List.of(Mishap.RESET, Mishap.RESET_BODY)),
                new Healing("times", List.of(Mishap.BLACK_HOLE, Mishap.TRICKLE)),
                new Healing(
                        "replies",
                        List.of(Mishap.MALFORMED, Mishap.EMPTY, Mishap.NOT_JSON, Mishap.TRUNCATED, Mishap.WRONG_IDS)));
    }

    @ParameterizedTest
    @MethodSource("healing")
    void whatHealsCostsOneRequestAFaultAndLeavesNoTrace(Healing line) throws Exception {
        List<Disturbance> disturbances = new ArrayList<>();
        for (Fault fault : line.faults()) {
            disturbances.add(always(fault).share(0.6 / line.faults().size()).healAfter(1));
        }
        judge.settings(FakeJudgeSettings.DEFAULTS.disturbed(disturbances.toArray(Disturbance[]::new)));

        CommandRun run = evaluateAnew(
                "healed-" + line.name(),
                QUICK[0],
                QUICK[1],
                "--set",
                "judge.attempt-timeout=2s",
                "--set",
                "judge.max-attempts=3");

        assertThat(run.err()).doesNotContain("judging stopped");

        assertAsUndisturbed("healed-" + line.name());
        assertExtraRequestsAreFaults();
    }

    @ParameterizedTest
    @EnumSource(names = "HUGE", mode = EnumSource.Mode.EXCLUDE)
    void tooManyRequestsHealWhateverFormTheWaitIsToldIn(RetryAfter form) throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS
                .throttle(Throttle.NONE.retryAfter(form))
                .disturbed(always(new Fault.Status(429)).first(4)));

        evaluateAnew(
                "429-" + form,
                QUICK[0],
                QUICK[1],
                "--set",
                "judge.attempt-timeout=5s",
                "--set",
                "judge.max-attempts=6");

        assertAsUndisturbed("429-" + form);
        assertThat(judge.stats().byFault()).containsEntry("status-429", 4L);
        assertExtraRequestsAreFaults();
    }

    @Test
    void aWaitOfThirtyYearsEndsWithTheDeadline() throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS
                .throttle(Throttle.NONE.retryAfter(RetryAfter.HUGE))
                .disturbed(always(new Fault.Status(429))));

        JudgedRun run = incomplete("429-HUGE", "--set", "judge.deadline=2s", "--set", "judge.in-flight=3");

        assertThat(run.exitReasons()).contains("judge.deadline");
        assertThat(judge.stats().requests()).isBetween(1L, 3L);
        assertThat(failed(run)).extracting(row -> row.get("status").textValue()).contains("budget_exceeded");
    }

    @Test
    void theSameFaultsGiveTheSameRowsAgain() throws Exception {
        judge.settings(FakeJudgeSettings.DEFAULTS.disturbed(
                always(new Fault.Status(500)).share(0.3),
                always(Mishap.BLACK_HOLE).share(0.3)));

        JudgedRun one = incomplete("one", IMPATIENT);
        judge.close();
        judge = FakeJudgeServer.start(judge.settings());
        JudgedRun two = incomplete("two", IMPATIENT);

        assertThat(two.rows()).isEqualTo(one.rows());
        assertThat(one.run().text("summary.csv")).isEqualTo(two.run().text("summary.csv"));
    }

    private static CommandRun evaluate(FakeJudgeServer judge, String id, String... settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--judge-url",
                judge.root() + "/v1",
                "--metrics",
                "ctx_waste,ctx_suff,ctx_waste_lex,handoff,budget,overall"));
        arguments.addAll(List.of(settings));
        return runs.evaluate(id, arguments.toArray(String[]::new));
    }

    private CommandRun evaluateAnew(String id, String... settings) {
        List<String> arguments = new ArrayList<>(List.of("--set", "state=" + runs.state(id)));
        arguments.addAll(List.of(settings));
        return evaluate(judge, id, arguments.toArray(String[]::new));
    }

    /** A run that doesn't get all its verdicts, with what holds of any such run. */
    private JudgedRun incomplete(String id, String... settings) throws Exception {
        CommandRun ended = evaluateAnew(id, settings);
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(3);
        JudgedRun run = new JudgedRun(runs.published(id));
        run.assertIdentities();
        assertThat(run.unjudged()).isEqualTo(unjudged);
        assertThat(failed(run)).isNotEmpty();
        return run;
    }

    /** Status and reason of every row and metric that the judge didn't settle; all others are as without faults. */
    private static List<JsonNode> failed(JudgedRun run) throws Exception {
        List<JsonNode> failed = new ArrayList<>();
        Map<String, JsonNode> expected = whole.rows();
        for (Map.Entry<String, JsonNode> found : run.rows().entrySet()) {
            JsonNode undisturbed = Objects.requireNonNull(expected.get(found.getKey()));
            for (String metric : JudgedRun.JUDGED) {
                JsonNode status = found.getValue().get(metric + "_status");
                if (status.equals(undisturbed.get(metric + "_status"))) {
                    assertThat(found.getValue().get(metric)).isEqualTo(undisturbed.get(metric));
                    continue;
                }
                assertThat(found.getValue().path(metric).isNumber()).isFalse();
                String reason = found.getValue().get(metric + "_reason").textValue();
                assertThat(reason).contains(" Next: ").doesNotContainPattern("\\d attempts?\\b|in \\d+ ms");
                failed.add(PublishedRun.MAPPER
                        .createObjectNode()
                        .put("reason", reason)
                        .set("status", status));
            }
        }
        return failed;
    }

    private static void assertVerdictsSayHowOften(JudgedRun run, String status) throws Exception {
        assertThat(run.run().rows("verdicts"))
                .filteredOn(verdict -> verdict.get("status").textValue().equals(status))
                .isNotEmpty()
                .allSatisfy(verdict -> {
                    assertThat(verdict.get("attempts").intValue()).isPositive();
                    assertThat(verdict.get("latency_ms").isNumber()).isTrue();
                    assertThat(verdict.get("judgement").isNull()).isTrue();
                });
    }

    private static void assertAsUndisturbed(String id) throws Exception {
        JudgedRun run = new JudgedRun(runs.published(id));
        run.assertIdentities();
        assertThat(run.rows()).isEqualTo(whole.rows());
        assertThat(run.run().text("summary.csv")).isEqualTo(whole.run().text("summary.csv"));
        assertThat(run.run().manifest().get("exit_code"))
                .isEqualTo(whole.run().manifest().get("exit_code"));
    }

    private void assertExtraRequestsAreFaults() {
        FakeJudgeStats stats = judge.stats();
        long faults =
                stats.byFault().values().stream().mapToLong(Long::longValue).sum();
        assertThat(faults).isPositive();
        assertThat(stats.answered()).isEqualTo(questions);
        assertThat(stats.requests()).isEqualTo(questions + faults);
    }
}
