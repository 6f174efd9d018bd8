package io.ctxeval.dataset.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FieldNamesTest {
    @Test
    void doubtsANameThatIsNearlyACanonicalOne() {
        assertThat(FieldNames.doubts(
                        RowKind.SAMPLES, List.of("ouput", "contexts", "output", "tenant", "inptus"), List.of()))
                .containsExactly(
                        "fields.ouput: read as a column of its own; did you mean output?",
                        "fields.contexts: read as a column of its own; did you mean context?",
                        "fields.inptus: read as a column of its own; did you mean input?");
    }

    @Test
    void doesNotDoubtWhatIsGroupedByOrCanonicalForTheKind() {
        assertThat(FieldNames.doubts(RowKind.SAMPLES, List.of("contexts"), List.of("contexts")))
                .isEmpty();
        assertThat(FieldNames.doubts(RowKind.EVENTS, List.of("agent", "event"), List.of()))
                .isEmpty();
    }
}
