package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.json.RawJson;
import io.ctxeval.score.TraceFindings.HandoffPair;
import io.ctxeval.trace.AgentTrace;
import io.ctxeval.trace.TraceDefaults;
import org.junit.jupiter.api.Test;

class CompanionsTest {
    private final TraceScorer scorer = new TraceScorer();

    private HandoffPair pair(String events) {
        return scorer.score(
                        new AgentTrace(RawJson.of(events), RawJson.of("[\"a\",\"b\"]"), null, true), TraceDefaults.NONE)
                .pairs()
                .get(0);
    }

    private static String response(String contentJson) {
        return "{\"event_type\":\"llm_response\",\"agent_name\":\"a\",\"data\":{\"response_content\":" + contentJson
                + "}}";
    }

    private static String request(String messagesJson) {
        return "{\"event_type\":\"llm_request\",\"agent_name\":\"b\",\"data\":{\"messages\":" + messagesJson + "}}";
    }

    @Test
    void givesMultilineTextHandedOverWholeItsFullDue() {
        HandoffPair pair = pair("[" + response("\"some line\\nother line\\nthird\"") + ","
                + request("[{\"role\":\"user\",\"content\":\"Input:\\nsome  line other\\nline\\nthird\"}]") + "]");
        assertThat(pair.contextPassedScore()).isLessThan(10.0);
        assertThat(pair.textFidelity()).isEqualTo(1.0);
        assertThat(pair.nextRequestFidelity()).isEqualTo(1.0);
        assertThat(pair.carriedCharsShare()).isEqualTo(1.0);
    }

    @Test
    void countsWordsWithTheirMultiplicities() {
        HandoffPair pair = pair("[" + response("\"red red red blue\"") + "," + request("[\"Red! red? green\"]") + "]");
        assertThat(pair.textFidelity()).isEqualTo(0.5);
        assertThat(pair.carriedCharsShare()).isEqualTo(0.0);
    }

    @Test
    void looksAtTextPartsAndNotAtRolesKeysOrToolCalls() {
        HandoffPair pair = pair("[" + response("\"user content text alpha\"") + ","
                + request(
                        "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"alpha\"},\"beta\",{\"type\":\"image\"}],"
                                + "\"tool_calls\":[{\"text\":\"content\"}]},{\"content\":null},7]")
                + "]");
        assertThat(pair.textFidelity()).isEqualTo(0.25);
    }

    @Test
    void comparesTheFirstRequestAfterTheLastResponse() {
        HandoffPair pair = pair("[" + request("[\"early\"]") + "," + response("\"alpha beta\"") + ","
                + request("[\"alpha\"]") + "," + request("[\"nothing of it\"]") + "]");
        assertThat(pair.textFidelity()).isEqualTo(0.0);
        assertThat(pair.nextRequestFidelity()).isEqualTo(0.5);
        assertThat(pair.nextRequestReason()).isNull();
    }

    @Test
    void saysThatThereIsNoLaterRequest() {
        HandoffPair pair = pair("[" + request("[\"alpha beta\"]") + "," + response("\"alpha beta\"") + "]");
        assertThat(pair.textFidelity()).isEqualTo(1.0);
        assertThat(pair.nextRequestFidelity()).isNull();
        assertThat(pair.nextRequestReason()).isEqualTo("no_later_request");
    }

    @Test
    void weighsCarriedSentencesByTheirCodePoints() {
        HandoffPair pair = pair("[" + response("\"First one stays. 第二句丢了。 Third one stays\\ntoo late\"") + ","
                + request("[\"So: First one stays. And Third one stays\"]") + "]");
        // 16 + 6 + 15 + 8 code points, of which the first and the third segment arrive
        assertThat(pair.carriedCharsShare()).isEqualTo(31.0 / 45);
    }

    @Test
    void isNullWhereThereIsNothingToCompare() {
        HandoffPair blank = pair("[" + response("\" \\n\"") + "," + request("[\"x\"]") + "]");
        assertThat(blank.textFidelity()).isNull();
        assertThat(blank.carriedCharsShare()).isNull();
        HandoffPair wordless = pair("[" + response("\"?!\"") + "," + request("[\"x\"]") + "]");
        assertThat(wordless.textFidelity()).isNull();
        HandoffPair silent = pair("[" + request("[\"x\"]") + "]");
        assertThat(silent.textFidelity()).isNull();
        assertThat(silent.nextRequestReason()).isNull();
        assertThat(silent.outputTokens()).isNull();
    }
}
