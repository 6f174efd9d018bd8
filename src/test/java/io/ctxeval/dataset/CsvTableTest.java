package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CsvTableTest {
    @Test
    void readsDoubledQuotesAndLineBreaksInCells() throws IOException {
        assertThat(rows("a,b\n\"say \"\"hi\"\"\",\"two\nlines\"\nx,y\n"))
                .containsExactly("1@2 [say \"hi\", two\nlines]", "2@4 [x, y]");
    }

    @Test
    void leavesBackslashesAlone() throws IOException {
        assertThat(rows("a,b\n\"C:\\dir\\\",x\n")).containsExactly("1@2 [C:\\dir\\, x]");
    }

    @Test
    void readsTheBackslashDialectByOption() throws IOException, PlanRefused {
        CsvDialect dialect = CsvDialect.of(Map.of("escape", "\\"), CsvDialect.COMMAS);
        assertThat(rows("a,b\n\"say \\\"hi\\\"\",x\n", dialect)).containsExactly("1@2 [say \"hi\", x]");
    }

    @Test
    void tellsAnEmptyCellFromAnEmptyText() throws IOException {
        assertThat(rows("a,b,c\n,\"\",x\n")).containsExactly("1@2 [null, , x]");
    }

    @Test
    void keepsTextsThatLookLikeNullOrNumbers() throws IOException {
        assertThat(rows("a,b,c\nNA,None,007\n")).containsExactly("1@2 [NA, None, 007]");
    }

    @Test
    void findsShortAndLongRows() throws IOException {
        assertThat(rows("a,b\n1\n1,2,3\n1,2\n"))
                .containsExactly(
                        "1@2 found 1 cell, expected 2 as in the header",
                        "2@3 found 3 cells, expected 2 as in the header",
                        "3@4 [1, 2]");
    }

    @Test
    void passesBlankLines() throws IOException {
        assertThat(rows("a,b\n\n1,2\n   \n3,4\n\n").stream().map(row -> row.substring(0, 1)))
                .containsExactly("1", "2");
    }

    @Test
    void leavesColumnsWithoutANameOut() throws IOException {
        CsvTable table = new CsvTable(new StringReader(",a, ,b,\n0,1,2,3,4\n0,1,2,3\n"), CsvDialect.COMMAS, "f");
        assertThat(table.columns()).containsExactly("a", "b");
        assertThat(rows(table)).containsExactly("1@2 [1, 3]", "2@3 [1, 3]");
    }

    @Test
    void refusesAHeaderWithOneNameTwice() {
        assertThatThrownBy(() -> rows("answer,answer\n1,2\n"))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("`answer` twice");
        assertThatThrownBy(() -> rows("Answer,answer\n1,2\n"))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("both `Answer` and `answer`");
    }

    @Test
    void passesAByteOrderMark() throws IOException {
        assertThat(new CsvTable(new StringReader("\uFEFFa,b\n"), CsvDialect.COMMAS, "f").columns())
                .containsExactly("a", "b");
    }

    @Test
    void readsTabsWithoutQuotesByOption() throws IOException, PlanRefused {
        CsvDialect dialect = CsvDialect.of(Map.of("quote", ""), CsvDialect.TABS);
        assertThat(rows("a\tb\nan \"odd\tquote\n\"\tx\n", dialect))
                .containsExactly("1@2 [an \"odd, quote]", "2@3 [\", x]");
    }

    @Test
    void leavesAQuoteAfterABlankInTheText() throws IOException {
        assertThat(rows("a,b\nx, \"y\"\n")).containsExactly("1@2 [x,  \"y\"]");
    }

    @Test
    void failsWhereAQuoteNeverEnds() {
        assertThatThrownBy(() -> rows("a,b\n1,2\n\"x,y\n3,4\n")).isInstanceOf(IOException.class);
    }

    @Test
    void readsThirtyThousandColumns() throws IOException {
        String header = IntStream.range(0, 30_000).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        String row = IntStream.range(0, 30_000).mapToObj(i -> "v").collect(Collectors.joining(","));
        CsvTable table = new CsvTable(new StringReader(header + "\n" + row + "\n"), CsvDialect.COMMAS, "f");
        assertThat(table.columns()).hasSize(30_000);
        assertThat(rows(table)).hasSize(1);
    }

    @Test
    void refusesOptionsItDoesNotKnow() {
        assertThatThrownBy(() -> CsvDialect.of(
                        Map.of("header", "true", "quote", "''", "delimiter", "", "encoding", "latin-9999"),
                        CsvDialect.COMMAS))
                .isInstanceOfSatisfying(
                        PlanRefused.class,
                        refused -> assertThat(refused.problems())
                                .containsExactly(
                                        "options.delimiter: must be at least one character and no line break",
                                        "options.encoding: latin-9999: this Java knows no such character set",
                                        "options.header: unknown; CSV knows delimiter, quote, escape, encoding",
                                        "options.quote: ''; must be one character, or empty for none"));
    }

    private static List<String> rows(String text) throws IOException {
        return rows(text, CsvDialect.COMMAS);
    }

    private static List<String> rows(String text, CsvDialect dialect) throws IOException {
        return rows(new CsvTable(new StringReader(text), dialect, "f"));
    }

    private static List<String> rows(CsvTable table) throws IOException {
        List<String> rows = new ArrayList<>();
        for (CsvTable.Row row = table.next(); row != null; row = table.next()) {
            String cells = Arrays.toString(row.cells().toArray());
            rows.add(row.number() + "@" + row.line() + " " + (row.problem() == null ? cells : row.problem()));
        }
        return rows;
    }
}
