package io.ctxeval.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a judge that has run for hours tells of its seconds; time is a parameter. */
class RecentSecondsTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final FakeJudge judge = new FakeJudge(FakeJudgeSettings.DEFAULTS, now::get, () -> Instant.EPOCH);

    private void askOnceInEachOf(int seconds) throws IOException {
        String body = Asking.openAiBody(Asking.waste(1)).toString();
        HttpRequest request = new HttpRequest("POST", "/v1/chat/completions", "", Map.of(), body);
        for (int second = 0; second < seconds; second++) {
            now.set(second * SECOND);
            judge.treat(request);
        }
    }

    private HttpResponse get(String query) {
        return judge.treat(new HttpRequest("GET", "/stats", query, Map.of(), ""))
                .response();
    }

    private static JsonNode json(HttpResponse response) throws IOException {
        return Asking.json(response.body());
    }

    @Test
    void listsTheLastMinuteHoweverLongItRuns() throws IOException {
        askOnceInEachOf(2000);
        JsonNode stats = json(get(""));

        assertThat(stats.path("requests").asInt()).isEqualTo(2000);
        assertThat(stats.path("requests_by_second")).hasSize(60).allMatch(count -> count.asInt() == 1);
        assertThat(stats.path("rate_limited_by_second")).hasSize(60).allMatch(count -> count.asInt() == 0);
        assertThat(stats.path("first_second").asInt()).isEqualTo(1940);
        assertThat(stats.path("recent_rate").asDouble()).isEqualTo(1.0);
    }

    @Test
    void listsTenMinutesWhenAsked() throws IOException {
        askOnceInEachOf(2000);

        assertThat(json(get("seconds=600")).path("requests_by_second")).hasSize(600);
        assertThat(json(get("seconds=600")).path("first_second").asInt()).isEqualTo(1400);
        assertThat(json(get("seconds=3")).path("requests_by_second")).hasSize(3);
        assertThat(judge.stats().requestsBySecond()).hasSize(600);
    }

    @Test
    void listsNoMoreThanThereWas() throws IOException {
        askOnceInEachOf(5);

        assertThat(json(get("")).path("requests_by_second")).hasSize(5);
        assertThat(json(get("")).path("first_second").asInt()).isZero();
    }

    @Test
    void countsNothingTwiceAfterAPause() throws IOException {
        askOnceInEachOf(10);
        now.set(605 * SECOND);

        assertThat(judge.stats().requestsBySecond()).hasSize(600).startsWith(1, 1, 1, 1, 0);
        now.set(5000 * SECOND);
        assertThat(judge.stats().requestsBySecond()).hasSize(600).containsOnly(0);
    }

    @Test
    void refusesAnotherQuestionWithAnExample() {
        assertThat(get("minutes=3").status()).isEqualTo(400);
        assertThat(get("seconds=all").body()).contains("seconds=600");
    }
}
