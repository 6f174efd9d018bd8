package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.json.JsonCursor;
import io.ctxeval.json.RawJson;
import io.ctxeval.score.TraceFindings.BudgetEntry;
import io.ctxeval.score.TraceFindings.HandoffPair;
import io.ctxeval.trace.AgentTrace;
import io.ctxeval.trace.TraceDefaults;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every field of the 100 scored and 12 refused cases that PraisonAI's own evaluator gave under CPython 3.11.7; see the README
 * beside the files. Doubles are compared by their bits.
 */
class TraceScorerGoldenTest {
    private static final ObjectMapper JACKSON = new ObjectMapper();
    /** One for all cases: a buffer that isn't cleared would show. */
    private static final TraceScorer SCORER = new TraceScorer();

    record Case(String id, AgentTrace trace, JsonNode expected) {
        @Override
        public String toString() {
            return id;
        }
    }

    static Stream<Case> scored() throws IOException {
        return cases("handoff_budget.jsonl");
    }

    static Stream<Case> refused() throws IOException {
        return cases("handoff_budget_refused.jsonl");
    }

    @ParameterizedTest
    @MethodSource("scored")
    void scoresAsTheReference(Case golden) {
        for (TraceScorer scorer : new TraceScorer[] {SCORER, TraceScorer.ofReferenceOnly()}) {
            TraceFindings found = scorer.score(golden.trace, TraceDefaults.NONE);
            JsonNode expected = golden.expected;
            assertScore(found.handoff(), expected.get("handoff_score"), expected.get("handoff"));
            assertScore(found.budget(), expected.get("budget_score"), expected.get("budget"));
            assertOverall(found, expected);
            assertThat(found.contentLossDetected())
                    .isEqualTo(expected.get("content_loss_detected").asBoolean());
            assertThat(found.pairs()).hasSize(expected.get("handoff").size());
            for (HandoffPair pair : found.pairs()) {
                assertPair(pair, expected.get("handoff").get(pair.position()));
            }
            assertThat(found.entries()).hasSize(expected.get("budget").size());
            for (BudgetEntry entry : found.entries()) {
                assertEntry(entry, expected.get("budget").get(entry.position()));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesWhatTheReferenceRefuses(Case golden) {
        TraceFindings found = SCORER.score(golden.trace, TraceDefaults.NONE);
        boolean budget = golden.id.matches("gr0(06|07|08|09|11)");
        Score refused = budget ? found.budget() : found.handoff();
        assertThat(refused.status()).isEqualTo(Status.INVALID_INPUT);
        assertThat(refused.reason())
                .startsWith(
                        switch (golden.id) {
                            case "gr001", "gr002", "gr012" -> "trace_events[0].data.response_content: found ";
                            case "gr003" -> "trace_events[0].data: found text";
                            case "gr004" -> "trace_events[0]: found text";
                            case "gr005" -> "trace_events[0].agent_name: found a list";
                            case "gr006", "gr008" -> "budget_ledger[0].budget_tokens: found ";
                            case "gr007", "gr011" -> "budget_ledger[0].used_tokens: found ";
                            case "gr009" -> "budget_ledger[0]: found null";
                            default -> "agent_order: found a number";
                        });
        assertThat(new OverallContext().score(found).status()).isEqualTo(Status.INVALID_INPUT);
        if (budget) {
            assertThat(found.entries()).isEmpty();
        } else {
            assertThat(found.pairs()).isEmpty();
            assertThat(found.contentLossDetected()).isNull();
            assertThat(found.handoffCoverage()).isNull();
        }
    }

    private static void assertScore(Score score, JsonNode value, JsonNode items) {
        if (items.isEmpty()) {
            assertThat(score.status()).isEqualTo(Status.NOT_APPLICABLE);
            assertThat(value.doubleValue()).isZero();
        } else {
            assertBits(((Score.Scored) score).value(), value);
        }
    }

    private static void assertOverall(TraceFindings found, JsonNode expected) {
        Score overall = new OverallContext().score(found);
        if (expected.get("handoff").isEmpty() && expected.get("budget").isEmpty()) {
            assertThat(overall.status()).isEqualTo(Status.NOT_APPLICABLE);
        } else {
            assertBits(((Score.Scored) overall).value(), expected.get("overall_score"));
        }
    }

    private static void assertPair(HandoffPair pair, JsonNode expected) {
        assertThat(pair.fromAgent()).isEqualTo(nameIn(expected.get("from_agent")));
        assertThat(pair.toAgent()).isEqualTo(nameIn(expected.get("to_agent")));
        assertBits(pair.contextPassedScore(), expected.get("context_passed_score"));
        assertBits(pair.contextRelevanceScore(), expected.get("context_relevance_score"));
        assertThat(pair.contentLossDetected())
                .isEqualTo(expected.get("content_loss_detected").asBoolean());
        assertThat(pair.lostContentSummary())
                .isEqualTo(expected.get("lost_content_summary").textValue());
        assertThat(pair.reasoning()).isEqualTo(expected.get("reasoning").textValue());
    }

    private static void assertEntry(BudgetEntry entry, JsonNode expected) {
        assertThat(entry.agentName()).isEqualTo(nameIn(expected.get("agent_name")));
        assertThat(entry.usedTokens())
                .isEqualTo(new BigInteger(expected.get("used_tokens").asText()));
        assertThat(entry.budgetTokens())
                .isEqualTo(new BigInteger(expected.get("budget_tokens").asText()));
        assertThat(entry.withinBudget()).isEqualTo(expected.get("within_budget").asBoolean());
        assertBits(entry.complianceScore(), expected.get("compliance_score"));
        assertThat(entry.reasoning()).isEqualTo(expected.get("reasoning").textValue());
    }

    private static void assertBits(double found, JsonNode expected) {
        assertThat(Double.doubleToRawLongBits(found))
                .as("%s, expected %s", found, expected)
                .isEqualTo(Double.doubleToRawLongBits(expected.doubleValue()));
    }

    private static @Nullable String nameIn(JsonNode name) {
        return name.isNull() ? null : name.asText();
    }

    /** The fields of a case as raw slices; the lines are read by the cursor so that halves of surrogate pairs survive. */
    private static Stream<Case> cases(String file) throws IOException {
        byte[] bytes;
        try (InputStream in = Objects.requireNonNull(
                TraceScorerGoldenTest.class.getResourceAsStream("/golden/praison/" + file), file)) {
            bytes = in.readAllBytes();
        }
        Stream.Builder<Case> cases = Stream.builder();
        JsonCursor cursor = new JsonCursor();
        cursor.reset(bytes, 0, bytes.length);
        while (cursor.peek() != JsonCursor.Token.END) {
            cases.add(oneCase(cursor));
        }
        return cases.build();
    }

    private static Case oneCase(JsonCursor cursor) throws IOException {
        String id = "";
        RawJson events = null;
        RawJson order = null;
        RawJson ledger = null;
        JsonNode expected = JACKSON.nullNode();
        cursor.enterObject();
        while (cursor.nextKey()) {
            String key = cursor.key();
            cursor.skip();
            RawJson value = cursor.value().json().equals("null") ? null : cursor.value();
            switch (key) {
                case "id" -> id = value == null ? "" : value.json().replace("\"", "");
                case "trace_events" -> events = value;
                case "agent_order" -> order = value;
                case "budget_ledger" -> ledger = value;
                case "expected" ->
                    expected = JACKSON.readTree(cursor.value().json().getBytes(StandardCharsets.UTF_8));
                default -> {}
            }
        }
        return new Case(id, new AgentTrace(events, order, ledger, true), expected);
    }
}
