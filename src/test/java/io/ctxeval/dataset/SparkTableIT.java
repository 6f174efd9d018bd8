package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.SparkForTests;
import io.ctxeval.plan.DateRange;
import io.ctxeval.plan.DaySelection;
import java.time.LocalDate;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Days of sources that Spark reads; the range is that of a change from summer time, whose second day has 25 hours in Berlin. */
class SparkTableIT {
    private static final DaySelection DAYS =
            new DaySelection("date", new DateRange(LocalDate.parse("2026-10-24"), LocalDate.parse("2026-10-25")), true);

    private static Dataset<Row> rows(String type) {
        return SparkForTests.session()
                .sql(
                        "select * from values ('2026-10-23', 1), ('2026-10-24', 2), ('2026-10-25', 3), ('2026-10-26', 4) as t(day, id)")
                .selectExpr(type + " as date", "id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "day",
                "cast(day as date)",
                "replace(day, '-', '')",
                "cast(replace(day, '-', '') as int)",
                "cast(replace(day, '-', '') as bigint)"
            })
    void aColumnOfDaysSelectsThemHoweverTheyAreWritten(String type) {
        SparkTable table = SparkTable.ofDays(rows(type), "source", DAYS);

        assertThat(table.byDay()).isTrue();
        assertThat(table.rows().select("id").orderBy("id").collectAsList())
                .extracting(row -> row.getInt(0))
                .containsExactly(2, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cast(day as timestamp)", "cast(day as timestamp_ntz)", "cast(1 as double)"})
    void aColumnThatHoldsNoDaysIsRefusedAndNotReadWhole(String type) {
        assertThatThrownBy(() -> SparkTable.ofDays(rows(type), "source", DAYS))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("source, column date: is of type ")
                .hasMessageContaining("let date-column name another");
    }

    @Test
    void aSourceWithoutTheColumnIsReadWhole() {
        SparkTable table = SparkTable.ofDays(rows("day").drop("date"), "source", DAYS);

        assertThat(table.byDay()).isFalse();
        assertThat(table.rows().count()).isEqualTo(4);
    }
}
