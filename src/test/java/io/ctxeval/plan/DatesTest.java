package io.ctxeval.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which days a plan asks for, and what names them. */
class DatesTest {
    private static final LocalDate FIRST = LocalDate.parse("2026-11-01");
    private static final DateRange THREE = new DateRange(FIRST, LocalDate.parse("2026-11-03"));

    @TempDir
    Path folder;

    @Test
    void aRangeMakesAnInputOfEachOfItsDays() {
        EvaluationPlan plan = Plans.plan(Plans.arguments(
                "input=logs/{date}/a.csv", "date=2026-11-01..2026-11-03", "run-id=week-{date}", "output=out"));

        assertThat(plan.dates()).isEqualTo(THREE);
        assertThat(plan.inputs().stream().map(InputSpec::path))
                .containsExactly("logs/2026-11-01/a.csv", "logs/2026-11-02/a.csv", "logs/2026-11-03/a.csv");
        assertThat(plan.inputs()).allSatisfy(input -> {
            assertThat(input.series()).isEqualTo("logs/{date}/a.csv");
            assertThat(input.days()).isNull();
        });
        assertThat(plan.runId()).isEqualTo("week-2026-11-01_2026-11-03");
    }

    @Test
    void oneDayOfAPathMustBeThere() {
        EvaluationPlan plan = Plans.plan(Plans.arguments("input=logs/{date}", "date=2026-11-01"));

        assertThat(plan.inputs()).containsExactly(InputSpec.of("logs/2026-11-01"));
    }

    @Test
    void theListOfInputsAndTheirPartnersTakeTheDayToo() {
        EvaluationPlan plan = Plans.plan(Plans.arguments(
                "inputs=[{path: 'a/{date}', join: [{as: q, path: 'q/{date}.csv', on: [id, id]}]}, b]",
                "date=2026-11-01..2026-11-02"));

        assertThat(plan.inputs().stream().map(InputSpec::path)).containsExactly("a/2026-11-01", "a/2026-11-02", "b");
        assertThat(plan.inputs().get(1).mapping().joins().get(0).path()).isEqualTo("q/2026-11-02.csv");
        assertThat(plan.inputs().get(2).days())
                .isEqualTo(new DaySelection("date", new DateRange(FIRST, FIRST.plusDays(1)), false));
        assertThat(Plans.problems(Plans.arguments(
                        "inputs=[{path: b, join: [{as: q, path: 'q/{date}.csv', on: [id, id]}]}]",
                        "date=2026-11-01..2026-11-02")))
                .containsExactly(
                        "join.path: q/{date}.csv has {date}, and the path of its input has not: on which of the"
                                + " days 2026-11-01..2026-11-02?");
    }

    @Test
    void anInputWhosePathNamesNoDayIsReadByItsFolders() {
        assertThat(Plans.plan(Plans.arguments("input=logs", "date=2026-11-01..2026-11-03", "date-column=dt"))
                        .inputs()
                        .get(0)
                        .days())
                .isEqualTo(new DaySelection("dt", THREE, true));
        assertThat(Plans.plan(Plans.arguments("input=logs", "date=2026-11-01", "run-id=night-{date}"))
                        .inputs()
                        .get(0)
                        .days())
                .isEqualTo(new DaySelection("date", DateRange.of(FIRST), false));
        assertThat(Plans.plan(Plans.arguments("input=logs/2026-11-01.csv", "date=2026-11-01"))
                        .inputs())
                .containsExactly(InputSpec.of("logs/2026-11-01.csv"));
    }

    /** 23:30 UTC of the 30th is the first of December in Berlin. */
    @ParameterizedTest
    @CsvSource({
        "UTC, today, 2026-11-30",
        "UTC, yesterday, 2026-11-29",
        "Europe/Berlin, today, 2026-12-01",
        "Europe/Berlin, yesterday, 2026-11-30",
        "-08:00, today, 2026-11-30",
        "UTC, 2026-11-28..yesterday, 2026-11-28..2026-11-29"
    })
    void todayAndYesterdayAreThoseOfTheZone(String zone, String written, String days) throws PlanRefused {
        Instant now = Instant.parse("2026-11-30T23:30:00Z");

        EvaluationPlan plan = new PlanReader(Plans.METRICS, () -> now)
                .read(Plans.arguments("input={date}", "date=" + written, "date-zone=" + zone))
                .plan();

        assertThat(plan.dates()).isNotNull().extracting(DateRange::text).isEqualTo(days);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-31",
                "+999999999-12-31",
                "-2026-11-30",
                "20261130",
                "tomorrow",
                "2026-11-01..",
                "..",
                "2026-11-01..2026-11-02..2026-11-03",
                "1"
            })
    void refusesWhatIsNoDay(String written) {
        assertThat(Plans.problems(Plans.arguments("input=a", "date=" + written)))
                .singleElement()
                .asString()
                .startsWith("date: " + written + "; must be a day (2026-11-30, yesterday or today) or a range");
    }

    @Test
    void refusesRangesThatEndBeforeTheyBeginOrAreTooLong() {
        assertThat(Plans.problems(Plans.arguments("input=a", "date=2026-11-07..2026-11-01")))
                .singleElement()
                .asString()
                .contains("2026-11-01 is before 2026-11-07");
        assertThat(Plans.problems(Plans.arguments("input=a", "date=2025-01-01..2026-11-01")))
                .singleElement()
                .asString()
                .contains("holds more than 366 days");
    }

    @Test
    void refusesAPlaceForADateWithoutOne() {
        assertThat(Plans.problems(Plans.arguments("input=a/{date}")))
                .containsExactly("input: a/{date} has {date}, but there is no date; give --date");
        assertThat(Plans.problems(Plans.arguments("input=a", "date-zone=Nowhere")))
                .containsExactly(
                        "date-zone: Nowhere; must be a time zone such as UTC, Europe/Berlin or +02:00 (--set)");
    }

    @Test
    void theEffectiveConfigurationGivesTheDaysBack() {
        for (String input : List.of("input=logs", "input=logs/{date}")) {
            EvaluationPlan asked = Plans.plan(Plans.arguments(
                    input, "date=2026-11-01..2026-11-03", "date-column=dt", "output=out", "run-id=n-{date}"));
            EvaluationPlan there =
                    asked.over(asked.inputs().stream().map(InputSpec::required).toList());

            assertThat(Plans.plan(Plans.file(folder, PlanText.yaml(there))))
                    .as(input)
                    .isEqualTo(there);
        }
        EvaluationPlan folders = Plans.plan(Plans.arguments("input=logs", "date=2026-11-01", "date-column=dt"));

        assertThat(Plans.plan(Plans.file(folder, PlanText.yaml(folders)))).isEqualTo(folders);
    }

    @Test
    void theFingerprintSeesTheDaysAndTheirColumn() {
        assertThat(List.of(
                        PlanText.fingerprint(Plans.plan(Plans.arguments("input=a"))),
                        PlanText.fingerprint(Plans.plan(Plans.arguments("input=a", "date=2026-11-01"))),
                        PlanText.fingerprint(Plans.plan(Plans.arguments("input=a", "date=2026-11-02"))),
                        PlanText.fingerprint(
                                Plans.plan(Plans.arguments("input=a", "date=2026-11-02", "date-column=dt")))))
                .doesNotHaveDuplicates();
    }

    @Test
    void warnsOfAStateThatNoOtherNightFinds() throws PlanRefused {
        assertThat(Plans.warnings(Plans.arguments("input=a", "date=2026-11-01", "output=out/{date}")))
                .singleElement()
                .asString()
                .startsWith("state: lies in out/{date}");
        assertThat(Plans.warnings(Plans.arguments("input=a", "date=2026-11-01", "output=out/{date}", "state=kept")))
                .isEmpty();
    }
}
