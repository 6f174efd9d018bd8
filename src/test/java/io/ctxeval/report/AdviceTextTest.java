package io.ctxeval.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.insight.Advice;
import org.junit.jupiter.api.Test;

class AdviceTextTest {
    @Test
    void namesTheNumberOfChunksWhatIsKeptAndWhatIsSaved() {
        assertThat(AdviceText.of(new Advice.Fewer(4, 10, 0.9918, 0.58, 1000)))
                .isEqualTo("k = 4 instead of 10 keeps 99.2 % of sufficiency and saves 58.0 % of context tokens");
        assertThat(AdviceText.of(new Advice.Fewer(60, null, 1, 0.4, 30)))
                .isEqualTo(
                        "k = 60 instead of all chunks keeps 100.0 % of sufficiency and saves 40.0 % of context tokens");
    }

    @Test
    void saysWhyThereIsNone() {
        assertThat(AdviceText.of(new Advice.None("ctx_suff was not judged")))
                .isEqualTo("no advice on k: ctx_suff was not judged");
    }
}
