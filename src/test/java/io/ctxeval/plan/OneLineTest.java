package io.ctxeval.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneLineTest {
    @Test
    void theStartOfATextNeverHoldsHalfACharacter() {
        assertThat(OneLine.start("a😀😀", 2)).isEqualTo("a😀…");
        assertThat(OneLine.start("a😀😀", 3)).isEqualTo("a😀😀");
    }
}
