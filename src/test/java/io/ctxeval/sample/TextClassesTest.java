package io.ctxeval.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextClassesTest {
    private static TextClasses of(String... texts) {
        return TextClasses.of(RetrievedContext.Chunks.of(texts).chunks());
    }

    @Test
    void numbersTextsInOrderOfFirstOccurrence() {
        TextClasses classes = of("", "b c", "a", " b\n c ", "A", "a", "  ");
        assertThat(classes.classCount()).isEqualTo(3);
        assertThat(classes.chunkCount()).isEqualTo(7);
        assertThat(new int[] {
                    classes.classOf(0),
                    classes.classOf(1),
                    classes.classOf(2),
                    classes.classOf(3),
                    classes.classOf(4),
                    classes.classOf(5),
                    classes.classOf(6)
                })
                .containsExactly(TextClasses.BLANK, 0, 1, 0, 2, 1, TextClasses.BLANK);
        assertThat(classes.representative(0)).isEqualTo(1);
        assertThat(classes.representative(1)).isEqualTo(2);
        assertThat(classes.representative(2)).isEqualTo(4);
        assertThat(classes.representativeTexts()).containsExactly("b c", "a", "A");
        assertThat(classes.isBlank(0)).isTrue();
        assertThat(classes.isBlank(1)).isFalse();
    }

    @Test
    void composedAndDecomposedSpellingsAreCopies() {
        assertThat(of("caf\u00e9 au lait", "cafe\u0301 au lait", "\u212A", "K").classCount())
                .isEqualTo(2);
    }

    @Test
    void anEmptyListHasNoClasses() {
        assertThat(of().classCount()).isZero();
        assertThat(of().representativeTexts()).isEmpty();
    }
}
