package io.ctxeval.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.judge.served.CallClass;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
    private static final Exchange EXCHANGE = new Exchange(
            "run",
            "2",
            7,
            3,
            1,
            10,
            4,
            List.of(new Failures(CallClass.RATE_LIMITED, 2, 1500L, 30)),
            0,
            20,
            List.of(5L, 6L),
            2,
            40,
            new StopCause.Fatal(CallClass.UNAUTHORISED, "401"));

    @Test
    void givesBackWhatWasSent() throws Exception {
        Reply.Grant grant =
                new Reply.Grant(3, 100, 5000, 20, new StopCause.Reached(StopCause.Limit.MAX_CALLS, "all used"));

        assertThat(Envelope.open(Envelope.seal(EXCHANGE))).isEqualTo(EXCHANGE);
        assertThat(Envelope.open(Envelope.seal(grant))).isEqualTo(grant);
        assertThat(Envelope.open(Envelope.seal(new SecretAsk("run")))).isEqualTo(new SecretAsk("run"));
        assertThat(Envelope.open(Envelope.seal(new SecretReply(new Secret("sk-1")))))
                .isInstanceOfSatisfying(
                        SecretReply.class,
                        reply -> assertThat(reply.secret().orElseThrow().reveal())
                                .isEqualTo("sk-1"));
    }

    /** An executor's channel: its thread knows Spark's classes only, the plugin's come from a jar that was added later. */
    @Test
    void opensInTheClassesOfThePluginNotOfTheThread() throws Exception {
        ClassLoader added = new AddedJar();
        Method open = Class.forName(Envelope.class.getName(), true, added).getDeclaredMethod("open", Object.class);
        open.setAccessible(true);

        Object opened = open.invoke(null, (Object) Envelope.seal(EXCHANGE));

        assertThat(opened.getClass().getClassLoader()).isSameAs(added);
        assertThat(opened).hasToString(EXCHANGE.toString());
    }

    @Test
    void refusesWhatItDidntSeal() {
        assertThatThrownBy(() -> Envelope.open("hello")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Envelope.open(new byte[] {1, 2, 3})).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Envelope.open(null)).isInstanceOf(IOException.class);
    }

    /** Defines this program's classes anew. */
    private static final class AddedJar extends ClassLoader {
        AddedJar() {
            super(EnvelopeTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.ctxeval.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known == null ? defined(name) : known;
            }
        }

        private Class<?> defined(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
