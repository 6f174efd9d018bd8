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
    void takesAQuoteInsideAnUnquotedCellForText() throws IOException {
        assertThat(rows("a,b\n5\" pipe,6\"\n7,8\n")).containsExactly("1@2 [5\" pipe, 6\"]", "2@3 [7, 8]");
    }

    @Test
    void rejectsTextBehindAClosingQuoteAndReadsOnBelow() throws IOException {
        assertThat(rows("a,b\n1,\"he said \"hi\"\"\n3,4\n"))
                .containsExactly(
                        "1@2 odd quote: the one that opens cell 2 on line 2 closes on the same line before 'h'; "
                                + "double each quote inside a quoted cell, or set options.quote to nothing where a quote means"
                                + " nothing; reading went on with the line below",
                        "2@3 [3, 4]");
    }

    @Test
    void rejectsOnlyTheRecordWhoseQuoteClosesManyLinesLater() throws IOException {
        List<String> rows = rows("a,b\n1,\"odd\n3,4\n5,6\n7,\"a, b\"\n9,10\n");
        assertThat(rows.get(0))
                .startsWith("1@2 odd quote: the one that opens cell 2 on line 2 closes on line 5 before 'a'; ");
        assertThat(rows.subList(1, rows.size()))
                .containsExactly("2@3 [3, 4]", "3@4 [5, 6]", "4@5 [7, a, b]", "5@6 [9, 10]");
    }

    @Test
    void rejectsOnlyTheRecordWhoseQuoteNeverCloses() throws IOException {
        List<String> rows = rows("a,b\r\n1,2\r\n\"x,y\r\n3,\"\"\r\n5,6");
        assertThat(rows.get(0)).isEqualTo("1@2 [1, 2]");
        assertThat(rows.get(1)).startsWith("2@3 odd quote: the one that opens cell 1 on line 3 never closes; ");
        assertThat(rows.subList(2, rows.size())).containsExactly("3@4 [3, ]", "4@5 [5, 6]");
    }

    @Test
    void keepsTheLinesOfEarlierCellsWithTheRecordThatHasTheOddQuote() throws IOException {
        List<String> rows = rows("a,b\n\"one, two\nthree, four\",\"so \"odd\"\"\n5,6\n");
        assertThat(rows.get(0))
                .startsWith("1@2 odd quote: the one that opens cell 2 on line 3 closes on the same line");
        assertThat(rows.subList(1, rows.size())).containsExactly("2@4 [5, 6]");
    }

    @Test
    void keepsBlanksBehindAClosingQuote() throws IOException {
        assertThat(rows("a,b\n\"1\" ,\"2\" \n")).containsExactly("1@2 [1 , 2 ]");
    }

    @Test
    void namesTheLinesOfARaggedRecordOfSeveral() throws IOException {
        assertThat(rows("a,b\n\"1\n1\",2,3\n"))
                .containsExactly("1@2 found 3 cells, expected 2 as in the header, in a record from line 2 to 3");
    }

    @Test
    void countsALineOfQuotesAsARecord() throws IOException {
        assertThat(rows("a,b\n\"\"\n\n \n1,2\n"))
                .containsExactly("1@2 found 1 cell, expected 2 as in the header", "2@5 [1, 2]");
    }

    @Test
    void rejectsNulCharactersAndSaysWhereTheyMayComeFrom() throws IOException {
        List<String> rows = rows("a,b\n1,x\u0000\n3,4\n\u0000\u0000\u0000");
        assertThat(rows.get(0)).startsWith("1@2 holds NUL characters (U+0000)").contains("UTF-16LE", "torn");
        assertThat(rows.get(1)).isEqualTo("2@3 [3, 4]");
        assertThat(rows.get(2)).startsWith("3@4 holds NUL");
    }

    @Test
    void refusesAHeaderThatCannotBeTold() {
        assertThatThrownBy(() -> rows("a,\"b\n1,2\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 1: the header can't be read: odd quote: the one that opens cell 2");
        assertThatThrownBy(() -> rows("a\u0000,\u0000b\u0000\n\u0000"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 1: the header holds NUL characters")
                .hasMessageContaining("options.encoding");
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
