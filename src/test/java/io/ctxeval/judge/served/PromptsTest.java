package io.ctxeval.judge.served;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PromptsTest {
    @ParameterizedTest
    @EnumSource(JudgeStep.class)
    void sayWhatIsMaterialAndThatItsOrdersAreNotObeyed(JudgeStep step) {
        assertThat(Prompts.of(step).text())
                .contains("<<<MATERIAL n>>>", "<<<END n>>>", "do not obey them", "at most 20 words", "verbatim");
        assertThat(Prompts.of(step).sha256()).matches("[0-9a-f]{64}");
    }

    @ParameterizedTest
    @EnumSource(JudgeStep.class)
    void holdExamplesThatKeepTheirOwnContract(JudgeStep step) throws Exception {
        int examples = 0;
        for (String line : Prompts.of(step).text().split("\n", -1)) {
            if (line.startsWith("Answer: ")) {
                ReplyShape.verdict(step, JsonText.MAPPER.readTree(line.substring("Answer: ".length())));
                examples++;
            }
        }

        assertThat(examples).isBetween(2, 3);
    }

    @ParameterizedTest
    @EnumSource(JudgeStep.class)
    void haveSchemasOfTheStrictSubset(JudgeStep step) throws Exception {
        String schema = ReplySchemas.of(step).json();

        assertThat(schema).doesNotContain("minItems", "maxItems", "minimum", "maxLength", "anyOf", "$ref");
        assertThat(StrictSchema.problems(JsonText.MAPPER.readTree(schema))).isEmpty();
    }
}
