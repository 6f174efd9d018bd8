package io.ctxeval.score;

import static io.ctxeval.judge.Verdict.AspectStatus.COVERED;
import static io.ctxeval.judge.Verdict.AspectStatus.MISSING;
import static io.ctxeval.judge.Verdict.AspectStatus.PARTIAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.judge.Verdict.AspectStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SufficiencyFormulaTest {
    /** The anchors of metrics.md 4.5, statuses by their first letters. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "ccc, 100, true",
        "cp, 75, false",
        "cm, 50, false",
        "p, 50, false",
        "cpm, 50, false",
        "ccccm, 80, false",
        "ccccp, 90, false",
        "mmm, 0, false",
        "c, 100, true"
    })
    void scoresTheAnchors(String statuses, double score, boolean sufficient) {
        SufficiencyFormula.Figures figures = SufficiencyFormula.figures(statuses(statuses));

        assertThat(figures.score()).isEqualTo(score);
        assertThat(figures.sufficient()).isEqualTo(sufficient);
    }

    @Test
    void refusesASampleWithoutAspects() {
        assertThatThrownBy(() -> SufficiencyFormula.figures(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<AspectStatus> statuses(String letters) {
        return letters.chars()
                .mapToObj(letter -> switch (letter) {
                    case 'c' -> COVERED;
                    case 'p' -> PARTIAL;
                    default -> MISSING;
                })
                .toList();
    }
}
