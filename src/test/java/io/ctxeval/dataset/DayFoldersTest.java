package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.plan.DateRange;
import io.ctxeval.plan.DaySelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which files are of the days that are asked for. */
class DayFoldersTest {
    @TempDir
    Path folder;

    @Test
    void foldersOfOtherDaysAreNotEntered() throws IOException {
        write("date=2026-11-29/a.jsonl");
        write("date=2026-11-30/lang=de/a.jsonl");
        write("date=20261201/a.jsonl");
        write("date=2026-12-02/a.jsonl");
        // a link to nothing is refused wherever a listing comes upon it
        Files.createSymbolicLink(folder.resolve("date=2026-11-29/dangling.jsonl"), Path.of("gone"));

        FileListing listing = listing("", "date", "2026-11-30", "2026-12-01");

        assertThat(names(listing)).containsExactly("date=2026-11-30/lang=de/a.jsonl", "date=20261201/a.jsonl");
        assertThat(days(listing).warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-30, 2026-11-30, year=2026/month=11/day=30/a.jsonl",
        "2026-12-01, 2026-12-31, year=2026/month=12/day=01/a.jsonl",
        "2026-02-01, 2026-02-28, year=2026/month=2/a.jsonl"
    })
    void yearMonthAndDayAreADayToo(String first, String last, String taken) throws IOException {
        write("year=2025/month=11/day=30/a.jsonl");
        write("year=2026/month=11/day=30/a.jsonl");
        write("year=2026/month=11/day=29/a.jsonl");
        write("year=2026/month=12/day=01/a.jsonl");
        write("year=2026/month=2/a.jsonl");

        assertThat(names(listing("", "date", first, last))).containsExactly(taken);
    }

    @Test
    void theColumnOfThePlanGoesBeforeYearMonthAndDay() throws IOException {
        write("dt=2026-11-30/year=1999/a.jsonl");
        write("dt=2026-11-29/year=2026/month=11/day=30/a.jsonl");

        assertThat(names(listing("", "dt", "2026-11-30", "2026-11-30")))
                .containsExactly("dt=2026-11-30/year=1999/a.jsonl");
    }

    @Test
    void aGlobOverDaysChoosesAsAFolderDoes() throws IOException {
        write("date=2026-11-29/a.jsonl");
        write("date=2026-11-30/a.jsonl");

        for (String glob : List.of("/date=*/*.jsonl", "/date=2026-11-*", "/*/a.jsonl")) {
            assertThat(names(listing(glob, "date", "2026-11-30", "2026-11-30")))
                    .as(glob)
                    .containsExactly("date=2026-11-30/a.jsonl");
        }
        FileListing none = listing("/date=*/*.jsonl", "date", "2027-01-01", "2027-01-02");
        assertThat(none.files()).isEmpty();
        assertThat(days(none).missing())
                .isEqualTo("nothing is there for 2027-01-01..2027-01-02: its folders by day lie between 2026-11-29 and"
                        + " 2026-11-30");
    }

    @Test
    void whatLiesInNoFolderOfADayIsLeftOutAndNamed() throws IOException {
        write("date=2026-11-30/a.jsonl");
        write("date=__HIVE_DEFAULT_PARTITION__/a.jsonl");
        write("date=latest/a.jsonl");
        write("beside.jsonl");

        FileListing listing = listing("", "date", "2026-11-29", "2026-11-30");

        assertThat(names(listing)).containsExactly("date=2026-11-30/a.jsonl");
        assertThat(days(listing).warnings())
                .containsExactly(
                        "nothing is there for 2026-11-29",
                        "3 files lie in no folder of a certain day and are left out, such as " + folder
                                + "/beside.jsonl");
    }

    @Test
    void inputsWithoutFoldersByDayAreReadAsTheyAre() throws IOException {
        write("b/2.jsonl");
        write("a.jsonl");
        write("year=next/3.jsonl");

        FileListing listing = listing("", "date", "2026-11-30", "2026-11-30");

        assertThat(names(listing)).containsExactly("a.jsonl", "b/2.jsonl", "year=next/3.jsonl");
        assertThat(listing.days()).isNull();
    }

    private FileListing listing(String below, String column, String first, String last) {
        DateRange dates = new DateRange(LocalDate.parse(first), LocalDate.parse(last));
        return FileListing.of(folder + below, null, new DaySelection(column, dates, true), new Configuration());
    }

    private static DayFolders days(FileListing listing) {
        return Objects.requireNonNull(listing.days());
    }

    private List<String> names(FileListing listing) {
        return listing.files().stream()
                .map(file -> folder.relativize(Path.of(file.name())).toString())
                .toList();
    }

    private void write(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{}");
    }
}
