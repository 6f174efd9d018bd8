package io.ctxeval.judge.served;

import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.VerdictRules;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the judge behind one endpoint. One instance serves all tasks of a JVM, so they share what the endpoint teaches ({@link
 * Ladder}), the breaker and the retry; no other layer retries (judge-at-scale.md 4, 5).
 */
public final class JudgeClient {
    private static final Logger LOG = LoggerFactory.getLogger(JudgeClient.class);
    private static final ConcurrentMap<Identity, JudgeClient> CLIENTS = new ConcurrentHashMap<>();

    private static final int SHORTEST_SECRET = 8;

    /** A byte order mark, which some gateways write. */
    private static final String MARK = "\uFEFF";

    /** So many refusals with no reply between them are of the endpoint, not of some prompts. */
    private static final int REFUSALS_THAT_STOP = 5;

    /** The same of an endpoint that has replied in this run: key, address and model were right then. */
    private static final int LATER_REFUSALS_THAT_STOP = 50;

    private static final String VERSION = "/v1";

    private record Identity(Endpoint endpoint, ModelSettings settings, CallPolicy policy, Permits permits) {}

    private final Provider provider;
    private final ReplyCheck check;
    private final Endpoint endpoint;
    private final ModelSettings settings;
    private final CallPolicy policy;
    private final Permits permits;
    private final @Nullable String key;
    private final URI address;
    private final Wire wire;
    private final Ladder ladder;
    private final Feed feed;
    private final Retry retry;
    private final AtomicInteger refusalsInARow = new AtomicInteger();
    /** Whether the endpoint has ever responded. */
    private volatile boolean answered;
    /** Whether it has ever given a reply of the model. */
    private volatile boolean replied;

    JudgeClient(
            Provider provider,
            ReplyCheck check,
            Endpoint endpoint,
            ModelSettings settings,
            CallPolicy policy,
            Permits permits,
            @Nullable String key) {
        this.provider = provider;
        this.check = check;
        this.endpoint = endpoint;
        this.settings = settings;
        this.policy = policy;
        this.permits = permits;
        this.key = sendable(key);
        this.address = address(endpoint.base(), provider.path());
        this.wire = Wire.of(policy.connectTimeout());
        this.ladder = new Ladder(settings.model());
        this.feed = new Feed(permits, policy);
        this.retry = Retry.of("judge", retryOf(policy));
    }

    /**
     * The JVM's client for an endpoint, a model, a policy and a quota; made at the first call.
     *
     * @param permits the JVM's share of the application's quota
     * @param secret gives the endpoint's key, null for none; asked once, on the caller's thread, and may wait
     * @throws IllegalArgumentException if no provider has the settings' family
     */
    public static JudgeClient of(
            Endpoint endpoint,
            ModelSettings settings,
            CallPolicy policy,
            Permits permits,
            Supplier<@Nullable String> secret) {
        return CLIENTS.computeIfAbsent(
                new Identity(endpoint, settings, policy, permits),
                identity -> new JudgeClient(
                        Providers.at(settings.family(), endpoint.base()),
                        JudgeClient::check,
                        endpoint,
                        settings,
                        policy,
                        permits,
                        secret.get()));
    }

    private static ReplyCheck.Finding check(JudgeRequest request, VerdictRules rules, String reply) {
        Parsed parsed = ReplyReader.read(request.question(), reply);
        if (parsed instanceof Parsed.Unreadable unreadable) {
            return new ReplyCheck.Finding.Unreadable(unreadable.status(), unreadable.reason());
        }
        Verdict verdict = ((Parsed.Judgement) parsed).verdict();
        return new ReplyCheck.Finding.Judged(
                JudgementJson.write(verdict), rules.violations(request.question(), verdict));
    }

    /** Forgets the clients of a quota that has ended. */
    public static void forget(Permits permits) {
        CLIENTS.keySet().removeIf(identity -> identity.permits().equals(permits));
    }

    /**
     * Asks a question. The future always completes with a result, a typed failure where there is no judgement; exceptionally only
     * with {@link JudgingStopped} if judging stopped before any request of this question was sent. Cancelling it with {@code true}
     * closes its connection at once.
     */
    public CompletableFuture<CallResult> ask(JudgeRequest request, VerdictRules rules) {
        return call(request, rules).result();
    }

    Call call(JudgeRequest request, VerdictRules rules) {
        return new Call(this, new Conversation(request, rules, policy, settings, ladder, check)).start();
    }

    Permits permits() {
        return permits;
    }

    CallPolicy policy() {
        return policy;
    }

    Feed feed() {
        return feed;
    }

    Retry retry() {
        return retry;
    }

    HttpRequest request(Turn turn) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(policy.attemptTimeout())
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(provider.body(turn, settings), StandardCharsets.UTF_8));
        endpoint.headers().forEach(request::setHeader);
        provider.headers(key).forEach(request::setHeader);
        return request.build();
    }

    CompletableFuture<HttpResponse<BoundedBody.Body>> send(HttpRequest request, Turn turn) {
        return wire.send(request, policy.replyBound(turn.outputLimit()));
    }

    Heard fault(@Nullable Throwable failure) {
        TransportFault fault = TransportFault.of(failure, answered);
        LOG.debug("no response: {}", fault.callClass());
        return Heard.nothing(fault.callClass(), fault.words());
    }

    Heard read(HttpResponse<BoundedBody.Body> response, Turn turn) {
        answered = true;
        int status = response.statusCode();
        BoundedBody.Body body = response.body();
        LOG.debug("response {} of {} characters", status, body.text().length());
        if (body.oversized()) {
            String words = "the response is larger than " + policy.replyBound(turn.outputLimit()) + " bytes";
            return new Heard(status, null, new Reading.Failure(CallClass.OVERSIZED_REPLY, words), null);
        }
        String text = body.text().startsWith(MARK) ? body.text().substring(MARK.length()) : body.text();
        Reading reading = provider.read(status, response.headers(), text);
        boolean reply = reading instanceof Reading.Reply;
        return new Heard(
                status,
                reply ? text : withoutKey(text),
                reply ? reading : withoutKey(reading),
                retryAfter(response.headers()));
    }

    /** Some gateways quote the key that they refuse. */
    private Reading withoutKey(Reading reading) {
        if (reading instanceof Reading.Failure failure) {
            return new Reading.Failure(failure.callClass(), withoutKey(failure.message()));
        }
        if (reading instanceof Reading.RungRefused refused) {
            return new Reading.RungRefused(withoutKey(refused.message()));
        }
        if (reading instanceof Reading.ParameterRefused refused) {
            return new Reading.ParameterRefused(refused.parameter(), withoutKey(refused.message()));
        }
        return reading;
    }

    private String withoutKey(String text) {
        // what is shorter, such as "none" for an endpoint that wants no key, is no secret but may be a word
        return key == null || key.length() < SHORTEST_SECRET ? text : text.replace(key, "***");
    }

    private @Nullable Duration retryAfter(HttpHeaders headers) {
        Duration wanted = RetryAfter.read(headers, Instant.now());
        Duration longest = policy.longestRetryAfter();
        return wanted == null || wanted.compareTo(longest) < 0 ? wanted : longest;
    }

    /** Whether no further call can succeed, after what came back for one. */
    boolean isHopeless(Heard heard) {
        if (heard.reading() instanceof Reading.Reply) {
            refusalsInARow.set(0);
            replied = true;
        }
        return switch (heard.callClass().then()) {
            case STOP -> true;
            // without a status nothing was reached: a host that no name leads to
            case STOP_IF_REPEATED ->
                heard.status() == null
                        || refusalsInARow.incrementAndGet()
                                >= (replied ? LATER_REFUSALS_THAT_STOP : REFUSALS_THAT_STOP);
            case END, RETRY -> false;
        };
    }

    void stop(CallClass cause, String message) {
        permits.stop(cause, message);
    }

    private static RetryConfig retryOf(CallPolicy policy) {
        return RetryConfig.<Conversation>custom()
                .maxAttempts(policy.maxAttempts())
                .retryOnResult(Conversation::wantsRetry)
                .retryOnException(failure -> false)
                .intervalBiFunction(JudgeClient::interval)
                .writableStackTraceEnabled(false)
                .build();
    }

    private static long interval(int failures, Either<Throwable, Conversation> last) {
        return last.isRight() ? last.get().backOff(failures).toMillis() : 0;
    }

    /** A key that no header can hold is refused here: the HTTP client would quote it. */
    private static @Nullable String sendable(@Nullable String key) {
        String text = key == null ? "" : key.strip();
        if (!text.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw new IllegalArgumentException("the judge's key holds characters that no header may hold");
        }
        return text.isEmpty() ? null : text;
    }

    /** The provider's path stands before the base's query, such as {@code ?api-version=}. */
    private static URI address(URI base, String path) {
        String text = base.toString();
        int query = text.indexOf('?');
        String front = query < 0 ? text : text.substring(0, query);
        String back = query < 0 ? "" : text.substring(query);
        String root = front.endsWith("/") ? front.substring(0, front.length() - 1) : front;
        // Some write the version into the base URL, some providers into their path: it stands once.
        boolean twice = path.startsWith(VERSION + "/") && root.endsWith(VERSION);
        return URI.create((twice ? root.substring(0, root.length() - VERSION.length()) : root) + path + back);
    }
}
