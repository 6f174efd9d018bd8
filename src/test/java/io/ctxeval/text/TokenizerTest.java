package io.ctxeval.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TokenizerTest {
    @Test
    void charactersCountByCodePoints() {
        Tokenizer tokenizer = Tokenizer.named("chars4");
        assertThat(tokenizer.name()).isEqualTo("chars4");
        assertThat(tokenizer.count("")).isZero();
        assertThat(tokenizer.count("abcd")).isEqualTo(1);
        assertThat(tokenizer.count("abcde")).isEqualTo(2);
        assertThat(tokenizer.count("\uD83D\uDE00".repeat(4))).isEqualTo(1);
    }

    @Test
    void bytePairEncodingsCountAsTheirPublishedExamples() {
        // From OpenAI's cookbook "How to count tokens with tiktoken".
        Tokenizer o200k = Tokenizer.named("o200k_base");
        Tokenizer cl100k = Tokenizer.named("cl100k_base");
        assertThat(o200k.count("antidisestablishmentarianism")).isEqualTo(6);
        assertThat(cl100k.count("antidisestablishmentarianism")).isEqualTo(6);
        assertThat(cl100k.count("2 + 2 = 4")).isEqualTo(7);
        assertThat(o200k.count("2 + 2 = 4")).isEqualTo(7);
        assertThat(cl100k.count("お誕生日おめでとう")).isEqualTo(9);
        assertThat(o200k.count("お誕生日おめでとう")).isEqualTo(8);
    }

    @Test
    void specialTokensAreOrdinaryText() {
        assertThat(Tokenizer.named("cl100k_base").count("<|endoftext|>")).isGreaterThan(1);
    }

    @Test
    void segmentsGetTheTokensThatOverlapThem() {
        String text = "One two. Dreißig Wörter!  お誕生日おめでとう。\n\nLast one here;";
        for (String name : Tokenizer.NAMES) {
            Tokenizer tokenizer = Tokenizer.named(name);
            WordScanner scanner = new WordScanner();
            scanner.scan(text);
            int[] counts = new int[scanner.firstSegment(1)];
            assertThat(tokenizer.count(text, scanner, 0, counts)).isEqualTo(tokenizer.count(text));
            int[] alone =
                    Segments.texts(text).stream().mapToInt(tokenizer::count).toArray();
            assertThat(counts).as(name).hasSameSizeAs(alone);
            for (int i = 0; i < counts.length; i++) {
                // A space before the first word may merge with it or not.
                assertThat(counts[i])
                        .as("%s, segment %d of %s", name, i, Arrays.toString(alone))
                        .isBetween(alone[i] - 1, alone[i] + 1);
            }
        }
    }

    @Test
    void unpairedSurrogatesAreCounted() {
        String text = "one \uD800 two. three \uDC00 four";
        WordScanner scanner = new WordScanner();
        scanner.scan(text);
        int[] counts = new int[2];
        int all = Tokenizer.named("o200k_base").count(text, scanner, 0, counts);
        assertThat(counts[0]).isPositive();
        assertThat(counts[1]).isPositive();
        assertThat(counts[0] + counts[1]).isEqualTo(all);
    }

    @Test
    void anUnknownNameIsRefused() {
        assertThatThrownBy(() -> Tokenizer.named("p50k"))
                .hasMessageContaining("tokenizer: p50k")
                .hasMessageContaining("chars4");
    }
}
