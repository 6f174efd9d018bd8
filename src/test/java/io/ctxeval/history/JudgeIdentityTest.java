package io.ctxeval.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class JudgeIdentityTest {
    private static JudgeIdentity judge(String kind, String model, Map<String, Long> versions) {
        return new JudgeIdentity(kind, model, versions, Map.of("w", "1"));
    }

    @Test
    void theVersionThatAnsweredMostIsTheJudge() {
        assertThat(judge("openai", "m", Map.of("b", 3L, "a", 2L)).mainVersion()).isEqualTo("b");
        assertThat(judge("openai", "m", Map.of("b", 3L, "a", 3L)).mainVersion()).isEqualTo("a");
        assertThat(judge("openai", "m", Map.of()).mainVersion()).isNull();
    }

    @Test
    void kindModelVersionAndPromptsMakeAnotherJudge() {
        JudgeIdentity judge = judge("openai", "m", Map.of("m-1", 5L));

        assertThat(judge.differenceFrom(judge)).isNull();
        assertThat(judge.isComparableWith(judge("openai", "m", Map.of("m-1", 9L))))
                .isTrue();
        for (JudgeIdentity other : new JudgeIdentity[] {
            judge("recorded", "m", Map.of("m-1", 5L)),
            judge("openai", "n", Map.of("m-1", 5L)),
            judge("openai", "m", Map.of("m-2", 5L)),
            new JudgeIdentity("openai", "m", Map.of("m-1", 5L), Map.of("w", "2"))
        }) {
            assertThat(judge.isComparableWith(other)).isFalse();
            assertThat(judge.differenceFrom(other)).isNotNull();
        }
    }

    /** Verdicts of the ledger keep the version that gave them: a few old ones among the new don't begin another series. */
    @Test
    void aFewAnswersOfAnotherVersionAreNamedOnly() {
        JudgeIdentity before = judge("openai", "m", Map.of("m-1", 5L));
        JudgeIdentity now = judge("openai", "m", Map.of("m-1", 5L, "m-2", 1L));

        assertThat(now.isComparableWith(before)).isTrue();
        assertThat(now.differenceFrom(before)).isEqualTo("answers as m-1 and m-2, before as m-1");
    }
}
