package io.ctxeval.judge.served;

import io.ctxeval.judge.Question;
import io.ctxeval.judge.VerdictRules;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A client with small limits in front of a scripted endpoint. */
final class CallFixture {
    static final VerdictRules RULES = new VerdictRules(false);
    static final String KEY = "sk-canary-7f3a";

    private CallFixture() {}

    /** Four attempts, back-off of milliseconds, deadlines that a loaded machine keeps. */
    static CallPolicy policy() {
        return new CallPolicy(
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                Duration.ofSeconds(60),
                4,
                Duration.ofMillis(2),
                Duration.ofMillis(10),
                Duration.ofMillis(50),
                64 * 1024);
    }

    static CallPolicy withAttempts(int attempts) {
        CallPolicy p = policy();
        return new CallPolicy(
                p.connectTimeout(),
                p.attemptTimeout(),
                p.rowTimeout(),
                attempts,
                p.firstBackoff(),
                p.longestBackoff(),
                p.longestRetryAfter(),
                p.maxReplyBytes());
    }

    static CallPolicy withDeadlines(Duration attempt, Duration row) {
        CallPolicy p = withAttempts(2);
        return new CallPolicy(
                p.connectTimeout(),
                attempt,
                row,
                p.maxAttempts(),
                p.firstBackoff(),
                p.longestBackoff(),
                p.longestRetryAfter(),
                p.maxReplyBytes());
    }

    static JudgeClient client(URI base, CallPolicy policy, Permits permits) {
        return new JudgeClient(
                new ScriptedProvider(),
                ScriptedProvider::check,
                new Endpoint(base, Map.of("x-team", "quality")),
                new ModelSettings("scripted", "model-1", false, 0.0, null, null, 10_000),
                policy,
                permits,
                KEY);
    }

    static JudgeRequest request(String key) {
        return new JudgeRequest(
                key, new Question.Decompose("What is asked?", null, 5), "decompose", "system", "user", 400, 100);
    }

    /** The result, or the test's failure if none comes. */
    static CallResult ask(JudgeClient client) throws ExecutionException, InterruptedException, TimeoutException {
        return client.ask(request("q1"), RULES).get(60, TimeUnit.SECONDS);
    }
}
