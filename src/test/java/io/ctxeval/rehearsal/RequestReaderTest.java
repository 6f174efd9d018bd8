package io.ctxeval.rehearsal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestReaderTest {
    private static final String FIXED = "POST /a?b=c HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello";
    private static final String CHUNKED = """
            POST /b HTTP/1.1
            Transfer-Encoding: chunked

            3
            abc
            A;ext=1
            0123456789
            0
            Trailer: x

            """.replace("\n", "\r\n");
    private static final String BARE = "GET /stats HTTP/1.1\r\nConnection: close\r\n\r\n";

    @Test
    void readsRequestsHoweverTheirBytesArrive() throws MalformedRequest {
        byte[] stream = (FIXED + CHUNKED + BARE + FIXED).repeat(20).getBytes(US_ASCII);
        for (long seed = 1; seed <= 50; seed++) {
            List<HttpRequest> read = readInPieces(stream, new SplittableRandom(seed));

            assertThat(read).as("seed %d", seed).hasSize(80);
            assertThat(read.stream().limit(4).map(HttpRequest::body))
                    .as("seed %d", seed)
                    .containsExactly("hello", "abc0123456789", "", "hello");
        }
    }

    @Test
    void splitsTheQueryOffAndLowersHeaderNames() throws MalformedRequest {
        RequestReader reader = reading(FIXED);
        HttpRequest request = Objects.requireNonNull(reader.next());

        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/a");
        assertThat(request.query()).isEqualTo("b=c");
        assertThat(request.header("host")).isEqualTo("x");
        assertThat(reader.next()).isNull();
    }

    @Test
    void readsABodyOfManyMegabytes() throws MalformedRequest {
        String body = "x".repeat(20_000_000);
        HttpRequest request =
                Objects.requireNonNull(reading("POST / HTTP/1.1\r\ncontent-length: 20000000\r\n\r\n" + body)
                        .next());

        assertThat(request.body()).hasSize(20_000_000);
    }

    @Test
    void tellsOnceThatTheClientWaitsForAGoAhead() throws MalformedRequest {
        RequestReader reader = reading("POST / HTTP/1.1\r\nExpect: 100-continue\r\ncontent-length: 1\r\n\r\n");

        assertThat(reader.next()).isNull();
        assertThat(reader.takeExpectation()).isTrue();
        assertThat(reader.takeExpectation()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello\r\n\r\n",
                "GET / HTTP/2\r\n\r\n",
                "GET / HTTP/1.1\r\nno colon\r\n\r\n",
                "POST / HTTP/1.1\r\ncontent-length: many\r\n\r\n",
                "POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\ncontent-length: 999999999\r\n\r\n",
                "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n"
            })
    void refusesWhatIsNoRequest(String bytes) {
        assertThatThrownBy(() -> reading(bytes).next()).isInstanceOf(MalformedRequest.class);
    }

    private static RequestReader reading(String bytes) {
        RequestReader reader = new RequestReader();
        feed(reader, bytes.getBytes(US_ASCII), 0, bytes.length());
        return reader;
    }

    private static List<HttpRequest> readInPieces(byte[] stream, SplittableRandom random) throws MalformedRequest {
        RequestReader reader = new RequestReader();
        List<HttpRequest> read = new ArrayList<>();
        int from = 0;
        while (from < stream.length) {
            int count = Math.min(stream.length - from, random.nextInt(1, 300));
            feed(reader, stream, from, count);
            from += count;
            for (HttpRequest next = reader.next(); next != null; next = reader.next()) {
                read.add(next);
            }
        }
        return read;
    }

    private static void feed(RequestReader reader, byte[] bytes, int from, int count) {
        int fed = 0;
        while (fed < count) {
            ByteBuffer room = reader.room();
            int part = Math.min(room.remaining(), count - fed);
            room.put(bytes, from + fed, part);
            reader.filled(part);
            fed += part;
        }
    }
}
