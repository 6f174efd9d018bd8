package io.ctxeval.dataset.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.sample.Retrieval;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The columns of ordinary samples that say what was retrieved and what is relevant. */
class RetrievalLabelsTest {
    private static @Nullable Retrieval of(String record) throws PlanRefused {
        return Records.sample(Records.only(Records.mapping(MappingSpec.EMPTY), record))
                .retrieval();
    }

    @Test
    void takesLabelsById() throws PlanRefused {
        assertThat(of("{\"input\":\"q\",\"retrieved_ids\":[\"a\",7],\"relevance\":{\"a\":2,\"7\":\"0.5\",\"c\":true}}"))
                .isEqualTo(Retrieval.of(List.of("a", "7"), Map.of("a", 2.0, "7", 0.5, "c", 1.0)));
    }

    @Test
    void takesLabelsByPlace() throws PlanRefused {
        assertThat(of("{\"input\":\"q\",\"context_ids\":[\"a\",\"b\",\"a\"],\"relevance\":[1,null,0]}"))
                .isEqualTo(Retrieval.of(List.of("a", "b", "a"), Map.of("a", 1.0)));
        assertThat(of("{\"input\":\"q\",\"context\":[\"x\",\"y\"],\"relevance\":[0,3]}"))
                .isEqualTo(Retrieval.of(List.of("0", "1"), Map.of("0", 0.0, "1", 3.0)));
    }

    @Test
    void takesReferenceIds() throws PlanRefused {
        assertThat(of("{\"input\":\"q\",\"context_ids\":[],\"reference_context_ids\":[\"a\",\"b\"]}"))
                .isEqualTo(Retrieval.of(List.of(), Map.of("a", 1.0, "b", 1.0)));
    }

    @Test
    void takesGroupsOfInterchangeableIds() throws PlanRefused {
        assertThat(of("{\"input\":\"q\",\"context_ids\":[\"a\"],\"reference_groups\":[[\"a\",\"b\"],[\"c\"],[]]}"))
                .isEqualTo(new Retrieval(
                        List.of("a"),
                        Map.of("a", 1.0, "b", 1.0, "c", 1.0),
                        List.of(List.of("a", "b"), List.of("c")),
                        null));
    }

    @Test
    void saysWhatIsWrongWithLabels() throws PlanRefused {
        assertThat(of("{\"input\":\"q\",\"context_ids\":[\"a\"],\"relevance\":[1,2]}"))
                .extracting(Retrieval::unusable)
                .isEqualTo("relevance: found 2 labels for 1 ids, expected one each");
        assertThat(of("{\"input\":\"q\",\"context_ids\":[\"a\"],\"relevance\":{\"a\":\"high\"}}"))
                .extracting(Retrieval::unusable)
                .isEqualTo("relevance: found high, expected a number");
    }

    @Test
    void aSingleValueIsNoLabel() throws PlanRefused {
        assertThat(of("{\"input\":\"q\",\"context_ids\":[\"a\"],\"relevance\":\"high\"}"))
                .isEqualTo(new Retrieval(List.of("a"), null, null, null));
        assertThat(of("{\"input\":\"q\"}")).isNull();
    }

    @Test
    void readsThePresetsOfAutoRagAndRagas() throws PlanRefused {
        Retrieval autorag = Records.sample(
                        Records.only(
                                Records.preset("autorag"),
                                "{\"qid\":\"1\",\"query\":\"q\",\"generation_gt\":[\"g\"],\"retrieval_gt\":[[\"a\",\"b\"]],\"retrieved_ids\":[\"b\"]}"))
                .retrieval();
        assertThat(autorag)
                .isEqualTo(new Retrieval(List.of("b"), Map.of("a", 1.0, "b", 1.0), List.of(List.of("a", "b")), null));
        Retrieval ragas = Records.sample(
                        Records.only(
                                Records.preset("ragas"),
                                "{\"user_input\":\"q\",\"retrieved_contexts\":[\"x\"],\"retrieved_context_ids\":[1],\"reference_context_ids\":[1,2]}"))
                .retrieval();
        assertThat(ragas).isEqualTo(Retrieval.of(List.of("1"), Map.of("1", 1.0, "2", 1.0)));
    }
}
