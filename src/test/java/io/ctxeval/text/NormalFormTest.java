package io.ctxeval.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NormalFormTest {
    @Test
    void foldsWhiteSpaceAndTrims() {
        assertThat(NormalForm.of("  a \t\n b\u00a0\u3000c ")).isEqualTo("a b c");
        assertThat(NormalForm.of(" \n ")).isEmpty();
        assertThat(NormalForm.of("")).isEmpty();
    }

    @Test
    void composesButKeepsCaseAndCompatibilityForms() {
        assertThat(NormalForm.of("Cafe\u0301 ﬁ")).isEqualTo("Caf\u00e9 ﬁ");
    }

    @Test
    void givesBackATextThatIsNormalAlready() {
        String text = "one two é";
        assertThat(NormalForm.of(text)).isSameAs(text);
    }

    @Test
    void blankIsOnlyWhiteSpace() {
        assertThat(NormalForm.isBlank("")).isTrue();
        assertThat(NormalForm.isBlank(" \u00a0\u2003\n")).isTrue();
        assertThat(NormalForm.isBlank(" .")).isFalse();
    }
}
