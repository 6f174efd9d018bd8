package io.ctxeval.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.json.JsonCursor.Token;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCursorTest {
    private static JsonCursor over(String json) {
        JsonCursor cursor = new JsonCursor();
        cursor.reset(RawJson.of(json));
        return cursor;
    }

    @Test
    void readsKeysAndValuesInTheirOrder() {
        JsonCursor cursor = over(" { \"id\" : -1.50e+3 , \"tags\":[ \"a\\n\", true,null ], \"id\":{} } ");
        cursor.enterObject();
        assertThat(cursor.nextKey()).isTrue();
        assertThat(cursor.key()).isEqualTo("id");
        assertThat(cursor.number()).isEqualTo("-1.50e+3");
        assertThat(cursor.nextKey()).isTrue();
        assertThat(cursor.keyIs("tags".getBytes(StandardCharsets.US_ASCII))).isTrue();
        cursor.enterArray();
        assertThat(cursor.nextElement()).isTrue();
        assertThat(cursor.peek()).isEqualTo(Token.STRING);
        assertThat(cursor.string()).isEqualTo("a\n");
        assertThat(cursor.value().json()).isEqualTo("\"a\\n\"");
        assertThat(cursor.nextElement()).isTrue();
        assertThat(cursor.peek()).isEqualTo(Token.TRUE);
        cursor.skip();
        assertThat(cursor.nextElement()).isTrue();
        assertThat(cursor.peek()).isEqualTo(Token.NULL);
        cursor.skip();
        assertThat(cursor.nextElement()).isFalse();
        assertThat(cursor.nextKey()).isTrue();
        assertThat(cursor.peek()).isEqualTo(Token.OBJECT);
        cursor.skip();
        assertThat(cursor.value().json()).isEqualTo("{}");
        assertThat(cursor.nextKey()).isFalse();
        assertThat(cursor.peek()).isEqualTo(Token.END);
    }

    @Test
    void goesThroughEmptyContainers() {
        JsonCursor cursor = over("[{ },[ ]]");
        cursor.enterArray();
        assertThat(cursor.nextElement()).isTrue();
        cursor.enterObject();
        assertThat(cursor.nextKey()).isFalse();
        assertThat(cursor.nextElement()).isTrue();
        cursor.enterArray();
        assertThat(cursor.nextElement()).isFalse();
        assertThat(cursor.nextElement()).isFalse();
        assertThat(cursor.peek()).isEqualTo(Token.END);
    }

    @Test
    void readsSeveralValuesOneAfterAnother() {
        JsonCursor cursor = over("{}\n[1]{\"a\":2} 3 \"x\"");
        List<String> values = new ArrayList<>();
        while (cursor.peek() != Token.END) {
            cursor.skip();
            values.add(cursor.value().json());
        }
        assertThat(values).containsExactly("{}", "[1]", "{\"a\":2}", "3", "\"x\"");
    }

    @Test
    void comparesAKeyWithItsEscapesResolved() {
        JsonCursor cursor = over("{\"event\\u005ftype\":1}");
        cursor.enterObject();
        assertThat(cursor.nextKey()).isTrue();
        assertThat(cursor.keyIs("event_type".getBytes(StandardCharsets.US_ASCII)))
                .isTrue();
        assertThat(cursor.keyIs("event_typ".getBytes(StandardCharsets.US_ASCII)))
                .isFalse();
        assertThat(cursor.key()).isEqualTo("event_type");
    }

    @Test
    void keepsHalvesOfSurrogatePairsAndJoinsWholeOnes() {
        assertThat(over("\"\\ud83d\\ude80 \\ud83d x \\ude80\"").string()).isEqualTo("🚀 \ud83d x \ude80");
    }

    @Test
    void readsNonFiniteLiteralsAsNullOnlyWhereAllowed() {
        for (String literal : List.of("NaN", "Infinity", "-Infinity")) {
            JsonCursor python = new JsonCursor(true);
            python.reset(RawJson.of("[" + literal + "]"));
            python.enterArray();
            assertThat(python.nextElement()).isTrue();
            assertThat(python.peek()).isEqualTo(Token.NULL);
            python.skip();
            assertThat(python.value().json()).isEqualTo(literal);
            assertThat(python.nextElement()).isFalse();
            assertThatThrownBy(() -> over(literal).skip()).isInstanceOf(MalformedJson.class);
        }
    }

    @Test
    void saysWhereWhatAndWhatInstead() {
        assertThatThrownBy(() -> over("{\"a\":[1,]}").skip())
                .isInstanceOf(MalformedJson.class)
                .hasMessage("not JSON at byte 8: found ']', expected a value");
        assertThatThrownBy(() -> over("{\"a\" 1}").skip()).hasMessage("not JSON at byte 5: found '1', expected ':'");
        assertThatThrownBy(() -> over("[\"ab").skip())
                .hasMessage("not JSON at byte 4: found the end of the text, expected the closing quote of a string");
        assertThatThrownBy(() -> over("\"a\tb\"").skip()).hasMessageContaining("found byte 0x09");
    }

    @Test
    void countsFaultsFromTheStartOfTheRange() {
        JsonCursor cursor = new JsonCursor();
        byte[] bytes = "xxxx[1}".getBytes(StandardCharsets.UTF_8);
        cursor.reset(bytes, 4, 7);
        assertThatThrownBy(cursor::skip).hasMessageStartingWith("not JSON at byte 2: found '}'");
    }

    @Test
    void neverReadsBeyondItsRange() {
        JsonCursor cursor = new JsonCursor();
        byte[] bytes = "[\"abcdefghijklmnop\"]".getBytes(StandardCharsets.UTF_8);
        cursor.reset(bytes, 0, 10);
        assertThatThrownBy(cursor::skip).isInstanceOf(MalformedJson.class);
        cursor.reset("12345".getBytes(StandardCharsets.UTF_8), 1, 3);
        assertThat(cursor.number()).isEqualTo("23");
    }

    @Test
    void refusesAMissingValueWhereOneIsDue() {
        JsonCursor cursor = over("{\"a\":");
        cursor.enterObject();
        assertThat(cursor.nextKey()).isTrue();
        assertThatThrownBy(cursor::peek).isInstanceOf(MalformedJson.class);
    }

    @Test
    void passesADeepTextWithoutTheStackAndRefusesADeeperOne() {
        String deep = "[".repeat(10_000) + "]".repeat(10_000);
        over(deep).skip();
        assertThatThrownBy(() -> over("[" + deep + "]").skip()).hasMessageContaining("at most 10000 lists and objects");
        JsonCursor flat = new JsonCursor(false, 2);
        flat.reset(RawJson.of("[[[]]]"));
        flat.enterArray();
        assertThat(flat.nextElement()).isTrue();
        assertThatThrownBy(flat::skip).isInstanceOf(MalformedJson.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"}\"} x",
                "[\"\\\\\"] x",
                "[\"\\\"]\\\\\\\"\"] x",
                "{\"long enough for eight bytes at a time\":[{\"a\\\\\":[]}]} x",
                "\"text\" x",
                "17 x",
                "null x"
            })
    void findsTheEndOfAValueWithoutValidatingIt(String json) {
        JsonCursor cursor = over(json);
        cursor.skipUnchecked();
        assertThat(cursor.value().json()).isEqualTo(json.substring(0, json.length() - 2));
    }
}
