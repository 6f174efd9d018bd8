package io.ctxeval.command;

import io.ctxeval.rehearsal.Demands;
import io.ctxeval.rehearsal.Disturbance;
import io.ctxeval.rehearsal.FakeJudgeServer;
import io.ctxeval.rehearsal.FakeJudgeSettings;
import io.ctxeval.rehearsal.FakeJudgeStats;
import io.ctxeval.rehearsal.Fault;
import io.ctxeval.rehearsal.Mishap;
import io.ctxeval.rehearsal.Pace;
import io.ctxeval.rehearsal.RetryAfter;
import io.ctxeval.rehearsal.Throttle;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Serves a {@link FakeJudgeServer} until it is interrupted. */
@Command(
        name = "fake-judge",
        description = {
            "Serve a judge on 127.0.0.1 that answers by wording, fails on demand and counts what it is asked, to rehearse a run"
                    + " without paying. It speaks /v1/chat/completions, /openai/deployments/NAME/chat/completions and"
                    + " /v1/messages. Prints its base URL, ends on SIGTERM or ctrl-C.",
            "GET /stats tells what was asked (?seconds=600: the last ten minutes by second, not just the last one), GET /stats/contents how often each question was, POST /reset counts anew.",
            "--share, --after, --first and --heal-after choose the requests that --fault and --status hit; the same load meets"
                    + " the same faults. Given more than one, the first fault that hits a request decides."
        })
final class FakeJudge implements Callable<Integer> {
    private static final String NAIVE_ORDER = "mark every chunk as used";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "9001",
            description = "0: a free one (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--latency",
            paramLabel = "D",
            defaultValue = "0ms",
            converter = DurationText.class,
            description = "from a request to its reply, such as 250ms or 2s (default: ${DEFAULT-VALUE})")
    private Duration latency = Duration.ZERO;

    @Option(
            names = "--latency-jitter",
            paramLabel = "D",
            defaultValue = "0ms",
            converter = DurationText.class,
            description = "longest further wait, drawn evenly (default: ${DEFAULT-VALUE})")
    private Duration jitter = Duration.ZERO;

    @Option(
            names = "--key",
            paramLabel = "K",
            description = "answer 401 unless the request shows this key (default: none is asked for)")
    private @Nullable String key;

    @Option(
            names = "--context-window",
            paramLabel = "N",
            description = "refuse more tokens than this in prompt and output limit together; a token is four characters"
                    + " (default: no limit)")
    private long contextWindow = Long.MAX_VALUE;

    @Option(
            names = "--refuse",
            split = ",",
            paramLabel = "NAME",
            description =
                    "answer 400 to requests with json_schema, json_object, or a parameter such as temperature, seed or"
                            + " max_tokens (default: none)")
    private List<String> refused = List.of();

    @Option(
            names = "--rps",
            paramLabel = "N",
            description = "answer 429 to more requests per second than this (default: no limit)")
    private double rps = Double.POSITIVE_INFINITY;

    @Option(
            names = "--burst",
            paramLabel = "N",
            description = "requests that may come at once after a pause (default: a second's worth)")
    private @Nullable Double burst;

    @Option(
            names = "--tokens-per-minute",
            paramLabel = "N",
            description =
                    "answer 429 to more tokens than this; ten seconds' worth may come at once (default: no limit)")
    private double tokensPerMinute = Double.POSITIVE_INFINITY;

    @Option(
            names = "--retry-after",
            paramLabel = "FORM",
            defaultValue = "seconds",
            converter = RetryAfterName.class,
            description = "what 429, 503 and 529 say: none, seconds, ms, date, negative, zero or huge"
                    + " (default: ${DEFAULT-VALUE})")
    private RetryAfter retryAfter = RetryAfter.SECONDS;

    @Option(
            names = "--status",
            split = ",",
            paramLabel = "CODE",
            description = "answer with this status, 400 to 599 (default: none)")
    private List<Integer> statuses = List.of();

    @Option(
            names = "--fault",
            split = ",",
            paramLabel = "NAME",
            converter = MishapName.class,
            completionCandidates = MishapNames.class,
            description = "one of: ${COMPLETION-CANDIDATES} (default: none)")
    private List<Mishap> mishaps = List.of();

    @Option(
            names = "--share",
            paramLabel = "X",
            defaultValue = "1",
            description = "share of the requests that each fault hits, 0 to 1 (default: ${DEFAULT-VALUE})")
    private double share;

    @Option(
            names = "--after",
            paramLabel = "N",
            defaultValue = "0",
            description = "requests that pass before the first one is hit (default: ${DEFAULT-VALUE})")
    private long after;

    @Option(
            names = "--first",
            paramLabel = "N",
            description = "hit only this many requests, counted after --after (default: all)")
    private long first = Long.MAX_VALUE;

    @Option(
            names = "--heal-after",
            paramLabel = "N",
            description = "hit only the first N attempts of each question (default: all)")
    private long healAfter = Long.MAX_VALUE;

    @Option(
            names = "--obedient",
            arity = "0..1",
            paramLabel = "ORDER",
            fallbackValue = NAIVE_ORDER,
            description = "call every chunk used and every aspect covered if this order stands outside the data"
                    + " (default: obey nothing; without ORDER: \"${FALLBACK-VALUE}\")")
    private @Nullable String obeyed;

    @Override
    public Integer call() throws IOException {
        try (FakeJudgeServer server = started(settings())) {
            PrintWriter err = spec.commandLine().getErr();
            spec.commandLine().getOut().println(server.root() + "/v1");
            spec.commandLine().getOut().flush();
            err.println("what was asked: " + server.root() + "/stats; ctrl-C ends");
            err.flush();
            serveUntilInterrupted(() -> {
                err.println(summary(server.stats()));
                err.flush();
            });
        }
        return ExitCode.PASSED.code();
    }

    /** A signal runs the farewell on its way out of the JVM, an interrupt of this thread returns. */
    private static void serveUntilInterrupted(Runnable farewell) {
        Thread onSignal = new Thread(farewell, "fake-judge-farewell");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Runtime.getRuntime().removeShutdownHook(onSignal);
            farewell.run();
            Thread.currentThread().interrupt();
        }
    }

    private FakeJudgeServer started(FakeJudgeSettings settings) throws IOException {
        try {
            return FakeJudgeServer.start(settings);
        } catch (BindException e) {
            throw new ParameterException(spec.commandLine(), "--port: " + port + "; another program uses it", e);
        }
    }

    private FakeJudgeSettings settings() {
        try {
            double atOnce = burst != null ? burst : Double.isInfinite(rps) ? 1 : Math.max(1, rps);
            Disturbance scope = new Disturbance(Mishap.RESET, share, after, first, healAfter);
            List<Disturbance> disturbances = Stream.concat(statuses.stream().map(Fault.Status::new), mishaps.stream())
                    .map(scope::of)
                    .toList();
            return new FakeJudgeSettings(
                    port,
                    new Throttle(rps, atOnce, tokensPerMinute, retryAfter),
                    disturbances,
                    new Demands(key, contextWindow, Set.copyOf(refused)),
                    new Pace(latency, jitter, Pace.AT_ONCE.trickle()),
                    obeyed);
        } catch (IllegalArgumentException e) { // a value out of range, named as the option is
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
    }

    private static String summary(FakeJudgeStats stats) {
        return stats.requests() + " requests for " + stats.distinctContents() + " contents; " + stats.answered()
                + " answered, " + stats.answeredMoreThanOnce() + " contents more than once; by status "
                + stats.byStatus();
    }

    static final class MishapName implements ITypeConverter<Mishap> {
        @Override
        public Mishap convert(String name) {
            return Arrays.stream(Mishap.values())
                    .filter(mishap -> mishap.label().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + name + "' is none of " + String.join(", ", new MishapNames())));
        }
    }

    static final class MishapNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Mishap.values()).map(Mishap::label).iterator();
        }
    }

    static final class RetryAfterName implements ITypeConverter<RetryAfter> {
        @Override
        public RetryAfter convert(String name) {
            return Arrays.stream(RetryAfter.values())
                    .filter(form -> form.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + name + "' is none of none, seconds, ms, date, negative, zero, huge"));
        }
    }
}
