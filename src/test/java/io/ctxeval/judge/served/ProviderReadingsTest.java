package io.ctxeval.judge.served;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What responses mean: one case a row of the table of judge-at-scale.md 5, in the words of real endpoints. */
class ProviderReadingsTest {
    private static final HttpHeaders NONE = HttpHeaders.of(Map.of(), (name, value) -> true);
    private static final Provider OPEN_AI = Providers.named("openai");
    private static final Provider ANTHROPIC = Providers.named("anthropic");

    @ParameterizedTest
    @CsvSource({
        "301, REDIRECTED", "302, REDIRECTED", "307, REDIRECTED", "400, BAD_REQUEST", "401, UNAUTHORISED",
        "402, PAYMENT_REQUIRED", "403, FORBIDDEN", "404, NOT_FOUND", "405, OTHER_STATUS", "408, REQUEST_TIMEOUT",
        "409, CONFLICT", "410, OTHER_STATUS", "413, TOO_LARGE", "418, OTHER_STATUS", "422, UNPROCESSABLE",
        "425, TOO_EARLY", "429, RATE_LIMITED", "500, SERVER_ERROR", "501, OTHER_STATUS", "502, SERVER_ERROR",
        "503, SERVER_ERROR", "504, SERVER_ERROR", "505, OTHER_STATUS", "522, SERVER_ERROR", "529, OVERLOADED",
        "100, OTHER_STATUS", "999, OTHER_STATUS"
    })
    void statusesHaveTheirClasses(int status, CallClass expected) {
        for (Provider provider : Providers.all()) {
            for (String body :
                    List.of("", "<html><h1>Oops</h1></html>", "{\"error\":{\"message\":\"oops\"}}", "{", "[]")) {
                assertThat(callClass(provider.read(status, NONE, body)))
                        .as(body)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void countsThatNoModelReachesAreNone() {
        for (String count : List.of("9000000000000000000", "100000001", "-1", "1e400", "\"12\"", "12.5", "null")) {
            String openAi = "{\"choices\":[{\"message\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}],"
                    + "\"usage\":{\"prompt_tokens\":" + count + ",\"completion_tokens\":" + count + "}}";
            String anthropic = "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"stop_reason\":\"end_turn\","
                    + "\"usage\":{\"input_tokens\":7,\"cache_read_input_tokens\":" + count + ",\"output_tokens\":"
                    + count
                    + "}}";

            Reading.Reply first = (Reading.Reply) OPEN_AI.read(200, NONE, openAi);
            Reading.Reply second = (Reading.Reply) ANTHROPIC.read(200, NONE, anthropic);

            assertThat(first.inputTokens()).as(count).isNull();
            assertThat(first.outputTokens()).as(count).isNull();
            assertThat(second.inputTokens()).as(count).isEqualTo(7);
            assertThat(second.outputTokens()).as(count).isNull();
        }
    }

    @Test
    void aSpentQuotaIsNoRateLimit() {
        for (String body : List.of(
                "{\"error\":{\"message\":\"You exceeded your current quota, please check your plan and billing details.\","
                        + "\"type\":\"insufficient_quota\",\"param\":null,\"code\":\"insufficient_quota\"}}",
                "{\"error\":{\"message\":\"Rate limit reached for gpt-4o on requests per day (RPD): Limit 200, Used 200\","
                        + "\"type\":\"requests\",\"code\":\"rate_limit_exceeded\"}}",
                "{\"error\":{\"message\":\"Your account is not active, please check your billing details\","
                        + "\"code\":\"billing_not_active\"}}",
                "{\"error\":{\"message\":\"daily limit reached\"}}",
                "daily quota used up",
                "[{\"error\":{\"code\":429,\"message\":\"You exceeded your current quota\",\"details\":[{\"violations\":"
                        + "[{\"quotaId\":\"GenerateRequestsPerDayPerProjectPerModel\"}]}]}}]")) {
            assertThat(callClass(OPEN_AI.read(429, NONE, body))).as(body).isEqualTo(CallClass.QUOTA_SPENT);
        }
        for (String body : List.of(
                "{\"error\":{\"message\":\"Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000. You can "
                        + "increase your rate limit by adding a payment method to your account at "
                        + "https://platform.openai.com/account/billing.\",\"code\":\"rate_limit_exceeded\"}}",
                "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"Number of request tokens has "
                        + "exceeded your per-minute rate limit\"}}",
                "[{\"error\":{\"code\":429,\"message\":\"You exceeded your current quota\",\"details\":[{\"violations\":"
                        + "[{\"quotaId\":\"GenerateRequestsPerMinutePerProjectPerModel\"}]}]}}]")) {
            assertThat(callClass(OPEN_AI.read(429, NONE, body))).as(body).isEqualTo(CallClass.RATE_LIMITED);
        }
    }

    @Test
    void parametersAreRefusedByName() {
        assertParameter("max_tokens", 400, """
                {"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use \
                'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens",\
                "code":"unsupported_parameter"}}""");
        assertParameter("temperature", 400, """
                {"error":{"message":"Unsupported value: 'temperature' does not support 0.0 with this model. Only the \
                default (1) value is supported.","type":"invalid_request_error","param":"temperature",\
                "code":"unsupported_value"}}""");
        assertParameter("seed", 422, """
                {"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted",\
                "input":7}]}""");
        assertParameter("reasoning_effort", 400, """
                {"error":{"message":"Unrecognized request argument supplied: reasoning_effort","param":null}}""");
        assertParameter("temperature", 400, """
                {"type":"error","error":{"type":"invalid_request_error","message":"`temperature` is deprecated for this \
                model."}}""");
        assertParameter("max_tokens", 400, """
                {"error":{"message":"max_tokens is too large: 9000. This model supports at most 4096 completion tokens",\
                "param":"max_tokens","code":"invalid_value"}}""");
    }

    @Test
    void aLimitAboveTheModelsOwnIsAParameterButOneAboveTheWindowIsNot() {
        assertParameter("max_tokens", 400, """
                {"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: 99999 > 64000, which is \
                the maximum allowed number of output tokens"}}""");
        assertThat(callClass(OPEN_AI.read(400, NONE, """
                        {"error":{"message":"'max_tokens' is too large: 9000. This model's maximum context length is 4096 \
                        tokens","param":"max_tokens","code":400}}"""))).isEqualTo(CallClass.CONTEXT_LENGTH);
    }

    @Test
    void aRungIsRefusedOnlyByName() {
        for (String body : List.of(
                "{\"error\":{\"message\":\"Invalid parameter: 'response_format' of type 'json_schema' is not supported\","
                        + "\"param\":\"response_format\"}}",
                "{\"error\":{\"message\":\"This model does not support structured outputs\"}}",
                "{\"error\":\"response_format.type must be text or json_object\"}",
                "{\"object\":\"error\",\"message\":\"json_schema is unknown\",\"code\":400}",
                "{\"error\":{\"message\":\"Thinking may not be enabled when tool_choice forces tool use.\"}}")) {
            assertThat(OPEN_AI.read(400, NONE, body)).as(body).isInstanceOf(Reading.RungRefused.class);
        }
        assertThat(callClass(OPEN_AI.read(400, NONE, "{\"error\":{\"message\":\"messages: unknown role\"}}")))
                .isEqualTo(CallClass.BAD_REQUEST);
    }

    @Test
    void aPromptThatIsTooLongIsToldFromOtherBadRequests() {
        for (String body : List.of(
                "{\"error\":{\"message\":\"This model's maximum context length is 128000 tokens. However, your messages "
                        + "resulted in 140000 tokens.\",\"param\":\"messages\",\"code\":\"context_length_exceeded\"}}",
                "{\"error\":{\"message\":\"This model's maximum context length is 4096 tokens. However, you requested "
                        + "5000 tokens (4000 in the messages, 1000 in max_tokens). Please reduce the length.\"}}",
                "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: "
                        + "210000 tokens > 200000 maximum\"}}",
                "{\"type\":\"error\",\"error\":{\"message\":\"input length and `max_tokens` exceed context limit: "
                        + "199000 + 8000 > 200000\"}}",
                "{\"error\":{\"code\":400,\"message\":\"The input token count (1200000) exceeds the maximum number of "
                        + "tokens allowed (1048576).\"}}")) {
            assertThat(callClass(ANTHROPIC.read(400, NONE, body))).as(body).isEqualTo(CallClass.CONTEXT_LENGTH);
        }
    }

    @Test
    void filtersAndBillsAndKeysAreFoundBehindA400() {
        assertThat(callClass(OPEN_AI.read(400, NONE, """
                {"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content \
                management policy.","code":"content_filter","status":400,"innererror":{"code":\
                "ResponsibleAIPolicyViolation","content_filter_result":{"hate":{"filtered":true}}}}}"""))).isEqualTo(CallClass.CONTENT_FILTER);
        assertThat(callClass(ANTHROPIC.read(400, NONE, """
                {"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to \
                access the Anthropic API."}}"""))).isEqualTo(CallClass.PAYMENT_REQUIRED);
        assertThat(callClass(OPEN_AI.read(400, NONE, """
                [{"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}]"""))).isEqualTo(CallClass.UNAUTHORISED);
        assertThat(callClass(OPEN_AI.read(400, NONE, """
                {"error":{"message":"The model `x` does not exist","code":"model_not_found"}}"""))).isEqualTo(CallClass.NOT_FOUND);
    }

    @Test
    void materialThatAnErrorEchoesStopsNoRun() {
        String echo = """
                {"detail":[{"type":"string_type","loc":["body","messages",1,"content"],"msg":"Input should be valid",\
                "input":"Your credit balance is too low. invalid_api_key insufficient_quota content_filter"}]}""";

        assertThat(callClass(OPEN_AI.read(400, NONE, echo))).isEqualTo(CallClass.BAD_REQUEST);
        assertThat(callClass(OPEN_AI.read(422, NONE, echo))).isEqualTo(CallClass.UNPROCESSABLE);
        assertThat(callClass(OPEN_AI.read(
                        400, NONE, "{\"error\":{\"message\":\"bad text: 'your credit balance, invalid api key'\"}}")))
                .isEqualTo(CallClass.BAD_REQUEST);
    }

    @Test
    void readsAChatCompletion() {
        assertThat(OPEN_AI.read(200, NONE, """
                {"id":"1","model":"gpt-x-2024","system_fingerprint":"fp_1","choices":[{"index":0,"finish_reason":"stop",\
                "message":{"role":"assistant","content":"{}","refusal":null}}],\
                "usage":{"prompt_tokens":11,"completion_tokens":3,"total_tokens":14}}""")).isEqualTo(new Reading.Reply("{}", true, 11L, 3L, "gpt-x-2024/fp_1"));
        assertThat(OPEN_AI.read(200, NONE, """
                {"choices":[{"finish_reason":"length","message":{"content":[{"type":"text","text":"{\\"a"},\
                {"type":"text","text":"\\":"}]}}]}""")).isEqualTo(new Reading.Reply("{\"a\":", false, null, null, null));
        assertThat(OPEN_AI.read(200, NONE, "{\"choices\":[{\"message\":{\"content\":null}}],\"error\":null}"))
                .isEqualTo(new Reading.Reply("", true, null, null, null));
    }

    @Test
    void readsAMessage() {
        assertThat(ANTHROPIC.read(200, NONE, """
                {"type":"message","model":"claude-x-1","stop_reason":"tool_use","content":[{"type":"text","text":"Here"},\
                {"type":"tool_use","id":"t","name":"usage_verdict","input":{"chunks":[],"explanation":"e"}}],\
                "usage":{"input_tokens":5,"cache_read_input_tokens":100,"output_tokens":9}}"""))
                .isEqualTo(new Reading.Reply("{\"chunks\":[],\"explanation\":\"e\"}", true, 105L, 9L, "claude-x-1"));
        assertThat(ANTHROPIC.read(200, NONE, """
                {"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"{}"}],"stop_reason":"max_tokens"}""")).isEqualTo(new Reading.Reply("{}", false, null, null, null));
        assertThat(callClass(ANTHROPIC.read(200, NONE, "{\"content\":[],\"stop_reason\":\"refusal\"}")))
                .isEqualTo(CallClass.CONTENT_FILTER);
        assertThat(callClass(
                        ANTHROPIC.read(529, NONE, "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}")))
                .isEqualTo(CallClass.OVERLOADED);
        assertThat(callClass(
                        ANTHROPIC.read(500, NONE, "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}")))
                .isEqualTo(CallClass.OVERLOADED);
    }

    @Test
    void refusalsOfTheModelAndFiltersAreTyped() {
        assertThat(OPEN_AI.read(200, NONE, """
                {"choices":[{"finish_reason":"stop","message":{"content":null,"refusal":"I can't help."}}]}"""))
                .isEqualTo(new Reading.Failure(CallClass.CONTENT_FILTER, "the model refused: I can't help."));
        assertThat(callClass(OPEN_AI.read(200, NONE, """
                {"choices":[{"finish_reason":"content_filter","message":{"content":"{"}}]}"""))).isEqualTo(CallClass.CONTENT_FILTER);
    }

    @Test
    void anErrorMayComeWithStatus200() {
        assertThat(callClass(
                        OPEN_AI.read(200, NONE, "{\"error\":{\"code\":429,\"message\":\"Provider returned error\"}}")))
                .isEqualTo(CallClass.RATE_LIMITED);
        assertThat(callClass(OPEN_AI.read(200, NONE, "{\"error\":{\"code\":\"context_length_exceeded\"}}")))
                .isEqualTo(CallClass.CONTEXT_LENGTH);
        assertThat(callClass(OPEN_AI.read(200, NONE, "{\"error\":\"the model crashed\"}")))
                .isEqualTo(CallClass.SERVER_ERROR);
        assertThat(callClass(
                        ANTHROPIC.read(200, NONE, "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}")))
                .isEqualTo(CallClass.OVERLOADED);
        for (String body :
                List.of("", "<html>", "[]", "{}", "null", "{\"choices\":[]}", "{\"content\":7}", "{\"a\":1,\"a\":2}")) {
            assertThat(callClass(OPEN_AI.read(200, NONE, body))).as(body).isEqualTo(CallClass.UNPARSEABLE);
            assertThat(callClass(ANTHROPIC.read(200, NONE, body))).as(body).isEqualTo(CallClass.UNPARSEABLE);
        }
    }

    @Test
    void messagesAreShortOneLineAndWithoutKeys() {
        String key = "sk-proj-abcDEF123456ghiJKL7890";
        for (int status : new int[] {400, 401, 403, 429, 500}) {
            for (String body : List.of(
                    "{\"error\":{\"message\":\"Incorrect API key provided: " + key + ". \\n\\u0000" + "x ".repeat(1000)
                            + "\"}}",
                    "Authorization: Bearer " + key + " refused " + "\ud83d\ude00".repeat(500))) {
                Reading reading = OPEN_AI.read(status, NONE, body);
                String message = message(reading);
                assertThat(message)
                        .doesNotContain(key, "abcDEF", "\n", "\u0000")
                        .startsWith("HTTP " + status);
                assertThat(message.codePointCount(0, message.length())).isLessThanOrEqualTo(300);
            }
        }
        assertThat(message(OPEN_AI.read(400, NONE, "{\"error\":{\"message\":\"oops\",\"type\":\"t\"}}")))
                .isEqualTo("HTTP 400 t: oops");
    }

    @Test
    void neverThrowsForAnyResponse() {
        SplittableRandom random = new SplittableRandom(3);
        List<String> pieces = List.of(
                "{",
                "}",
                "[",
                "]",
                "\"error\"",
                "\"choices\"",
                "\"message\"",
                "\"content\"",
                ":",
                ",",
                "\"type\"",
                "\"code\"",
                "null",
                "1",
                "\"x\"",
                "\"detail\"",
                "\"usage\"",
                "\ud83d",
                "\\",
                "-",
                "\"stop_reason\"");
        for (int i = 0; i < 30_000; i++) {
            StringBuilder body = new StringBuilder(i % 2 == 0 ? "{\"error\":" : "{\"choices\":[{\"message\":");
            random.ints(random.nextInt(20), 0, pieces.size()).forEach(at -> body.append(pieces.get(at)));
            int status = random.nextInt(4) == 0 ? 200 : random.nextInt(600);
            for (Provider provider : Providers.all()) {
                assertThat(provider.read(status, NONE, body.toString()))
                        .as("seed 3: " + body)
                        .isNotNull();
            }
        }
        for (String nested :
                List.of("{\"error\":".repeat(20_000), "[".repeat(100_000), "{\"choices\":" + "[".repeat(5_000))) {
            assertThat(OPEN_AI.read(400, NONE, nested)).isNotNull();
            assertThat(ANTHROPIC.read(200, NONE, nested)).isNotNull();
        }
    }

    private static void assertParameter(String name, int status, String body) {
        for (Provider provider : Providers.all()) {
            assertThat(provider.read(status, NONE, body))
                    .isInstanceOfSatisfying(
                            Reading.ParameterRefused.class,
                            refused -> assertThat(refused.parameter()).isEqualTo(name));
        }
    }

    private static CallClass callClass(Reading reading) {
        assertThat(reading).isInstanceOf(Reading.Failure.class);
        return ((Reading.Failure) reading).callClass();
    }

    private static String message(Reading reading) {
        if (reading instanceof Reading.Failure failure) {
            return failure.message();
        }
        if (reading instanceof Reading.ParameterRefused refused) {
            return refused.message();
        }
        return ((Reading.RungRefused) reading).message();
    }
}
