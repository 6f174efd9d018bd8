package io.ctxeval.judge.served;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.judge.Question;
import io.ctxeval.text.Sha256;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RequestsTest {
    private static final Question WASTE = new Question.Waste(List.of("a", "b"), "out", "in");

    @Test
    void writesADocumentOfTheQuestionAlone() {
        assertThat(QuestionDocument.write(WASTE))
                .isEqualTo("{\"task\":\"waste\",\"input\":\"in\",\"output\":\"out\",\"chunks\":"
                        + "[{\"id\":0,\"text\":\"a\"},{\"id\":1,\"text\":\"b\"}]}");
        assertThat(QuestionDocument.write(new Question.Grade("q", List.of("who"), List.of("c"), "2024-05-01")))
                .isEqualTo("{\"task\":\"grade\",\"input\":\"q\",\"aspects\":[{\"id\":0,\"description\":\"who\"}],"
                        + "\"as_of\":\"2024-05-01\",\"chunks\":[{\"id\":0,\"text\":\"c\"}]}");
        assertThat(QuestionDocument.write(new Question.Decompose("q", null, 12)))
                .isEqualTo("{\"task\":\"decompose\",\"input\":\"q\",\"max_aspects\":12}");
    }

    @Test
    void refusesADocumentOfAnotherStep() {
        assertThatThrownBy(() -> QuestionDocument.read(JudgeStep.GRADE, QuestionDocument.write(WASTE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("grade")
                .hasMessageContaining("waste");
        assertThatThrownBy(() -> QuestionDocument.read(JudgeStep.WASTE, "{"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readsBackEveryCharacter() {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            all.append((char) c);
        }
        for (int c = Character.MIN_SUPPLEMENTARY_CODE_POINT; c <= Character.MAX_CODE_POINT; c += 97) {
            all.appendCodePoint(c);
        }
        for (Question question : HostileTextTest.questionsOf(all.toString())) {
            assertThat(QuestionDocument.read(JudgeStep.of(question), QuestionDocument.write(question)))
                    .isEqualTo(question);
        }
    }

    @Test
    void readsBackRandomTexts() {
        SplittableRandom random = new SplittableRandom(20240517);
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(40), 0, Character.MAX_VALUE + 1).forEach(c -> text.append((char) c));
            for (Question question : HostileTextTest.questionsOf(text.toString())) {
                assertThat(QuestionDocument.read(JudgeStep.of(question), QuestionDocument.write(question)))
                        .as("seed 20240517, round " + i)
                        .isEqualTo(question);
            }
        }
    }

    @Test
    void statesTheIdsInWords() {
        assertThat(frame(WASTE))
                .isEqualTo(
                        "There are 2 chunks; their ids are 0 to 1. Every chunk id stands exactly once in \"chunks\".");
        assertThat(frame(new Question.Usage(List.of("a"), "o", null)))
                .isEqualTo("There is one chunk; its id is 0. \"chunks\" has exactly one entry.");
        assertThat(frame(new Question.Grade("q", List.of("x", "y", "z"), List.of("a", "b"), null)))
                .isEqualTo(
                        "There are 3 aspects; their ids are 0 to 2. Every aspect id stands exactly once in \"aspects\". "
                                + "There are 2 chunks; their ids are 0 to 1. Cite no other chunk id.");
        assertThat(frame(new Question.Decompose("q", null, 7))).isEqualTo("Name at most 7 aspects.");
    }

    @Test
    void hashesTheNonceAgainWhileTheDataHoldsIt() {
        String first = UserMessage.nonce("waste-1", "data");

        assertThat(first).isEqualTo(Sha256.hex("waste-1data").substring(0, 12));
        String hostile = "data";
        for (int i = 0; i < 3; i++) {
            assertThat(hostile).doesNotContain(UserMessage.nonce("waste-1", hostile));
            hostile += UserMessage.nonce("waste-1", hostile);
        }
    }

    @Test
    void limitsRepliesByWhatIsJudged() {
        assertThat(limit(WASTE, Settings.PLAIN)).isEqualTo(800 + 2 * 90);
        assertThat(limit(new Question.Usage(List.of("a", "b", "c"), "o", null), Settings.PLAIN))
                .isEqualTo(800 + 3 * 90);
        assertThat(limit(new Question.Relations(List.of("a", "b")), Settings.PLAIN))
                .isEqualTo(800 + 2 * 60);
        assertThat(limit(new Question.Decompose("q", null, 12), Settings.PLAIN)).isEqualTo(800);
        assertThat(limit(new Question.Grade("q", List.of("x", "y"), List.of("a"), null), Settings.PLAIN))
                .isEqualTo(400 + 2 * 120);
        assertThat(limit(new Question.Assess("q", List.of("a"), null, 5), Settings.PLAIN))
                .isEqualTo(400 + 5 * 120);
        assertThat(limit(WASTE, Settings.REASONING)).isEqualTo(4 * (800 + 2 * 90));
    }

    @Test
    void givesEqualQuestionsEqualKeysAndOthersOthers() {
        String key = key(WASTE, Settings.PLAIN);

        assertThat(key)
                .matches("[0-9a-f]{64}")
                .isEqualTo(key(new Question.Waste(List.of("a", "b"), "out", "in"), Settings.PLAIN));
        assertThat(key(WASTE, Settings.window(4_000)))
                .as("the window isn't asked for")
                .isEqualTo(key);
        assertThat(List.of(
                        key(new Question.Waste(List.of("a", "b"), "out", null), Settings.PLAIN),
                        key(new Question.Waste(List.of("b", "a"), "out", "in"), Settings.PLAIN),
                        key(new Question.Usage(List.of("a", "b"), "out", "in"), Settings.PLAIN),
                        key(WASTE, Settings.of("openai", "other-model", 128_000)),
                        key(WASTE, Settings.of("azure", "some-model", 128_000)),
                        key(WASTE, new ModelSettings("openai", "some-model", false, 0.5, 7L, null, 128_000)),
                        key(WASTE, new ModelSettings("openai", "some-model", false, 0.0, null, null, 128_000)),
                        key(WASTE, new ModelSettings("openai", "some-model", false, 0.0, 7L, "low", 128_000))))
                .doesNotContain(key)
                .doesNotHaveDuplicates();
    }

    @Test
    void tellsHalfSurrogatesApart() {
        assertThat(key(new Question.Waste(List.of("\ud83d"), "o", null), Settings.PLAIN))
                .isNotEqualTo(key(new Question.Waste(List.of("\ude00"), "o", null), Settings.PLAIN))
                .isNotEqualTo(key(new Question.Waste(List.of("?"), "o", null), Settings.PLAIN));
    }

    @Test
    void countsTokensByTheModelsEncodingOrByThirds() {
        assertThat(PromptTokens.of("gpt-4o-mini")).isEqualTo(PromptTokens.O200K_BASE);
        assertThat(PromptTokens.of("openai/o4-mini")).isEqualTo(PromptTokens.O200K_BASE);
        assertThat(PromptTokens.of("gpt-4.1")).isEqualTo(PromptTokens.O200K_BASE);
        assertThat(PromptTokens.of("gpt-4-turbo")).isEqualTo(PromptTokens.CL100K_BASE);
        assertThat(PromptTokens.of("gpt-35-turbo")).isEqualTo(PromptTokens.CL100K_BASE);
        assertThat(PromptTokens.of("qwen2.5-7b-instruct")).isEqualTo(PromptTokens.CHARACTERS);
        assertThat(PromptTokens.CHARACTERS.count("1234567")).isEqualTo(3);
        assertThat(PromptTokens.O200K_BASE.count("hello world")).isEqualTo(2);
        assertThat(Requests.of(WASTE, Settings.PLAIN).promptTokens()).isBetween(1_000L, 3_000L);
    }

    private static String frame(Question question) {
        return Requests.of(question, Settings.PLAIN).user().split("\n", -1)[0];
    }

    private static int limit(Question question, ModelSettings settings) {
        return Requests.of(question, settings).outputLimit();
    }

    private static String key(Question question, ModelSettings settings) {
        return Requests.of(question, settings).key();
    }
}
