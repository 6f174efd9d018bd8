package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputReachTest {
    private static final Configuration CONFIGURATION = new Configuration(false);

    @ParameterizedTest
    @CsvSource({
        "/logs, /logs/out/runs",
        "/logs/, /logs/out/runs",
        "/, /logs/out/runs",
        "/logs/out/runs, /logs/out/runs",
        "/logs/*, /logs/out/runs",
        "/l*/o?t, /logs/out/runs",
        "/logs/*, /logs/latest.json",
        "'/logs/{out,in}', /logs/out/runs",
        "logs, logs/out/runs",
        "., out/runs",
        "../x/.., ../out/runs",
        "file:/logs, /logs/out/runs",
        "/a[b]c, /a[b]c/out/runs",
    })
    void coversWhatLiesBelow(String input, String place) {
        assertThat(InputReach.of(input, CONFIGURATION).covers(place)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "/logs, /logs-out/runs",
        "/logs/in, /logs/out/runs",
        "/logs/*.jsonl, /logs/out/runs",
        "/logs/*.jsonl, /logs/latest.json",
        "/logs/out/runs/night/scores, /logs/out/runs",
        "/logs, /logs/.out/runs",
        "/logs, /logs/_out/runs",
        "/logs/*, /logs/.out/runs",
        "logs, out/runs",
        "nosuchfs://a/logs, /logs/out/runs",
        "/logs, nosuchfs://a/logs/out",
    })
    void doesNotCoverWhatAListingPasses(String input, String place) {
        assertThat(InputReach.of(input, CONFIGURATION).covers(place)).isFalse();
    }
}
