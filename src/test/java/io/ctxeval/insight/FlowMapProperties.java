package io.ctxeval.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.score.Scale;
import io.ctxeval.score.TraceFindings.Branch;
import io.ctxeval.score.TraceFindings.HandoffPair;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.WorstKey;
import io.ctxeval.table.Column;
import io.ctxeval.table.CsvRows;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowMapProperties {
    private static final List<GroupKey> WHOLE = List.of(GroupKey.WHOLE);
    private static final List<Branch> BRANCHES = List.of(Branch.values());

    private final Storage storage = new Storage(new Configuration(false));

    @TempDir
    java.nio.file.Path folder;

    private record Handoff(String trace, HandoffPair pair) {
        void addTo(Insights insights) {
            insights.add(
                    Map.of(),
                    List.of(pair),
                    one -> WorstKey.of(Scale.TEN, one.contextPassedScore(), trace, 0, "file", 0));
        }
    }

    private static HandoffPair pair(
            @Nullable String from, @Nullable String to, double passed, Branch branch, @Nullable Double fidelity) {
        return new HandoffPair(
                0, from, to, passed, passed, passed < 5, "", "", branch, null, null, fidelity, null, null, null);
    }

    @Test
    void addsUpTheHandoffsOfEachEdge() {
        Insights insights = new Insights(List.of());
        new Handoff("t1", pair("plan", "write", 4, Branch.OVERLAP, 0.5)).addTo(insights);
        new Handoff("t2", pair("plan", "write", 10, Branch.VERBATIM, 1.0)).addTo(insights);
        new Handoff("t3", pair("plan", "write", 7, Branch.MISSING_INPUT, null)).addTo(insights);
        new Handoff("t4", pair(null, "plan", 10, Branch.VERBATIM, null)).addTo(insights);

        List<FlowFigures> flows = insights.flows(WHOLE);

        assertThat(flows).hasSize(2);
        assertThat(flows.get(0).from()).isNull();
        assertThat(flows.get(0).worst()).isEmpty();
        FlowFigures edge = flows.get(1);
        assertThat(edge.pairs()).isEqualTo(3);
        assertThat(edge.passed().mean()).isEqualTo(7.0);
        assertThat(edge.coverage()).isEqualTo(2.0 / 3);
        assertThat(edge.lossRate()).isEqualTo(1.0 / 3);
        assertThat(edge.companions().textFidelity()).isEqualTo(new FlowFigures.Companion(2, 0.75));
        assertThat(edge.companions().carriedChars()).isEqualTo(new FlowFigures.Companion(0, null));
        assertThat(edge.worst()).containsExactly("t1", "t3");
    }

    private static List<Handoff> handoffs(long seed, int count, int agents) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Handoff> handoffs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            handoffs.add(new Handoff(
                    "t" + i,
                    pair(
                            "agent " + random.nextInt(agents),
                            "agent " + random.nextInt(agents),
                            random.nextInt(100) / 9.9,
                            BRANCHES.get(random.nextInt(BRANCHES.size())),
                            random.nextBoolean() ? null : random.nextDouble())));
        }
        return handoffs;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9, 40})
    void orderAndPartitioningChangeNothingEvenOfMoreEdgesThanAreToldApart(int parts) {
        List<Handoff> handoffs = handoffs(parts, 5000, 60);
        List<FlowFigures> once = figures(handoffs, 1);
        Collections.shuffle(handoffs, new Random(parts));

        assertThat(figures(handoffs, parts)).isEqualTo(once);
        assertThat(once).hasSize(FlowMap.MOST + 1);
        assertThat(once.get(FlowMap.MOST).rest()).isTrue();
        assertThat(once.stream().mapToLong(FlowFigures::pairs).sum()).isEqualTo(5000);
    }

    private static List<FlowFigures> figures(List<Handoff> handoffs, int parts) {
        Insights whole = new Insights(List.of());
        for (int part = 0; part < parts; part++) {
            Insights some = new Insights(List.of());
            for (int i = part; i < handoffs.size(); i += parts) {
                handoffs.get(i).addTo(some);
            }
            whole.merge(some);
        }
        return whole.flows(WHOLE);
    }

    @Test
    void theColumnsAreFixed() {
        assertThat(FlowTable.schema(List.of()).columns().stream().map(Column::name))
                .containsExactly(
                        "group",
                        "from_agent",
                        "to_agent",
                        "rest",
                        "pairs",
                        "compared",
                        "coverage",
                        "context_passed_mean",
                        "context_passed_low",
                        "context_passed_high",
                        "losses",
                        "loss_rate",
                        "text_fidelity_n",
                        "text_fidelity_mean",
                        "next_request_fidelity_n",
                        "next_request_fidelity_mean",
                        "carried_chars_share_n",
                        "carried_chars_share_mean",
                        "worst_sample_ids");
    }

    @Test
    void readsBackWhatItWrote() throws IOException {
        List<FlowFigures> flows = figures(handoffs(3, 4000, 60), 1);
        Path table = new Path(folder.toString());

        FlowTable.of(flows, List.of()).write(storage, table);

        assertThat(FlowTable.read(CsvRows.read(storage, new Path(table, "flows.csv"))))
                .isEqualTo(flows);
    }
}
