package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonValuesTest {
    @Test
    void readsPrettyObjectsOneAfterAnother() throws IOException {
        assertThat(values("""
                {
                  "a": "x } y"
                }
                {
                  "b": [1, {"c": "\\"]"}]
                }
                """))
                .containsExactly("0:{\n  \"a\": \"x } y\"\n}", "19:{\n  \"b\": [1, {\"c\": \"\\\"]\"}]\n}");
    }

    @Test
    void readsTheElementsOfAListAtTheTop() throws IOException {
        assertThat(values("[\n {\"a\":1},\n {\"b\":2}\n]\n")).containsExactly("3:{\"a\":1}", "13:{\"b\":2}");
        assertThat(values("[]")).isEmpty();
        assertThat(values("[{}] [{}]")).containsExactly("1:{}", "6:{}");
        assertThat(values("[[1, 2], \"x,]\", NaN, 7]")).containsExactly("1:[1, 2]", "9:\"x,]\"", "16:NaN", "21:7");
    }

    @Test
    void handsOnWhatIsNoJsonPieceByPiece() throws IOException {
        assertThat(values("{\"a\":1}, }} ]x")).containsExactly("0:{\"a\":1}", "7:,", "9:}}", "12:]", "13:x");
    }

    @Test
    void givesTheSameValuesForAnySizeOfBlocks() throws IOException {
        String text = "[{\"a\": \"long enough to span several blocks\"}, 12345, {\"b\":[[],{}]}]  ";
        List<String> whole = values(text, 1 << 20);
        for (int blockBytes = 1; blockBytes < 80; blockBytes++) {
            assertThat(values(text, blockBytes)).as("blocks of %d", blockBytes).isEqualTo(whole);
        }
    }

    @Test
    void saysWhereATornDocumentBreaksOff() {
        assertThatThrownBy(() -> values("[{\"a\":1}, {\"b\":"))
                .isInstanceOf(EOFException.class)
                .hasMessage("the file ends inside a value that begins at byte 10");
        assertThatThrownBy(() -> values("[{\"a\":1}, "))
                .isInstanceOf(EOFException.class)
                .hasMessage("the file ends inside a list");
    }

    private static List<String> values(String text) throws IOException {
        return values(text, 16);
    }

    private static List<String> values(String text, int blockBytes) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        JsonValues values = new JsonValues(new ByteBlocks(new ByteArrayInputStream(bytes), 0, blockBytes));
        List<String> found = new ArrayList<>();
        while (values.next()) {
            int length = values.to() - values.from();
            found.add(
                    values.offset() + ":" + new String(values.bytes(), values.from(), length, StandardCharsets.UTF_8));
        }
        return found;
    }
}
