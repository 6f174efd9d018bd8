package io.ctxeval.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SegmentsTest {
    @Test
    void splitsAfterSentenceEndsAtSemicolonsAndLineBreaks() {
        assertThat(Segments.texts("It rained; we left. Really?\tYes we did!\nv1.2 is out"))
                .containsExactly("It rained", "we left.", "Really?", "Yes we did!", "v1.2 is out");
    }

    @Test
    void splitsAfterIdeographicFullStops() {
        assertThat(Segments.texts("今日は雨。明日は晴｡終わり")).containsExactly("今日は雨。", "明日は晴｡", "終わり");
    }

    @Test
    void dropsPiecesWithoutContent() {
        assertThat(Segments.texts("No. It is. Ok; 7; ---; done")).containsExactly("It is.", "7", "done");
        assertThat(Segments.of("")).isEmpty();
        assertThat(Segments.of(" . ! ")).isEmpty();
    }

    @Test
    void segmentsAreRangesOfTheText() {
        String text = "  One two.   Three four ";
        assertThat(Segments.of(text)).containsExactly(new Segments.Segment(2, 10), new Segments.Segment(13, 23));
    }
}
