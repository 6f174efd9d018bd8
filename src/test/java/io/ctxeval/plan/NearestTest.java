package io.ctxeval.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    @Test
    void countsInsertionsDeletionsReplacementsAndSwaps() {
        assertThat(Nearest.edits("kitten", "sitting")).isEqualTo(3);
        assertThat(Nearest.edits("", "abc")).isEqualTo(3);
        assertThat(Nearest.edits("judge", "jugde")).isEqualTo(1);
        assertThat(Nearest.edits("same", "same")).isZero();
    }

    @Test
    void takesTheNearestNameAndNoneThatIsFar() {
        List<String> names = List.of("group", "group-by", "rows");

        assertThat(Nearest.of("group_by", names)).isEqualTo("group-by");
        assertThat(Nearest.of("GROUP", names)).isEqualTo("group");
        assertThat(Nearest.of("privacy", names)).isNull();
        assertThat(Nearest.hint("privacy", names)).isEmpty();
    }
}
