package io.ctxeval.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuestionClausesTest {
    @Test
    void cutsAQuestionBeforeAVerbThatAsks() {
        assertThat(QuestionClauses.of("May I ride on after dark, and do I get the minutes refunded?"))
                .containsExactly("May I ride on after dark", "do I get the minutes refunded");
        assertThat(QuestionClauses.of("From what age can I open an account, and from what age may I ride an e-bike?"))
                .containsExactly("From what age can I open an account", "from what age may I ride an e-bike");
        assertThat(QuestionClauses.of("Which parks and gardens are open and free?"))
                .containsExactly("Which parks and gardens are open and free");
    }

    @Test
    void takesAStatementOnlyAsFarAsAQuestionNeedsIt() {
        assertThat(QuestionClauses.of("My phone battery died. How do I return the bike?"))
                .containsExactly("How do I return the bike");
        assertThat(QuestionClauses.of("The lock stays shut. What can I do?"))
                .containsExactly("The lock stays shut. What can I do");
        assertThat(QuestionClauses.of("Do I get the price back, and what must I do?"))
                .containsExactly("Do I get the price back, what must I do");
        assertThat(QuestionClauses.of("Opening hours of the desk. Deposit for a cargo bike."))
                .containsExactly("Opening hours of the desk", "Deposit for a cargo bike");
    }

    @Test
    void leavesTheLexicalJudgesClausesAlone() {
        Verdict.Aspects lexical = new LexicalAspects()
                .answer(new Question.Decompose("My phone died. May I ride on, and do I get the price back?", null, 12));

        assertThat(lexical.descriptions())
                .containsExactly("My phone died", "May I ride on, and do I get the price back");
    }
}
