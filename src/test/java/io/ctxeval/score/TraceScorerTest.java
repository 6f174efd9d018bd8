package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.json.MalformedJson;
import io.ctxeval.json.RawJson;
import io.ctxeval.score.TraceFindings.Branch;
import io.ctxeval.score.TraceFindings.HandoffPair;
import io.ctxeval.trace.AgentTrace;
import io.ctxeval.trace.TraceDefaults;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceScorerTest {
    private final TraceScorer scorer = new TraceScorer();

    private static @Nullable RawJson json(@Nullable String text) {
        return text == null ? null : RawJson.of(text);
    }

    private TraceFindings score(@Nullable String events, @Nullable String order, @Nullable String ledger) {
        return scorer.score(new AgentTrace(json(events), json(order), json(ledger), true), TraceDefaults.NONE);
    }

    private TraceFindings configured(@Nullable String events, @Nullable String ledger, TraceDefaults defaults) {
        return scorer.score(new AgentTrace(json(events), null, json(ledger), true), defaults);
    }

    private static String response(String agentJson, String contentJson) {
        return "{\"event_type\":\"llm_response\",\"agent_name\":" + agentJson + ",\"data\":{\"response_content\":"
                + contentJson + "}}";
    }

    private static String request(String agentJson, String messagesJson) {
        return "{\"event_type\":\"llm_request\",\"agent_name\":" + agentJson + ",\"data\":{\"messages\":" + messagesJson
                + "}}";
    }

    private static String list(String... items) {
        return "[" + String.join(",", items) + "]";
    }

    private static HandoffPair only(TraceFindings found) {
        assertThat(found.pairs()).hasSize(1);
        return found.pairs().get(0);
    }

    @Test
    void derivesTheOrderFromAgentStartsBeforeCalls() {
        String start = "{\"event_type\":\"agent_start\",\"agent_name\":\"%s\"}";
        TraceFindings found = score(
                list(response("\"c\"", "\"x\""), start.formatted("b"), start.formatted("a"), start.formatted("b")),
                null,
                null);
        assertThat(found.agentOrder()).containsExactly("b", "a");
        assertThat(found.agentOrderSource()).isEqualTo("agent_start");
    }

    @Test
    void derivesTheOrderFromCallsIfNoAgentStarts() {
        String events = list(
                "{\"event_type\":\"tool_call_start\",\"agent_name\":\"z\"}",
                response("\"b\"", "\"\""),
                request("\"a\"", "[]"),
                response("7", "null"),
                request("null", "[1]"));
        TraceFindings found = score(events, "null", null);
        assertThat(found.agentOrder()).containsExactly("b", "a", "7");
        assertThat(found.agentOrderSource()).isEqualTo("first_event");
        assertThat(found.handoffCoverage()).isZero();
    }

    @Test
    void takesAConfiguredOrderForATraceWithEventsAndNoOrder() {
        TraceDefaults defaults = new TraceDefaults(List.of("a", "b"), Map.of());
        String events = list(response("\"a\"", "\"word\""), request("\"b\"", "[\"word\"]"));
        TraceFindings found = configured(events, null, defaults);
        assertThat(found.agentOrderSource()).isEqualTo("configured");
        assertThat(only(found).branch()).isEqualTo(Branch.VERBATIM);
        TraceFindings ledgerOnly = configured(null, "[{}]", defaults);
        assertThat(ledgerOnly.handoff().reason()).isEqualTo("trace_events: missing");
        assertThat(ledgerOnly.agentOrder()).isNull();
    }

    @Test
    void takesAnEmptyOrderAsGiven() {
        TraceFindings found = score(list(response("\"a\"", "\"x\"")), "[]", null);
        assertThat(found.agentOrder()).isEmpty();
        assertThat(found.agentOrderSource()).isEqualTo("given");
        assertThat(found.handoff()).isEqualTo(Score.notApplicable("agent_order: no name, a hand-off needs two"));
        assertThat(found.contentLossDetected()).isFalse();
    }

    @Test
    void walksAnOrderGivenAsTextCodePointByCodePoint() {
        TraceFindings found = score(list(response("\"🚀\"", "\"x\""), request("\"b\"", "\"x\"")), "\"🚀b\"", null);
        assertThat(found.agentOrder()).containsExactly("🚀", "b");
        assertThat(only(found).contextPassedScore()).isEqualTo(10.0);
    }

    @Test
    void takesOneAndOnePointZeroAndTrueForOneAgentButNotTheText() {
        String events = list(response("1.0", "\"word\""), request("true", "[\"word\"]"));
        assertThat(only(score(events, "[1, true]", null)).branch()).isEqualTo(Branch.VERBATIM);
        assertThat(only(score(events, "[1e0, 1]", null)).reasoning()).isEqualTo("Context flow from 1.0 to 1");
        assertThat(only(score(events, "[\"1\", 1]", null)).branch()).isEqualTo(Branch.MISSING_OUTPUT);
    }

    @Test
    void keepsAPairWithNullOrFalsyNamesNeutral() {
        TraceFindings found =
                score(list(response("null", "\"x\""), request("0", "[1]")), "[null, 0, false, \"\"]", null);
        assertThat(found.agentOrder()).containsExactly(null, "0", "False", "");
        assertThat(found.pairs()).extracting(HandoffPair::contextPassedScore).containsOnly(5.0);
        assertThat(found.pairs().get(0).reasoning()).isEqualTo("Context flow from None to 0");
    }

    @Test
    void readsKeysInAnyOrderEscapedAndRepeated() {
        String events = list(
                "{\"data\":{\"response_content\":\"old text\"},\"data\":{\"x\":1,\"response\\u005fcontent\":\"new text\"},"
                        + "\"agent_name\":\"\\u0061\",\"event_type\":\"llm\\u005fresponse\"}",
                request("\"b\"", "[{\"role\":\"old text\",\"role\":\"new text\"}]"));
        HandoffPair pair = only(score(events, "[\"a\",\"b\"]", null));
        assertThat(pair.branch()).isEqualTo(Branch.VERBATIM);
    }

    @Test
    void comparesTheFirstTwoHundredCodePointsNotUnits() {
        String head = "🚀".repeat(150) + "x".repeat(50);
        String order = "[\"a\",\"b\"]";
        HandoffPair passed = only(score(
                list(response("\"a\"", "\"" + head + "tail\""), request("\"b\"", "[\"" + head + "\"]")), order, null));
        assertThat(passed.branch()).isEqualTo(Branch.VERBATIM_PREFIX);
        assertThat(passed.contextRelevanceScore()).isEqualTo(9.0);
        String shorter = head.substring(0, head.length() - 1);
        HandoffPair lost = only(score(
                list(response("\"a\"", "\"" + head + "tail\""), request("\"b\"", "[\"" + shorter + "\"]")),
                order,
                null));
        assertThat(lost.branch()).isEqualTo(Branch.OVERLAP);
        assertThat(lost.contextPassedScore()).isEqualTo(2.0);
    }

    @Test
    void flagsBelowFiveStrictly() {
        assertThat(HandoffPairs.passed(1, 4)).isEqualTo(5.0);
        HandoffPair quarter = only(score(
                list(response("\"a\"", "\"alpha bravo charlie delta\""), request("\"b\"", "\"so alpha\"")),
                "[\"a\",\"b\"]",
                null));
        assertThat(quarter.contextPassedScore()).isEqualTo(5.0);
        assertThat(quarter.contentLossDetected()).isFalse();
        assertThat(quarter.outputTokens()).isEqualTo(4);
        assertThat(quarter.sharedTokens()).isEqualTo(1);
    }

    @Test
    void refusesAFaultInTheEventsOnlyWithTwoNames() {
        String events = list("7", response("\"a\"", "\"x\""));
        assertThat(score(events, "[\"a\"]", null).handoff().status()).isEqualTo(Status.NOT_APPLICABLE);
        TraceFindings refused = score(events, "[\"a\",\"b\"]", null);
        assertThat(refused.handoff())
                .isEqualTo(Score.invalidInput("trace_events[0]: found a number, expected an object"));
        assertThat(refused.agentOrder()).containsExactly("a", "b");
        assertThat(refused.contentLossDetected()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | agent_order: found a number, expected a list of names",
                "true | agent_order: found true, expected a list of names",
                "{\"a\":1,\"b\":2} | agent_order: found an object, expected a list of names",
                "[\"a\",[]] | agent_order[1]: found a list, expected text"
            })
    void refusesAnOrderThatIsNoListOfNames(String order, String reason) {
        assertThat(score("[]", order, null).handoff()).isEqualTo(Score.invalidInput(reason));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "false", "\"\"", "{}", "{\"a\":1}", "[[1]]", "\"a\""})
    void hasNoPairWithLessThanTwoNames(String order) {
        assertThat(score("[]", order, null).handoff().status()).isEqualTo(Status.NOT_APPLICABLE);
    }

    @Test
    void toleratesAResponseThatIsNoTextIfNobodyReadsIt() {
        String order = "[\"a\",\"b\"]";
        assertThat(only(score(list(response("\"a\"", "42")), order, null)).branch())
                .isEqualTo(Branch.MISSING_INPUT);
        assertThat(score(list(response("\"a\"", "42"), request("\"b\"", "[1]")), order, null)
                        .handoff())
                .isEqualTo(Score.invalidInput("trace_events[0].data.response_content: found a number, expected text"));
        assertThat(only(score(list(response("\"a\"", "0e5"), request("\"b\"", "[1]")), order, null))
                        .branch())
                .isEqualTo(Branch.MISSING_OUTPUT);
    }

    @Test
    void rejectsMalformedJsonByField() {
        assertThatThrownBy(() -> score("[{\"x\":}]", "[]", null))
                .isInstanceOf(MalformedJson.class)
                .hasMessageStartingWith("trace_events: not JSON at byte 6");
        assertThatThrownBy(() -> score("[]", "[] []", null)).hasMessageStartingWith("agent_order: not JSON at byte 3");
        assertThatThrownBy(() -> score("[]", "[]", "[01]")).hasMessageStartingWith("budget_ledger: not JSON");
        assertThat(score(list(response("\"a\"", "\"x\""), "{\"duration_ms\": NaN}"), "[\"a\",\"b\"]", null)
                        .handoff()
                        .status())
                .isEqualTo(Status.OK);
    }

    @Test
    void readsNonFiniteContentAsAbsentAndShowsItInsideMessages() {
        String order = "[\"a\",\"b\"]";
        assertThat(only(score(list(response("\"a\"", "NaN"), request("\"b\"", "[1]")), order, null))
                        .branch())
                .isEqualTo(Branch.MISSING_OUTPUT);
        assertThat(only(score(
                                list(
                                        response("\"a\"", "\"[nan, -inf, 1.0]\""),
                                        request("\"b\"", "[NaN,-Infinity,1.0]")),
                                order,
                                null))
                        .branch())
                .isEqualTo(Branch.VERBATIM);
    }

    @Test
    void countsUsedTokensFromTheCallsWhereThePlanHasBudgets() {
        String events =
                "[{\"event_type\":\"llm_response\",\"agent_name\":\"a\",\"prompt_tokens\":700,\"completion_tokens\":0,"
                        + "\"data\":{\"response_tokens\":50}},"
                        + "{\"event_type\":\"llm_response\",\"agent_name\":\"a\",\"prompt_tokens\":400,\"completion_tokens\":100,"
                        + "\"data\":{\"response_tokens\":50}},"
                        + "{\"event_type\":\"llm_response\",\"agent_name\":\"b\",\"data\":{}},"
                        + "{\"event_type\":\"llm_response\",\"agent_name\":\"c\",\"prompt_tokens\":1}]";
        TraceDefaults defaults = new TraceDefaults(null, Map.of("a", 1000L, "b", 10L));
        TraceFindings found = configured(events, null, defaults);
        assertThat(found.entries()).hasSize(1);
        assertThat(found.entries().get(0).usedTokens()).isEqualTo(BigInteger.valueOf(1250));
        assertThat(found.budget()).isEqualTo(new Score.Scored(7.5));
        assertThat(configured(events, "[]", defaults).budget()).isEqualTo(Score.notApplicable("budget_ledger: empty"));
        assertThat(configured("[]", null, defaults).budget().status()).isEqualTo(Status.NOT_APPLICABLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{\"used_tokens\":NaN}] | budget_ledger[0].used_tokens: found NaN, expected a whole number",
                "[{\"used_tokens\":1e400}] | budget_ledger[0].used_tokens: found 1e400, which is infinite as a double",
                "[{},{\"budget_tokens\":{\"a\":1}}] | budget_ledger[1].budget_tokens: found an object, expected a whole number",
                "[{\"used_tokens\":\" \"}] | budget_ledger[0].used_tokens: found the text \" \", expected a whole number",
                "[{\"used_tokens\":123456789012345678901234567890123456789}] "
                        + "| budget_ledger[0].used_tokens: found a number of more than 38 digits",
                "[{\"used_tokens\":1e39}] | budget_ledger[0].used_tokens: found a number of more than 38 digits",
                "{\"a\":1} | budget_ledger: found an object, expected a list",
                "\"x\" | budget_ledger: found text, expected a list"
            })
    void refusesALedgerThatTheReferenceOrTheTablesCannotTake(String ledger, String reason) {
        TraceFindings found = score(null, null, ledger);
        assertThat(found.budget()).isEqualTo(Score.invalidInput(reason));
        assertThat(found.entries()).isEmpty();
        assertThat(new OverallContext().score(found)).isEqualTo(Score.invalidInput(reason));
    }

    @ParameterizedTest
    @CsvSource({"12.5, 12", "13.5, 14", "0.5, 0", "1.5, 2", "12.500000000000002, 13", "1e20, 100000000000000000000"})
    void roundsPercentagesHalfToEven(double value, String expected) {
        assertThat(BudgetLedger.wholeNumber(value)).isEqualTo(expected);
    }

    @Test
    void averagesTheDimensionsThatAreThere() {
        TraceFindings ledgerOnly = score(null, null, "[{\"used_tokens\":5,\"budget_tokens\":10}]");
        assertThat(new OverallContext().score(ledgerOnly)).isEqualTo(new Score.Scored(10.0));
        TraceFindings nothing = score(null, null, null);
        assertThat(new OverallContext().score(nothing).status()).isEqualTo(Status.NOT_APPLICABLE);
        assertThat(new HandoffFidelity().score(nothing).reason()).isEqualTo("trace_events: missing");
        assertThat(new BudgetCompliance().score(nothing).reason()).isEqualTo("budget_ledger: missing");
        TraceFindings both = score("[]", "[\"a\",\"b\"]", "[{\"used_tokens\":5,\"budget_tokens\":10}]");
        assertThat(new OverallContext().score(both)).isEqualTo(new Score.Scored(7.5));
    }
}
