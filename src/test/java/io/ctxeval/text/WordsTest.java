package io.ctxeval.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void cutsAtEverythingButLettersMarksAndDigits() {
        assertThat(Words.words("The U.S. isn't Ünïque: 東京"))
                .containsExactly("the", "u", "s", "isn", "t", "ünïque", "東", "京");
        assertThat(Words.words("well-known_name 3.5%")).containsExactly("well", "known", "name", "3", "5");
    }

    @Test
    void foldsCompatibilityForms() {
        assertThat(Words.words("ﬁne ① ｆｕｌｌ x²")).containsExactly("fine", "1", "full", "x2");
        assertThat(Words.words("cafe\u0301")).containsExactly("caf\u00e9");
    }

    @Test
    void lowersWithoutALocale() {
        assertThat(Words.words("TITLE ΟΔΟΣ İx")).containsExactly("title", "οδος", "i\u0307x");
    }

    @Test
    void takesScriptsWithoutSpacesCodePointByCodePoint() {
        assertThat(Words.words("abcไทยd")).containsExactly("abc", "ไ", "ท", "ย", "d");
        assertThat(Words.words("カタかな漢")).containsExactly("カ", "タ", "か", "な", "漢");
        assertThat(Words.words("한국어 말")).containsExactly("한국어", "말");
        assertThat(Words.words("\uD840\uDC00\uD840\uDC01")).containsExactly("\uD840\uDC00", "\uD840\uDC01");
    }

    @Test
    void nothingHasNoWords() {
        assertThat(Words.words("")).isEmpty();
        assertThat(Words.words(" \n\t—!?\uD800")).isEmpty();
    }

    @Test
    void contentIsLongOrHasADigitOrStandsAlone() {
        assertThat(Words.content("The big dogs of 7 sold a B2 in 東京 to dogs"))
                .containsExactly("dogs", "7", "sold", "b2", "東", "京");
    }
}
