package io.ctxeval.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.score.Scale;
import io.ctxeval.score.Score;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunStateTest {
    private static final MetricRule SUPPORT = new MetricRule("support", Scale.SHARE, null, null);

    @Test
    void listsTheWholeFirstThenGroupsInCodePointOrderWithNullFirst() {
        RunState run = new RunState(List.of(SUPPORT), List.of("v"));
        for (String value : Arrays.asList("b", "\uff5e", null, "\ud83d\ude00", "B", "")) {
            Map<String, String> dimensions = new HashMap<>();
            if (value != null) {
                dimensions.put("v", value);
            }
            run.add(dimensions, List.of(new Score.Scored(1)));
        }
        assertThat(run.summaries(List.of("v")))
                .extracting(summary -> summary.group().text())
                .containsExactly("all", "v", "v=", "v=B", "v=b", "v=\uff5e", "v=\ud83d\ude00");
    }

    @Test
    void mergesFinerGroupsIntoCoarserOnes() {
        RunState run = new RunState(List.of(SUPPORT), List.of("v", "lang"), List.of("v"));
        run.add(Map.of("v", "1", "lang", "de"), List.of(new Score.Scored(1)));
        run.add(Map.of("v", "1", "lang", "en"), List.of(new Score.Scored(0)));
        run.add(Map.of("v", "2", "lang", "en"), List.of(new Score.Scored(0)));
        assertThat(run.summaries(List.of("v", "lang"), List.of("v")))
                .extracting(summary ->
                        summary.group().text() + " " + summary.figures().mean())
                .containsExactly(
                        "all 0.3333333333333333",
                        "v=1, lang=de 1.0",
                        "v=1, lang=en 0.0",
                        "v=2, lang=en 0.0",
                        "v=1 0.5",
                        "v=2 0.0");
        assertThatThrownBy(() -> run.by(List.of("other"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRunWithoutRowsHasAWholeWithoutFigures() {
        List<ScoreSummary> summaries = new RunState(List.of(SUPPORT), List.of("v")).summaries(List.of("v"));
        assertThat(summaries).hasSize(1);
        assertThat(summaries.get(0).figures().mean()).isNull();
    }

    @Test
    void groupTextsReadBack() {
        for (GroupKey key : List.of(
                GroupKey.WHOLE,
                new GroupKey(List.of(new GroupKey.Part("all", null))),
                new GroupKey(List.of(new GroupKey.Part("v", ""), new GroupKey.Part("w", null))),
                new GroupKey(List.of(new GroupKey.Part("a,b=c\\", "x, y=z\\"), new GroupKey.Part("w", "=="))))) {
            assertThat(GroupKey.parse(key.text())).as(key.text()).isEqualTo(key);
        }
    }

    @Test
    void countsReasonsWithoutTheRowsOwnNumbers() {
        RunState run = new RunState(List.of(SUPPORT));
        run.add(Map.of(), List.of(Score.invalidInput("trace_events[3]: a text")));
        run.add(Map.of(), List.of(Score.invalidInput("trace_events[14]: a text")));
        run.add(Map.of(), List.of(Score.notApplicable("no segment")));
        assertThat(run.reasons())
                .containsExactly(
                        new UnscoredReason("support", "not_applicable", "no segment", 1),
                        new UnscoredReason("support", "invalid_input", "trace_events[#]: a text", 2));
    }

    @Test
    void countsTooManyReasonsTheSameWayInAnyPartition() {
        RunState one = new RunState(List.of(SUPPORT));
        RunState left = new RunState(List.of(SUPPORT));
        RunState right = new RunState(List.of(SUPPORT));
        for (int i = 0; i < 300; i++) {
            Score score = Score.invalidInput("found " + (char) ('a' + i % 7) + (char) (0x4e00 + i * 37 % 300));
            one.add(Map.of(), List.of(score));
            (i % 3 == 0 ? left : right).add(Map.of(), List.of(score));
        }
        right.merge(left);
        assertThat(right.reasons()).isEqualTo(one.reasons());
        assertThat(one.reasons()).hasSize(ReasonCounts.MOST_REASONS + 1);
        assertThat(one.reasons().get(ReasonCounts.MOST_REASONS).reason()).isEqualTo(UnscoredReason.OTHERS);
        assertThat(one.reasons().stream().mapToLong(UnscoredReason::rows).sum()).isEqualTo(300);
    }

    @Test
    void warnsOfVeryManyGroups() {
        RunState run = new RunState(List.of(SUPPORT), List.of("id"));
        for (int i = 0; i <= RunState.MANY_GROUPS; i++) {
            run.add(Map.of("id", "" + i), List.of(new Score.Scored(1)));
        }
        assertThat(run.warning()).hasValueSatisfying(text -> assertThat(text).contains("10001 groups by id"));
        assertThat(new RunState(List.of(SUPPORT)).warning()).isEmpty();
    }

    @Test
    void aReasonKeepsTheAddressAndTheStatusThatAReaderLooksFor() {
        assertThat(ReasonCounts.withoutNumbers("refused (HTTP 401) by http://127.0.0.1:9001/v1 after 3 calls"))
                .isEqualTo("refused (HTTP 401) by http://127.0.0.1:9001/v1 after # calls");
    }

    @Test
    void aLongReasonIsCutBehindAWord() {
        String cut = ReasonCounts.withoutNumbers("judge not reachable ".repeat(30));
        assertThat(cut).endsWith("…").hasSizeLessThanOrEqualTo(ReasonCounts.MOST_CHARACTERS + 1);
        assertThat(cut.substring(0, cut.length() - 1))
                .matches("(judge not reachable )*(judge|judge not|judge not reachable)");
        assertThat(ReasonCounts.withoutNumbers("judge not reachable")).isEqualTo("judge not reachable");
    }
}
