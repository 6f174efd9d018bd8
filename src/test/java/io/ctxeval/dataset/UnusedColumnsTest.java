package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.dataset.mapping.Columns;
import io.ctxeval.dataset.mapping.RowKind;
import io.ctxeval.score.Field;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnusedColumnsTest {
    private static UnusedColumns of(List<String> present, Set<Field> filled, boolean idsDerived) {
        return UnusedColumns.of(
                present, new Columns(List.of("question")), List.of("alias"), RowKind.SAMPLES, filled, idsDerived);
    }

    @Test
    void listsWhatNothingReads() {
        UnusedColumns unused =
                of(List.of("Question", "topic", "alias", "", "__index_level_0__", "lang"), Set.of(), false);
        assertThat(unused.names()).containsExactly("topic", "lang");
        assertThat(unused.likely()).isEmpty();
    }

    @Test
    void namesALikelyColumnForEachFieldThatIsEmpty() {
        UnusedColumns unused = of(
                List.of(
                        "row_id",
                        "realAnswer",
                        "expected_answer",
                        "search docs",
                        "answer_relevancy",
                        "context_precision"),
                Set.of(Field.INPUT),
                true);
        assertThat(unused.likely())
                .containsOnly(
                        Map.entry("output", "realAnswer"),
                        Map.entry("reference", "chunks(expected_answer)"),
                        Map.entry("context", "chunks(`search docs`)"),
                        Map.entry("sample_id", "row_id"));
    }

    @Test
    void leavesFilledFieldsAndKnownIdsAlone() {
        UnusedColumns unused = of(List.of("reply", "key"), Set.of(Field.OUTPUT), false);
        assertThat(unused.likely()).isEmpty();
    }
}
