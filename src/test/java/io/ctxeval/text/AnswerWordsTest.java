package io.ctxeval.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AnswerWordsTest {
    @Test
    void punctuationAndArticlesLeaveNoTrace() {
        assertThat(AnswerWords.words("The U.S.A.'s  1st — An “apple” a day, $5"))
                .containsExactly("usas", "1st", "apple", "day", "5");
        assertThat(AnswerWords.words("don’t don't")).containsExactly("dont", "dont");
        assertThat(AnswerWords.words(" the a.n! ")).isEmpty();
    }

    @Test
    void wordsStandInARow() {
        AnswerWords words = new AnswerWords();
        words.scan("One two three two four");
        words.scan("two, FOUR");
        words.scan("two the three");
        words.scan("an");
        words.scan("one three");
        assertThat(words.contains(0, 1)).isTrue();
        assertThat(words.contains(0, 2)).isTrue();
        assertThat(words.contains(0, 3)).isFalse();
        assertThat(words.contains(0, 4)).isFalse();
        assertThat(words.contains(1, 0)).isFalse();
    }

    @Test
    void scannedEqualsPlain() {
        long seed = 7;
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "aAnthe tHE.,'’-$é\u0000Σ\uD835\uDC00\uD801\uDC00\u3000x1\n";
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(50); i > 0; i--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            AnswerWords scanned = new AnswerWords();
            scanned.scan(text.toString());
            long[] plain = AnswerWords.words(text.toString()).stream()
                    .mapToLong(WordCode::of)
                    .toArray();
            assertThat(scanned.words(0))
                    .as("seed " + seed + " round " + round + ": " + text)
                    .isEqualTo(plain);
        }
    }
}
