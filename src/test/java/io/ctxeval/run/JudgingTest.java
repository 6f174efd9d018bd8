package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

class JudgingTest {
    @Test
    void hasNothingAgainstAContextWithTheQuota() {
        assertThat(Judging.obstacles(new SparkConf(false), true)).isEmpty();
        assertThat(Judging.obstacles(new SparkConf(false).set("spark.speculation", "false"), true))
                .isEmpty();
    }

    @Test
    void refusesSpeculationWhichWouldPayTwice() {
        assertThat(Judging.obstacles(new SparkConf(false).set("spark.speculation", "true"), true))
                .singleElement()
                .asString()
                .startsWith("spark.speculation: true; ")
                .endsWith("set it to false");
    }

    @Test
    void refusesASessionWithoutTheQuotaAndSaysHowToStartOne() {
        assertThat(Judging.obstacles(new SparkConf(false), false))
                .singleElement()
                .asString()
                .startsWith("spark.plugins: ")
                .contains("--conf spark.plugins=io.ctxeval.quota.QuotaPlugin");
    }

    @Test
    void tellsEveryObstacleAtOnce() {
        assertThat(Judging.obstacles(new SparkConf(false).set("spark.speculation", "true"), false))
                .hasSize(2);
    }
}
