package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ctxeval.calibrate.HumanLabels;
import io.ctxeval.calibrate.HumanLabels.Mark;
import io.ctxeval.dataset.InputRefused;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.run.PlainTable.Line;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelFileTest {
    private static Line line(int number, @Nullable String... namesAndCells) {
        Map<String, @Nullable String> cells = new LinkedHashMap<>();
        for (int i = 0; i < namesAndCells.length; i += 2) {
            cells.put(String.valueOf(namesAndCells[i]), namesAndCells[i + 1]);
        }
        return new Line("l.csv: record " + number, cells);
    }

    private static LabelFile read(Line... lines) {
        return new LabelFile("l.csv", new PlainTable(List.of(lines)), "retriever_version");
    }

    private static List<String> refusal(Line... lines) {
        return catchThrowableOfType(InputRefused.class, () -> read(lines)).problems();
    }

    @Test
    void readsEveryLabelAndTakesEmptyCellsForAbsent() {
        HumanLabels labels = read(line(
                        1,
                        "sample_id",
                        "a",
                        "retriever_version",
                        "v1",
                        "sufficient",
                        "1",
                        "sufficient_2",
                        "False",
                        "used",
                        "[true, 0, null]",
                        "used_2",
                        "",
                        "redundant_groups",
                        "[[0,1,2]]",
                        "contradictory_pairs",
                        "[[0,1],{\"a\":1,\"b\":2,\"reason\":\"r\"}]",
                        "aspects",
                        "[\"covered\",{\"status\":\"missing\"}]",
                        "score",
                        "62.5"))
                .rows()
                .get(0);

        assertThat(labels)
                .isEqualTo(new HumanLabels(
                        "l.csv: record 1",
                        "a",
                        "v1",
                        true,
                        false,
                        List.of(Mark.YES, Mark.NO, Mark.OPEN),
                        null,
                        List.of(List.of(0, 1, 2)),
                        List.of(List.of(0, 1), List.of(1, 2)),
                        List.of(AspectStatus.COVERED, AspectStatus.MISSING),
                        null,
                        62.5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sufficient|maybe|maybe; must be true or false (1 and 0 will do)",
                "used|true|true; must be a JSON list with true, false or null for each chunk",
                "used|[true, 2]|2; must be true, false or null",
                "used|[True, False]|[True, False]; must be a JSON list",
                "redundant_groups|[[0]]|[0]; must be a JSON list of lists of at least two chunk ids",
                "redundant_groups|[0, 1]|0; must be a JSON list of lists",
                "redundant_groups|[[0, 0]]|[0,0]; must be",
                "contradictory_pairs|[[0, 1, 2]]|[0,1,2]; must be a JSON list of pairs",
                "contradictory_pairs|[{\"a\": 1}]|{\"a\":1}; must be a JSON list of pairs",
                "contradictory_pairs|[[0, 1.5]]|[0,1.5]; must be",
                "aspects|[\"yes\"]|\"yes\"; must be a JSON list with covered, partial or missing",
                "score|high|high; must be a number",
                "score|Infinity|Infinity; must be a number"
            })
    void aLabelThatIsNoneIsRefusedWithPlaceFieldAndWhatWasExpected(String field, String cell, String message) {
        assertThat(refusal(line(7, "sample_id", "a", field, cell)))
                .singleElement()
                .asString()
                .startsWith("l.csv: record 7, " + field + ": " + message);
    }

    @Test
    void allProblemsAreSaidAtOnceUpToTen() {
        List<Line> lines = new ArrayList<>();
        for (int i = 1; i <= 13; i++) {
            lines.add(line(i, "sample_id", "s" + i, "sufficient", "no idea"));
        }

        List<String> problems = refusal(lines.toArray(Line[]::new));

        assertThat(problems).hasSize(11);
        assertThat(problems.get(10)).isEqualTo("and 3 more");
    }

    @Test
    void aSampleIsLabelledOnce() {
        assertThat(refusal(line(1, "sample_id", "a", "sufficient", "1"), line(2, "sample_id", "a", "sufficient", "1")))
                .containsExactly("l.csv: record 2, sample_id: a has labels already, in l.csv: record 1");
        assertThat(read(
                                line(1, "sample_id", "a", "retriever_version", "v1", "sufficient", "1"),
                                line(2, "sample_id", "a", "retriever_version", "v2", "sufficient", "1"))
                        .rows())
                .hasSize(2);
    }

    @Test
    void aTableWithoutIdsOrLabelsIsNone() {
        assertThat(refusal(line(1, "sampleid", "a", "sufficient", "1")))
                .singleElement()
                .asString()
                .contains("has no column sample_id; there are [sampleid, sufficient]; did you mean sampleid?");
        assertThat(refusal(line(1, "sample_id", "a", "verdict", "1")))
                .singleElement()
                .asString()
                .contains("has no label; expected any of [sufficient, sufficient_2, used");
        assertThat(refusal(line(1, "sample_id", " ", "sufficient", "1")))
                .containsExactly("l.csv: record 1, sample_id: is missing");
        assertThat(refusal(line(1, "sample_id", "a", "sufficient", null))).containsExactly("l.csv: no row has a label");
    }

    @Test
    void aColumnThatIsNotReadIsNamedWithWhatItMayMean() {
        assertThat(read(line(1, "sample_id", "a", "sufficient", "1", "contradictory_pair", "[]", "who", "me"))
                        .notes())
                .containsExactly(
                        "l.csv: the column contradictory_pair is not read; did you mean contradictory_pairs?",
                        "l.csv: the column who is not read");
    }
}
