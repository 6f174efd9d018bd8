package io.ctxeval.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
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

    @Test
    void manyChunksAreClassedAsFewAre() {
        SplittableRandom random = new SplittableRandom(11);
        String alphabet = "ab \n\u00e9e\u0301\u212AK;\u037e";
        for (int round = 0; round < 3000; round++) {
            String[] few = new String[random.nextInt(1, 10)];
            for (int i = 0; i < few.length; i++) {
                StringBuilder text = new StringBuilder();
                for (int length = random.nextInt(4) + (round % 2) * 20; length > 0; length--) {
                    text.append(
                            round % 2 == 1 && length > 2 && length < 19
                                    ? 'x'
                                    : alphabet.charAt(random.nextInt(alphabet.length())));
                }
                few[i] = text.toString();
            }
            String[] many = Arrays.copyOf(few, few.length + 20);
            Arrays.fill(many, few.length, many.length, " ");
            TextClasses ofFew = of(few);
            TextClasses ofMany = of(many);
            for (int i = 0; i < few.length; i++) {
                assertThat(ofFew.classOf(i))
                        .as("seed 11 round %d of %s", round, Arrays.toString(few))
                        .isEqualTo(ofMany.classOf(i));
            }
        }
    }
}
