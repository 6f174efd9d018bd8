package io.ctxeval.run;

import io.ctxeval.plan.ServedJudge;
import io.ctxeval.plan.ServedJudge.Price;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A forecast in words. */
final class ForecastText {
    private ForecastText() {}

    /** The line before a round's first call. */
    static String line(int round, Forecast forecast, ServedJudge judge) {
        List<String> parts = new ArrayList<>();
        parts.add(String.format(
                Locale.ROOT,
                "judge, round %d: %,d questions, %,d distinct, %,d in the ledger, %,d %s",
                round,
                forecast.asked(),
                forecast.distinct(),
                forecast.reused(),
                forecast.toAsk(),
                judge.recorded() ? "without a verdict (nobody is asked)" : "to ask"));
        if (forecast.toAsk() > 0 && !judge.recorded()) {
            parts.add(String.format(
                    Locale.ROOT,
                    "about %,d tokens in, at most %,d out",
                    forecast.inputTokens(),
                    forecast.outputTokens()));
            if (forecast.later() > 0) {
                parts.add(String.format(
                        Locale.ROOT,
                        "then at most %,d more with about %,d tokens in",
                        forecast.later(),
                        forecast.laterTokens()));
            }
            Price price = judge.price();
            if (price != null) {
                parts.add(String.format(
                        Locale.ROOT,
                        "cost at most %.2f",
                        price.of(forecast.inputTokens() + forecast.laterTokens(), forecast.outputTokens())));
            }
            duration(forecast, judge).ifPresent(time -> parts.add("at least " + shown(time) + " at the quota"));
            if (judge.caps().calls() < forecast.toAsk()) {
                parts.add(String.format(
                        Locale.ROOT,
                        "judge.max-calls stops after %,d",
                        judge.caps().calls()));
            }
        }
        return String.join("; ", parts);
    }

    /** The time that the quota alone makes the calls take; empty without a quota. */
    static Optional<Duration> duration(Forecast forecast, ServedJudge judge) {
        double minutes = 0;
        Long requests = judge.quota().requestsPerMinute();
        if (requests != null) {
            minutes = (double) forecast.toAsk() / requests;
        }
        Long tokens = judge.quota().tokensPerMinute();
        if (tokens != null) {
            minutes = Math.max(minutes, (double) forecast.inputTokens() / tokens);
        }
        return minutes == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds((long) Math.ceil(60 * minutes)));
    }

    static String shown(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? seconds / 60 + " min " + seconds % 60 + " s"
                : seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
    }
}
