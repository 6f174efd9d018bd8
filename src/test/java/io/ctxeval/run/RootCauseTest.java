package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RootCauseTest {
    @Test
    void saysTheFirstLineOfTheInnermostCause() {
        Throwable failure = new RuntimeException("outer", new IllegalStateException("inner\nplan"));
        assertThat(RootCause.words(failure)).isEqualTo("inner");
        assertThat(RootCause.words(new RuntimeException())).isEqualTo("null");
    }

    @Test
    void saysThatTheProcessWasEndedWhereSparkIsShutDown() {
        Throwable failure = new IllegalStateException("Cannot call methods on a stopped SparkContext.\nThis stopped …");
        assertThat(RootCause.words(new RuntimeException(failure))).isEqualTo("this process was told to end meanwhile");
    }
}
