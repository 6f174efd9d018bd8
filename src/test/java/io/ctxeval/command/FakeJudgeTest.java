package io.ctxeval.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FakeJudgeTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void printsItsAddressServesAndEndsWhenInterrupted() throws Exception {
        PipedWriter pipe = new PipedWriter();
        BufferedReader printed = new BufferedReader(new PipedReader(pipe));
        List<String> arguments =
                List.of("fake-judge", "--port", "0", "--status", "418", "--share", "1", "--latency", "1ms");
        Callable<Integer> command = () ->
                Commands.run(new UnaskedProgram(), arguments, new PrintWriter(pipe, true), new PrintWriter(err, true));
        FutureTask<Integer> running = new FutureTask<>(command);
        Thread thread = new Thread(running);
        thread.start();

        URI base = URI.create(printed.readLine());
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/chat/completions"))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(418);

        thread.interrupt();
        assertThat(running.get()).isZero();
        assertThat(err.toString()).contains("1 requests for 1 contents; 0 answered");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fault|nonsense|is none of refuse, reset, reset-body",
                "--status|200|--status: 200; must be 400 to 599",
                "--share|1.5|--share: 1.5; must be 0 to 1",
                "--rps|0|--rps: 0.0; must be above 0",
                "--latency|soon|is no duration; expected a number with ms, s, m or h",
                "--retry-after|later|is none of none, seconds, ms, date",
                "--port|70000|--port: 70000; must be 0 to 65535"
            })
    void refusesWhatItCannotDo(String option, String value, String message) {
        assertThat(run(option, value)).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void refusesAShareOfAClosedPort() {
        assertThat(run("--fault", "refuse", "--share", "0.5")).isEqualTo(2);
        assertThat(err.toString()).contains("a closed port knows no share");
    }

    @Test
    void saysThatItsPortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            assertThat(run("--port", Integer.toString(taken.getLocalPort()))).isEqualTo(2);
        }
        assertThat(err.toString()).contains("another program uses it");
    }

    @Test
    void explainsEverySwitchWithItsDefault() {
        assertThat(run("--help")).isZero();
        String help = out.toString().replaceAll("\\s+", " ");
        assertThat(help).contains("0: a free one (default: 9001)", "black-hole", "daily-quota", "(default: seconds)");
        assertThat(help).contains("mark every chunk as used");
    }

    private int run(String... options) {
        List<String> arguments = new ArrayList<>(List.of("fake-judge"));
        arguments.addAll(List.of(options));
        return Commands.run(new UnaskedProgram(), arguments, new PrintWriter(out, true), new PrintWriter(err, true));
    }
}
