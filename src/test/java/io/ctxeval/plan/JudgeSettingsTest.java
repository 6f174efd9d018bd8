package io.ctxeval.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of a judge behind an endpoint that can't be right. */
class JudgeSettingsTest {
    @ParameterizedTest
    @ValueSource(strings = {"sk-CANARY-123456", "gsk_canary0f0f0f0f0f0f0f0f", "a key", "9x"})
    void aKeyInPlaceOfItsVariableIsRefusedAndNotShown(String key) {
        assertThat(Plans.problems(
                        Plans.arguments("input=a", "judge.kind=openai", "judge.model=m", "judge.key-env=" + key)))
                .singleElement()
                .asString()
                .startsWith("judge.key-env: must be the name of an environment variable")
                .doesNotContain(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:99999/v1",
                "http://127.0.0.1:0/v1",
                "http://host/v1#part",
                "ftp://host/v1",
                "host/v1",
                "http:///v1"
            })
    void anAddressThatCantBeCalledIsRefused(String url) {
        assertThat(Plans.problems(Plans.arguments("input=a", "judge.kind=openai", "judge.model=m", "judge.url=" + url)))
                .singleElement()
                .asString()
                .startsWith("judge.url: " + url + "; must be an http or https address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host", "connection", "Content-Length", "upgrade", "Transfer-Encoding"})
    void aHeaderThatIsTheConnectionsOwnIsRefused(String name) {
        assertThat(Plans.problems(Plans.arguments(
                        "input=a", "judge.kind=openai", "judge.model=m", "judge.headers." + name + "=x")))
                .singleElement()
                .asString()
                .startsWith("judge.headers." + name + ": is set by the connection itself");
    }
}
