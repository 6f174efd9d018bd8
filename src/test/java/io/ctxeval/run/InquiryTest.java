package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.Interview;
import io.ctxeval.judge.LexicalJudge;
import io.ctxeval.judge.Verdict;
import io.ctxeval.judge.served.CallPolicy;
import io.ctxeval.judge.served.Endpoint;
import io.ctxeval.judge.served.JudgeRequest;
import io.ctxeval.judge.served.JudgementJson;
import io.ctxeval.judge.served.ModelSettings;
import io.ctxeval.ledger.LedgerEntry;
import io.ctxeval.plan.ServedJudge;
import io.ctxeval.sample.RagSample;
import io.ctxeval.score.JudgedMetric;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.Score;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.score.Status;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A metric is replayed from its first question on, whatever the ledger holds of it. */
class InquiryTest {
    private static final RagSample SAMPLE = RagSample.of(
            "When does the harbour open, and what does the ferry cost?",
            "The harbour opens at seven. The ferry costs 12 euros.",
            "The harbour opens at seven in the morning.",
            "The ferry costs 12 euros.",
            "Bicycles may be rented near the station.");

    private RagSample sample = SAMPLE;
    private final Map<String, LedgerEntry> ledger = new HashMap<>();
    private final JudgedMetric waste = metric("ctx_waste");
    private final JudgedMetric sufficiency = metric("ctx_suff");

    private static JudgedMetric metric(String id) {
        return (JudgedMetric) MetricCatalog.standard(ScoringOptions.DEFAULTS).all().stream()
                .filter(metric -> metric.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void asksWhatTheLedgerLacksAndThenScoresAsAnInterviewWould() {
        Inquiry inquiry = new Inquiry(judge(128_000, true));

        for (JudgedMetric metric : List.of(waste, sufficiency)) {
            Inquiry.Standing.Settled settled = askedUntilSettled(inquiry, metric);

            assertThat(settled.score())
                    .usingRecursiveComparison()
                    .isEqualTo(Interview.conduct(metric, SAMPLE, new LexicalJudge())
                            .score());
        }
    }

    @Test
    void gradesInASecondRoundWhatTheFirstOneNamed() {
        Inquiry inquiry = new Inquiry(judge(128_000, true));

        List<JudgeRequest> first = openOf(inquiry, sufficiency);
        answer(first);
        List<JudgeRequest> second = openOf(inquiry, sufficiency);

        assertThat(first).extracting(JudgeRequest::step).containsExactly("decompose");
        assertThat(second).extracting(JudgeRequest::step).containsExactly("grade");
    }

    @Test
    void aFailureOfTheLedgerIsTheScoresReason() {
        Inquiry inquiry = new Inquiry(judge(128_000, true));
        for (JudgeRequest request : openOf(inquiry, waste)) {
            put(request, "judge_refused", null, false);
        }

        Score score = askedUntilSettled(inquiry, waste).score();

        assertThat(score.status()).isEqualTo(Status.JUDGE_REFUSED);
        assertThat(score.reason()).isEqualTo("why");
    }

    @Test
    void aContextThatTheEndpointFindsTooLongIsAskedInPartsInTheNextRound() {
        sample = RagSample.of(
                "When does the harbour open?",
                "The harbour opens at seven.",
                "The harbour opens at seven. ".repeat(200),
                "The ferry costs 12 euros. ".repeat(200),
                "Bicycles may be rented. ".repeat(200),
                "The lantern burns all night. ".repeat(200));
        Inquiry inquiry = new Inquiry(judge(128_000, true));
        List<JudgeRequest> whole = openOf(inquiry, waste);
        for (JudgeRequest request : whole) {
            put(request, "context_too_long", null, false);
        }

        List<JudgeRequest> parts = openOf(inquiry, waste);

        assertThat(parts).extracting(JudgeRequest::step).contains("usage", "relations");
        answer(parts);
        assertThat(askedUntilSettled(inquiry, waste).score().status()).isEqualTo(Status.OK);
    }

    @Test
    void aContextThatMayNotBeSplitIsTooLong() {
        Inquiry inquiry = new Inquiry(judge(2_000, false));

        Score score = ((Inquiry.Standing.Settled) inquiry.stand(waste, SAMPLE, ledger::get)).score();

        assertThat(score.status()).isEqualTo(Status.CONTEXT_TOO_LONG);
    }

    @Test
    void anAnswerThatStoodAfterAReAskIsJudgedAsSuch() {
        Inquiry inquiry = new Inquiry(judge(128_000, true));
        Verdict uncited = new Verdict.Grades(
                List.of(
                        new Verdict.AspectGrade(0, Verdict.AspectStatus.COVERED, List.of(), ""),
                        new Verdict.AspectGrade(1, Verdict.AspectStatus.MISSING, List.of(), "the price")),
                "");
        answer(openOf(inquiry, sufficiency));
        for (JudgeRequest request : openOf(inquiry, sufficiency)) {
            put(request, LedgerEntry.ANSWERED, JudgementJson.write(uncited), true);
        }

        Score score = askedUntilSettled(inquiry, sufficiency).score();

        assertThat(score.status()).isEqualTo(Status.JUDGE_INVALID);
        assertThat(score.reason()).contains("cites no chunk");
    }

    private List<JudgeRequest> openOf(Inquiry inquiry, JudgedMetric metric) {
        return ((Inquiry.Standing.Open) inquiry.stand(metric, sample, ledger::get)).requests();
    }

    private Inquiry.Standing.Settled askedUntilSettled(Inquiry inquiry, JudgedMetric metric) {
        for (int round = 0; round < 5; round++) {
            Inquiry.Standing standing = inquiry.stand(metric, sample, ledger::get);
            if (standing instanceof Inquiry.Standing.Settled settled) {
                return settled;
            }
            answer(((Inquiry.Standing.Open) standing).requests());
        }
        throw new AssertionError("still open after five rounds");
    }

    private void answer(List<JudgeRequest> requests) {
        for (JudgeRequest request : new ArrayList<>(requests)) {
            Verdict verdict = new LexicalJudge().answer(request.question());
            put(request, LedgerEntry.ANSWERED, JudgementJson.write(verdict), false);
        }
    }

    private void put(JudgeRequest request, String outcome, @Nullable String judgement, boolean again) {
        ledger.put(
                request.key(),
                new LedgerEntry(
                        request.key(),
                        "1",
                        "openai",
                        "m",
                        null,
                        request.step(),
                        "run",
                        outcome,
                        judgement,
                        again,
                        "answered",
                        200,
                        "why",
                        null,
                        "json_schema",
                        1,
                        10,
                        10,
                        5,
                        Instant.EPOCH));
    }

    static ServedJudge judge(int window, boolean split) {
        return new ServedJudge(
                false,
                new Endpoint(URI.create("http://127.0.0.1/v1"), Map.of()),
                new ModelSettings("openai", "m", false, 0.0, null, null, window),
                new CallPolicy(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        1,
                        Duration.ofMillis(1),
                        Duration.ofMillis(1),
                        Duration.ofMillis(1),
                        1 << 20),
                new ServedJudge.QuotaPlan(null, null, 4),
                new ServedJudge.Caps(100, null, null, null),
                null,
                new ServedJudge.KeySource(null, null, "NO_KEY"),
                ServedJudge.Cache.WRITE,
                null,
                split,
                12);
    }
}
