package io.ctxeval.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.insight.Advice;
import io.ctxeval.insight.RankFigures;
import io.ctxeval.summary.GroupKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    void anAdviceOverAllRowsNamesTheGroupsThatHaveNone() {
        Map<GroupKey, List<RankFigures>> byGroup = new TreeMap<>();
        byGroup.put(GroupKey.WHOLE, List.of());
        assertThat(AdviceText.exceptions(byGroup)).isEmpty();
        byGroup.put(GroupKey.of(List.of("v"), Map.of("v", "v2")), List.of());
        assertThat(AdviceText.exceptions(byGroup)).isEqualTo("; not for v=v2 (no chunk was judged)");
        for (int i = 3; i < 7; i++) {
            byGroup.put(GroupKey.of(List.of("v"), Map.of("v", "v" + i)), List.of());
        }
        assertThat(AdviceText.exceptions(byGroup)).endsWith("v=v4 (no chunk was judged) and 2 more groups");
    }

    @Test
    void saysWhyThereIsNone() {
        assertThat(AdviceText.of(new Advice.None("ctx_suff was not judged")))
                .isEqualTo("no advice on k: ctx_suff was not judged");
    }
}
