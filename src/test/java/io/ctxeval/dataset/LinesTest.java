package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LinesTest {
    @Test
    void readsTheLastLineWithOrWithoutALineFeed() throws IOException {
        assertThat(lines("a\nbc\n", 1 << 20)).containsExactly("0:a", "2:bc");
        assertThat(lines("a\nbc", 1 << 20)).containsExactly("0:a", "2:bc");
        assertThat(lines("", 1 << 20)).isEmpty();
        assertThat(lines("\n\n", 1 << 20)).containsExactly("0:", "1:");
    }

    @Test
    void takesUnicodeLineSeparatorsForText() throws IOException {
        assertThat(lines("a\u2028b\u0085c\n", 1 << 20)).containsExactly("0:a\u2028b\u0085c");
    }

    @Test
    void givesEachLineOnceWhereverAFileIsCut() throws IOException {
        String text = "{\"a\":1}\n\n{\"b\":2}\r\nlonger than a block of eight\n{}";
        List<String> whole = lines(text, 1 << 20);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            List<String> parts = new ArrayList<>(part(bytes, 0, cut, 8));
            parts.addAll(part(bytes, cut, bytes.length, 8));
            assertThat(parts).as("cut at %d", cut).isEqualTo(whole);
        }
    }

    @Test
    void givesTheSameLinesForAnySizeOfBlocks() throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            text.append("x".repeat(random.nextInt(40))).append('\n');
        }
        List<String> whole = lines(text.toString(), 1 << 20);
        for (int blockBytes = 1; blockBytes < 100; blockBytes++) {
            assertThat(lines(text.toString(), blockBytes))
                    .as("blocks of %d", blockBytes)
                    .isEqualTo(whole);
        }
    }

    @Test
    void keepsEarlierLinesWhenItReadsOn() throws IOException {
        ByteBlocks blocks =
                new ByteBlocks(new ByteArrayInputStream("first\nsecond\n".getBytes(StandardCharsets.UTF_8)), 0, 4);
        Lines lines = new Lines(blocks, Long.MAX_VALUE, true);
        assertThat(lines.next()).isTrue();
        byte[] bytes = lines.bytes();
        int from = lines.from();
        int to = lines.to();
        assertThat(lines.next()).isTrue();
        assertThat(new String(bytes, from, to - from, StandardCharsets.UTF_8)).isEqualTo("first");
    }

    private static List<String> lines(String text, int blockBytes) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return part(bytes, 0, bytes.length, blockBytes);
    }

    private static List<String> part(byte[] bytes, int from, int to, int blockBytes) throws IOException {
        int start = Math.max(0, from - 1);
        ByteBlocks blocks =
                new ByteBlocks(new ByteArrayInputStream(bytes, start, bytes.length - start), start, blockBytes);
        Lines lines = new Lines(blocks, to, from == 0);
        List<String> found = new ArrayList<>();
        while (lines.next()) {
            String line = new String(lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.UTF_8);
            found.add(lines.offset() + ":" + line.strip());
        }
        return found;
    }
}
