package io.ctxeval.dataset.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.dataset.mapping.ExpressionParser.BadExpression;
import io.ctxeval.dataset.mapping.ExpressionParser.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {
    private static @Nullable String value(String expression, Node record) throws BadExpression {
        Node value = ExpressionParser.expression(expression, Names.RECORD).valueIn(Scope.of(record));
        return value == null ? null : value.json();
    }

    private static @Nullable String value(String expression, String json) throws BadExpression {
        return value(expression, JsonValue.of(json));
    }

    private static boolean holds(String condition, String json) throws BadExpression {
        return ExpressionParser.condition(condition, Names.RECORD).holdsIn(Scope.of(JsonValue.of(json)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "a.b ~ {\"a\":{\"b\":1.0}} ~ 1.0",
                "a[].b ~ {\"a\":[{\"b\":1},{\"b\":2}]} ~ [1, 2]",
                "a[].b ~ {\"a\":[{\"b\":1},{},{\"b\":null}]} ~ [1, null, null]",
                "a[].b[].c ~ {\"a\":[{\"b\":[{\"c\":1},{\"c\":2}]},{\"b\":[{\"c\":3}]},{}]} ~ [1, 2, 3]",
                "a[].b ~ {\"a\":[{\"b\":[1,2]},{\"b\":[3]}]} ~ [1, 2, 3]",
                "a[0] ~ {\"a\":[7,8]} ~ 7",
                "a[-1] ~ {\"a\":[7,8]} ~ 8",
                "\"x.y\".z ~ {\"x.y\":{\"z\":1}} ~ 1",
                "`x.y` ~ {\"x.y\":2} ~ 2",
                "a.b.c ~ {\"a\":{\"b.c\":1}} ~ 1",
                "a.b.c ~ {\"a.b\":{\"c\":2}} ~ 2",
                "a.b.c ~ {\"a.b.c\":3,\"a\":{\"b\":{\"c\":1}}} ~ 3",
                "user question ~ {\"user question\":4} ~ 4",
                "ünï-cod€.k ~ {\"ünï-cod€\":{\"k\":5}} ~ 5",
                "a ~ {\"a\":1,\"a\":2} ~ 2"
            })
    void findsItsWay(String path, String json, String expected) throws BadExpression {
        assertThat(value(path, json)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "extract(a, '^([^/]+)') ~ {\"a\":\"writer/1f2e\"} ~ \"writer\"",
                "extract(a, '[0-9]+') ~ {\"a\":\"v12b3\"} ~ \"12\"",
                "extract(a, '([^/:]+)(?::[^/]*)?$') ~ {\"a\":\"weave:///e/p/op/answer:abc\"} ~ \"answer\"",
                "values(a) ~ {\"a\":{\"m\":1,\"n\":[2]}} ~ [1, [2]]",
                "values(a)[].t ~ {\"a\":\"{'m': {'t': 1}, 'n': {'t': 2}}\"} ~ [1, 2]",
                "sum(a) ~ {\"a\":[1,\"2\",3.0,null,\"x\",[4]]} ~ 6",
                "sum(a) ~ {\"a\":\"187.0\"} ~ 187",
                "a.docs[].d.t ~ {\"a\":{\"docs.10.d.t\":\"k\",\"docs.9.d.t\":\"j\",\"docs.0.d.t\":\"a\",\"docs.0.d.s\":1,\"docs.1.d.s\":2}} ~ [\"a\", null, \"j\", \"k\"]",
                "a.docs[] ~ {\"a\":{\"docs.1.t\":\"b\",\"docs.0\":\"a\",\"docs.x\":1,\"docs.01\":1,\"docsy.2.t\":1}} ~ [\"a\", {\"t\": \"b\"}]",
                "a.docs[].t ~ {\"a\":{\"docs\":[{\"t\":\"l\"}],\"docs.0.t\":\"f\"}} ~ [\"l\"]",
                "a.x.docs[].t ~ {\"a\":[{\"key\":\"x.docs.2.t\",\"value\":{\"stringValue\":\"c\"}},{\"key\":\"x.docs.0.t\",\"value\":{\"stringValue\":\"a\"}}]} ~ [\"a\", \"c\"]",
                "joined(a.docs[].t) ~ {\"a\":{\"docs.0.t\":[\"x\",\"y\"],\"docs.1.t\":\"z\"}} ~ [\"x y\", \"z\"]",
                "chunks(a.docs[].t) ~ {\"a\":{\"docs.0.t\":\"x\"}} ~ [\"x\"]",
                "sum(values(a)[].t) ~ {\"a\":{\"m\":{\"t\":7},\"n\":{\"t\":2},\"o\":{}}} ~ 9",
                "asked(a)[-1].content ~ {\"a\":[[\"user\",\"q\"],[\"assistant\",\"a\"],[\"user\",\"r\"],[\"assistant\",\"b\"]]} ~ \"r\""
            })
    void computes(String expression, String json, String expected) throws BadExpression {
        assertThat(value(expression, json)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"extract(a, 'x')", "values(b)", "sum(b)", "sum(c)", "asked(d)", "asked(b)", "extract(c, 'x')"})
    void computesNothingOfNothing(String expression) throws BadExpression {
        assertThat(value(expression, "{\"a\":\"yz\",\"c\":[],\"d\":[{\"role\":\"assistant\",\"content\":\"a\"}]}"))
                .isNull();
    }

    @Test
    void takesATextInSingleQuotesAsItStands() throws BadExpression {
        assertThat(value("'it''s'", "{}")).isEqualTo("\"it's\"");
    }

    @Test
    void refusesAPatternThatIsNone() {
        assertThatThrownBy(() -> ExpressionParser.expression("extract(a, '(')", Names.RECORD))
                .isInstanceOf(BadExpression.class)
                .hasMessageContaining("Unclosed group in the pattern (");
        assertThatThrownBy(() -> ExpressionParser.expression("extract(a)", Names.RECORD))
                .isInstanceOf(BadExpression.class)
                .hasMessageContaining("extract needs a pattern");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b",
                "a.b",
                "a[0]",
                "a[].b",
                "a.b[3].c",
                "parse(a).x",
                "chunks(b)",
                "messages(b)",
                "text(b)",
                "joined(b)"
            })
    void isNullWhereSomethingIsMissing(String expression) throws BadExpression {
        assertThat(value(expression, "{\"a\": 5}")).isNull();
    }

    @Test
    void readsOtlpPairsLikeObjects() throws BadExpression {
        String span = """
                {"attributes": [{"key": "gen_ai.usage.input_tokens", "value": {"intValue": "7"}},
                 {"key": "list", "value": {"arrayValue": {"values": [{"stringValue": "x"}, {"boolValue": true}]}}},
                 {"key": "map", "value": {"kvlistValue": {"values": [{"key": "k", "value": {"doubleValue": 1.5}}]}}}]}
                """;
        assertThat(value("attributes.gen_ai.usage.input_tokens", span)).isEqualTo("\"7\"");
        assertThat(value("attributes.list", span)).isEqualTo("[\"x\", true]");
        assertThat(value("attributes.map.k", span)).isEqualTo("1.5");
        assertThat(value("attributes.none", span)).isNull();
    }

    @Test
    void knowsRowsAndWhatLiesAround() throws BadExpression {
        Node record = JsonValue.of(
                "{\"name\":\"r\",\"a\":[{\"n\":1,\"b\":[{\"m\":10},{\"m\":11}]},{\"n\":2,\"b\":[{\"m\":20}]}]}");
        Path rows = (Path) ExpressionParser.expression("a[].b", Names.RECORD);
        List<Scope.Element> elements = new ArrayList<>();
        rows.rowsIn(Scope.of(record), elements);
        Names names = new Names(true, List.of());
        List<String> seen = new ArrayList<>();
        for (Scope.Element element : elements) {
            Scope scope = new Scope(record, element, join -> null, new Tally());
            StringBuilder line = new StringBuilder();
            for (String path : List.of("it.m", "up.n", "name")) {
                Node value = ExpressionParser.expression(path, names).valueIn(scope);
                line.append(value == null ? "-" : value.text()).append(' ');
            }
            seen.add(line.toString().strip());
        }
        assertThat(seen).containsExactly("10 1 r", "11 1 r", "20 2 r");
        assertThat(ExpressionParser.expression("up.up.x", names))
                .isEqualTo(new Path(new Path.Root.Row(2), List.of(new Path.Step.Key("x"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "a..b ~ expected a key",
                "a[x] ~ whole number in brackets",
                "a[ ~ whole number in brackets",
                "\"a ~ closing \"",
                "first(a) ~ no function is called first",
                "chunks(a ~ expected ')'",
                "chunks(a, b) ~ single quotes",
                "last_turn(a) ~ needs a role",
                "text(a, 'b') ~ takes one argument",
                "chunks(a, '') ~ empty",
                "a = 1 ~ expected the end",
                "'' ~ expected a key"
            })
    void saysWhereAnExpressionIsWrongAndWhatWasExpected(String expression, String message) {
        assertThatThrownBy(() -> ExpressionParser.expression(expression, Names.RECORD))
                .isInstanceOf(BadExpression.class)
                .hasMessageContaining("character ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t = 'x'",
                "t == \"x\"",
                "t != 'y'",
                "t <> 'y'",
                "t in ('y', 'x')",
                "t not in ('y')",
                "n = 1.0",
                "n = '1'",
                "b = true",
                "none is null",
                "t is not null and n is not null",
                "t = 'y' or n in (1, 2)",
                "(t = 'y' or n = 1) and b = true",
                "parse(j).k = 'v'",
                "o.q = 'it''s'"
            })
    void holds(String condition) throws BadExpression {
        assertThat(holds(
                        condition,
                        "{\"t\":\"x\",\"n\":1,\"b\":true,\"j\":\"{\\\"k\\\":\\\"v\\\"}\",\"o\":{\"q\":\"it's\"}}"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t = 'y'",
                "none = 'x'",
                "none != 'x'",
                "none not in ('x')",
                "t is null",
                "t = 1",
                "t = 'x' and n = 2"
            })
    void doesNotHold(String condition) throws BadExpression {
        assertThat(holds(condition, "{\"t\":\"x\",\"n\":1}")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "t = x", "t in 'x'", "t is 5", "t = 'x' and", "(t = 'x'", "t not 'x'"})
    void refusesWhatIsNoCondition(String condition) {
        assertThatThrownBy(() -> ExpressionParser.condition(condition, Names.RECORD))
                .isInstanceOf(BadExpression.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "messages(m) ~ {\"m\":[{\"role\":\"user\",\"content\":\"q\"}]}",
                "messages(m) ~ {\"m\":[{\"type\":\"human\",\"content\":\"q\"}]}",
                "messages(m) ~ {\"m\":[{\"lc\":1,\"type\":\"constructor\",\"id\":[\"langchain\",\"HumanMessage\"],\"kwargs\":{\"content\":\"q\"}}]}",
                "messages(m) ~ {\"m\":[[\"human\",\"q\"]]}",
                "messages(m) ~ {\"m\":[{\"source\":\"User\",\"type\":\"UserMessage\",\"content\":\"q\"}]}",
                "messages(m) ~ {\"m\":[{\"role\":\"user\",\"parts\":[{\"text\":\"q\"}]}]}",
                "messages(m) ~ {\"m\":\"[{\\\"role\\\":\\\"user\\\",\\\"parts\\\":[{\\\"type\\\":\\\"text\\\",\\\"content\\\":\\\"q\\\"}]}]\"}",
                "messages(m) ~ {\"m\":[{\"message.role\":\"user\",\"message.content\":\"q\"}]}",
                "messages(m) ~ {\"m\":[{\"message\":{\"role\":\"user\",\"content\":\"q\"}}]}",
                "messages(m) ~ {\"m\":\"q\"}",
                "messages(m) ~ {\"m\":{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}]}}",
                "messages(m, 'llm.input_messages') ~ {\"m\":{\"llm.input_messages.0.message.role\":\"user\",\"llm.input_messages.0.message.content\":\"q\"}}",
                "messages(m, 'gen_ai.prompt') ~ {\"m\":[{\"key\":\"gen_ai.prompt.0.role\",\"value\":{\"stringValue\":\"user\"}},{\"key\":\"gen_ai.prompt.0.content\",\"value\":{\"stringValue\":\"q\"}}]}",
                "messages(m, 'llm.input_messages') ~ {\"m\":{\"llm\":{\"input_messages\":[{\"message\":{\"role\":\"user\",\"content\":\"q\"}}]}}}"
            })
    void readsMessagesOfEveryTool(String expression, String json) throws BadExpression {
        assertThat(value(expression, json)).isEqualTo("[{\"role\": \"user\", \"content\": \"q\"}]");
    }

    @Test
    void joinsTextPartsAndLeavesImagesOut() throws BadExpression {
        String json = """
                {"m": [{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "u"}},
                 {"type": "text", "text": "b"}]}]}
                """;
        assertThat(value("last_turn(m, 'user')", json)).isEqualTo("\"a\\nb\"");
    }

    @Test
    void hasNoTextInAnAnswerThatOnlyCallsTools() throws BadExpression {
        String json = """
                {"m": [{"role": "assistant", "parts": [{"type": "tool_call", "name": "f", "arguments": {}}]}],
                 "n": {"choices": [{"message": {"role": "assistant", "content": null, "tool_calls": [{"id": "1"}]}}]}}
                """;
        assertThat(value("last_turn(m, 'assistant')", json)).isNull();
        assertThat(value("last_turn(n, 'assistant')", json)).isNull();
    }

    @Test
    void takesTheQuestionBeforeTheLastAnswer() throws BadExpression {
        String json = """
                {"m": [{"role": "user", "content": "q1"}, {"role": "assistant", "content": "a1"}, {"role": "user", "content": "q2"}],
                 "s": [{"role": "system", "content": "be brief"}]}
                """;
        assertThat(value("last_question(m)", json)).isEqualTo("\"q1\"");
        assertThat(value("last_turn(m, 'user')", json)).isEqualTo("\"q2\"");
        assertThat(value("last_turn(m, 'assistant')", json)).isEqualTo("\"a1\"");
        assertThat(value("last_question(s)", json)).isNull();
    }

    @Test
    void takesTheContextOfTheLastAnswer() throws BadExpression {
        String json = """
                {"m": [{"role": "assistant", "content": "a", "context": "old"},
                 {"role": "assistant", "content": "b", "context": {"citations": [{"id": "1", "content": "c"}]}}]}
                """;
        assertThat(value("turn_context(m)", json)).isEqualTo("[\"c\"]");
        assertThat(value("turn_context(m)", "{\"m\": [{\"role\": \"user\", \"content\": \"q\"}]}"))
                .isNull();
    }

    @Test
    void takesAnyValueAsText() throws BadExpression {
        assertThat(value("text(a)", "{\"a\": {\"content\": [{\"text\": \"x\"}]}}"))
                .isEqualTo("\"x\"");
        assertThat(value("text(a)", "{\"a\": {\"k\": 1.0}}")).isEqualTo("\"{\\\"k\\\":1.0}\"".replace(":1", ": 1"));
        assertThat(value("text(a)", "{\"a\": 1.0}")).isEqualTo("\"1.0\"");
    }

    @Test
    void entersTextThatHoldsJsonOrPython() throws BadExpression {
        assertThat(value("parse(a).k[0]", PlainValue.of(java.util.Map.of("a", "{'k': ['v']}"))))
                .isEqualTo("\"v\"");
        assertThat(value("parse(a)", "{\"a\": \"\\\"LLM\\\"\"}")).isEqualTo("\"LLM\"");
        assertThat(value("parse(a)", "{\"a\": \"plain\"}")).isEqualTo("\"plain\"");
    }

    @Test
    void joinsEachElementsTexts() throws BadExpression {
        String json = "{\"context\": [[\"T\", [\"s1 \", \"s2\"]], [\"U\", [\"s3.\", \"s4\"]]]}";
        assertThat(value("joined(context[][1])", json)).isEqualTo("[\"s1 s2\", \"s3. s4\"]");
    }

    @Test
    void takesNoListForAPlainValue() throws BadExpression {
        assertThat(value("plain(a)", "{\"a\": [\"x\"]}")).isNull();
        assertThat(value("plain(a)", PlainValue.of(java.util.Map.of("a", new CellText("['x', 'y']")))))
                .isNull();
        assertThat(value("plain(a)", "{\"a\": \"['x']\"}")).isEqualTo("\"['x']\"");
    }

    @Test
    void knowsWhichTopLevelNamesItMayBeginWith() throws BadExpression {
        Path path = ExpressionParser.expression("chunks(parse(a.b[].c), '|')", Names.RECORD)
                .path();
        assertThat(path.topNames()).containsExactly("a", "a.b");
        assertThat(Objects.requireNonNull(ExpressionParser.expression("parse(x).y", Names.RECORD))
                        .path()
                        .topNames())
                .containsExactly("x");
    }
}
