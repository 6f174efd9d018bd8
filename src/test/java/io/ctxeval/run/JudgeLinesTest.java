package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.judge.served.CallClass;
import io.ctxeval.ledger.LedgerNotes;
import io.ctxeval.quota.QuotaFigures;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JudgeLinesTest {
    private static final Forecast TEN_OF_TWELVE = new Forecast(12, 12, 2, 1000, 500, 0, 0, LedgerNotes.NONE);
    private static final Forecast NOTHING_NEW = new Forecast(12, 12, 12, 0, 0, 0, 0, LedgerNotes.NONE);

    private final JudgeLines lines = new JudgeLines(InquiryTest.judge(128_000, true));

    private static QuotaFigures figures(long answered, long failed, long inFlight, double callsPerSecond) {
        Map<CallClass, Long> failures = failed == 0 ? Map.of() : Map.of(CallClass.TIMED_OUT, failed);
        long started = answered + failed + inFlight;
        return new QuotaFigures(
                started,
                answered,
                failures,
                callsPerSecond,
                answered / 10.0,
                10,
                inFlight,
                0,
                100,
                50,
                null,
                0,
                1,
                0,
                null);
    }

    @Test
    void saysOnceThatAllIsAnswered() {
        lines.round(1, TEN_OF_TWELVE, 0);

        assertThat(lines.moment(figures(4, 0, 3, 2)))
                .hasValueSatisfying(line -> assertThat(line).contains("4 of 10 answered", "2 reused"));
        assertThat(lines.moment(figures(10, 0, 0, 2)))
                .hasValueSatisfying(line -> assertThat(line).contains("10 of 10 answered"));
        assertThat(lines.moment(figures(10, 0, 0, 1))).isEmpty();
        assertThat(lines.moment(figures(10, 0, 0, 0))).isEmpty();
    }

    @Test
    void goesOnWhileACallHangs() {
        lines.round(1, TEN_OF_TWELVE, 0);
        lines.moment(figures(9, 0, 1, 2));

        assertThat(lines.moment(figures(9, 0, 1, 2))).isPresent();
    }

    @Test
    void tellsAFailureThatEndsARound() {
        lines.round(1, TEN_OF_TWELVE, 0);
        lines.moment(figures(9, 0, 1, 2));

        assertThat(lines.moment(figures(9, 1, 0, 2)))
                .hasValueSatisfying(line -> assertThat(line).contains("timed_out=1"));
        assertThat(lines.moment(figures(9, 1, 0, 2))).isEmpty();
    }

    @Test
    void promisesNoEndWhileNothingIsAnswered() {
        lines.round(1, TEN_OF_TWELVE, 0);

        assertThat(lines.moment(figures(0, 30, 4, 8)))
                .hasValueSatisfying(
                        line -> assertThat(line).contains("hasn't answered yet").doesNotContain(" left"));
        assertThat(lines.moment(figures(5, 30, 4, 8)))
                .hasValueSatisfying(line -> assertThat(line).contains("about 10 s left"));
    }

    @Test
    void isSilentInALaterRoundThatAsksNothing() {
        assertThat(lines.round(1, TEN_OF_TWELVE, 0)).isPresent();
        lines.moment(figures(10, 0, 0, 2));

        assertThat(lines.round(2, NOTHING_NEW, 10)).isEmpty();
        assertThat(lines.moment(figures(10, 0, 0, 0))).isEmpty();
    }

    @Test
    void countsEachRoundsAnswersFromItsBegin() {
        lines.round(1, TEN_OF_TWELVE, 0);
        lines.moment(figures(10, 0, 0, 2));
        assertThat(lines.round(2, TEN_OF_TWELVE, 10)).isPresent();

        assertThat(lines.moment(figures(10, 0, 0, 0)))
                .hasValueSatisfying(line -> assertThat(line).contains("0 of 10 answered"));
    }

    @Test
    void saysOfARunThatTheLedgerAnswersThatNobodyIsAsked() {
        assertThat(lines.round(1, NOTHING_NEW, 0))
                .hasValueSatisfying(line -> assertThat(line).contains("12 in the ledger, 0 to ask"));
        assertThat(lines.moment(figures(0, 0, 0, 0))).isEmpty();
    }
}
