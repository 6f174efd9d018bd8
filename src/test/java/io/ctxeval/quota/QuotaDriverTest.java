package io.ctxeval.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuotaDriverTest {
    private static final String CANARY = "sk-canary-0123456789";

    private static JudgingSession session(String runId) {
        return new JudgingSession(
                runId, QuotaLimits.ofCalls(1, 1), null, JudgingSession.Spent.NOTHING, new Secret(CANARY));
    }

    @Test
    void oneSessionIsOpenAtATime() {
        QuotaDriver driver = QuotaDriver.inProcess();
        OpenSession first = driver.open(session("one"));
        assertThatThrownBy(() -> driver.open(session("two"))).isInstanceOf(IllegalStateException.class);
        first.close();
        try (OpenSession second = driver.open(session("two"))) {
            first.close();
            assertThat(driver.figures()).isPresent();
            assertThat(second.stopCause()).isEmpty();
        }
        assertThat(driver.figures()).isEmpty();
    }

    @Test
    void answersWhateverItIsSent() {
        QuotaDriver driver = QuotaDriver.inProcess();
        assertThat(driver.receive(null)).isInstanceOf(Reply.Refused.class);
        assertThat(driver.receive("hello")).isInstanceOf(Reply.Refused.class);
        assertThat(driver.receive(new SecretAsk("other"))).isInstanceOf(Reply.Refused.class);
    }

    @Test
    void aFaultOfItsOwnIsARefusalAndNoException() {
        try (OpenSession open = new QuotaDriver(() -> 0L).open(session("run"))) {
            assertThat(open.runId()).isEqualTo("run");
        }
        int[] calls = {0};
        QuotaDriver driver = new QuotaDriver(() -> {
            if (calls[0]++ > 0) {
                throw new IllegalStateException("clock");
            }
            return 0;
        });
        try (OpenSession open = driver.open(session("run"))) {
            Exchange exchange = new Exchange(open.runId(), "1", 1, 0, 0, 0, 0, List.of(), 0, 0, List.of(), 0, 0, null);
            assertThat(driver.receive(exchange)).isInstanceOf(Reply.Refused.class);
        }
    }

    @Test
    void theSecretIsFetchedOnceAndShownNowhere() {
        QuotaDriver driver = QuotaDriver.inProcess();
        JudgingSession session = session("run");
        try (OpenSession open = driver.open(session);
                QuotaExecutor executor = QuotaExecutor.inProcess(driver)) {
            assertThat(executor.secret("run")).hasValueSatisfying(secret -> {
                assertThat(secret.reveal()).isEqualTo(CANARY);
                assertThat(secret.toString()).doesNotContain(CANARY);
            });
            assertThat(session.toString()).doesNotContain(CANARY);
            assertThat(driver.receive(new SecretAsk("run")).toString()).doesNotContain(CANARY);
            assertThat(open.figures().toString()).doesNotContain(CANARY);
        }
    }

    @Test
    void anEndpointMayWantNoSecret() {
        QuotaDriver driver = QuotaDriver.inProcess();
        try (OpenSession open = driver.open(new JudgingSession(
                        "run", QuotaLimits.ofCalls(1, 1), null, JudgingSession.Spent.NOTHING, null));
                QuotaExecutor executor = QuotaExecutor.inProcess(driver)) {
            assertThat(executor.secret(open.runId())).isEmpty();
            assertThatThrownBy(() -> executor.secret("other"))
                    .hasMessage("no key for the judge: no judging session of run other is open");
        }
    }

    @Test
    void aSecretHasNoSerialForm() {
        assertThat(new Secret("k")).isNotInstanceOf(Serializable.class);
        assertThatThrownBy(() -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(new Secret("k")))
                .isInstanceOf(NotSerializableException.class);
        assertThatThrownBy(() -> new Secret(CANARY + "\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining(CANARY);
    }
}
