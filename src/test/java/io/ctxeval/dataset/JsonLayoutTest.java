package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLayoutTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1}\n{\"b\":2}\n",
                "{\"a\":1}",
                "{\"a\":1}{\"b\":2}\n",
                "{\"a\":1} trailing\n{}",
                "{\"a\":\"cut inside a text\n{\"b\":2}\n",
                "{\"a\":1, \"b\":2\n{\"b\":2}\n",
                "{\"a\":1, \"b\":",
                "not json\n{}"
            })
    void readsLinesThatStandForThemselves(String text) throws IOException {
        assertThat(isLines(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"a\":1}]",
                "[\n{\"a\":1}\n]",
                "{\n \"a\":1\n}\n{\n \"b\":1\n}",
                "{\"rows\":[\n{\"a\":1}\n]}",
                "{\"a\":1,\n\"b\":2}",
                "{\"a\":1\n,\"b\":2}",
                "{\r\n\"a\":1}",
                "{\"a\":\n{\"b\":2}\n}"
            })
    void readsValuesThatSpanLinesFromTheStart(String text) throws IOException {
        assertThat(isLines(text)).isFalse();
    }

    private static boolean isLines(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return JsonLayout.isLines(bytes[0], new ByteArrayInputStream(bytes, 1, bytes.length));
    }
}
