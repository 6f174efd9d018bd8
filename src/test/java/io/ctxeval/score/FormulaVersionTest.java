package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.trace.TraceDefaults;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FormulaVersionTest {
    /** A row's own pass rule: it decides who passes, and moves no score. */
    private static final Set<String> WITHOUT_EFFECT = Set.of("strictSufficiency");

    private static final ScoringOptions TOKEN_WEIGHTS = new ScoringOptions(
            "chars4", null, 1.0, true, false, false, false, false, false, false, false, 12, "text", "none");

    @Test
    void isTheReleaseAloneUnderTheDefaults() {
        MetricCatalog.standard(ScoringOptions.DEFAULTS)
                .all()
                .forEach(metric -> assertThat(
                                FormulaVersion.of(metric.id(), ScoringOptions.DEFAULTS, TraceDefaults.NONE))
                        .isEqualTo(FormulaVersion.RELEASE));
    }

    @Test
    void namesWhatWasChosenWhereItMovesTheScore() {
        assertThat(FormulaVersion.of("ctx_waste", TOKEN_WEIGHTS, TraceDefaults.NONE))
                .isEqualTo("1, tokens.tokenizer chars4, ctx-waste.weighting token");
        assertThat(FormulaVersion.of("ctx_tokens", TOKEN_WEIGHTS, TraceDefaults.NONE))
                .isEqualTo("1, tokens.tokenizer chars4");
        assertThat(FormulaVersion.of("ctx_suff", TOKEN_WEIGHTS, TraceDefaults.NONE))
                .isEqualTo("1");
        assertThat(FormulaVersion.of("handoff", TOKEN_WEIGHTS, TraceDefaults.NONE))
                .isEqualTo("1");
    }

    @Test
    void namesWhatTracesGetThatHaveNoneOfTheirOwn() {
        TraceDefaults traces = new TraceDefaults(List.of("a", "b"), Map.of("a", 10L));

        assertThat(FormulaVersion.of("handoff", ScoringOptions.DEFAULTS, traces))
                .isEqualTo("1, trace.agent-order [a, b]");
        assertThat(FormulaVersion.of("budget", ScoringOptions.DEFAULTS, traces)).isEqualTo("1, trace.budgets {a=10}");
        assertThat(FormulaVersion.of("overall", ScoringOptions.DEFAULTS, traces))
                .isEqualTo("1, trace.agent-order [a, b], trace.budgets {a=10}");
        assertThat(FormulaVersion.of("ctx_suff", ScoringOptions.DEFAULTS, traces))
                .isEqualTo("1");
    }

    @Test
    void namesTheOptionsOfTheRetrievalMeasuresThatTheyMove() {
        ScoringOptions options =
                ScoringOptions.DEFAULTS.with(new RetrievalOptions(List.of(5), 2, true, TextMatch.LEVENSHTEIN, 3));

        assertThat(FormulaVersion.of("recall_5", options, TraceDefaults.NONE)).isEqualTo("1, retrieval.min-rel 2.0");
        assertThat(FormulaVersion.of("ndcg_5", options, TraceDefaults.NONE)).isEqualTo("1, retrieval.gain exponential");
        assertThat(FormulaVersion.of("ref_recall", options, TraceDefaults.NONE))
                .isEqualTo("1, retrieval.match levenshtein, retrieval.context-depth 3");
        assertThat(FormulaVersion.of("judged_5", options, TraceDefaults.NONE)).isEqualTo("1");
    }

    /** An option that is added and forgotten here would let unlike nights be compared. */
    @Test
    void knowsEveryOption() throws Exception {
        RecordComponent[] components = ScoringOptions.class.getRecordComponents();
        for (int changed = 0; changed < components.length; changed++) {
            ScoringOptions options = differingIn(components, changed);
            boolean told = MetricCatalog.standard(ScoringOptions.DEFAULTS).all().stream()
                    .anyMatch(metric -> !FormulaVersion.of(metric.id(), options, TraceDefaults.NONE)
                            .equals(FormulaVersion.RELEASE));
            assertThat(told)
                    .as(components[changed].getName())
                    .isEqualTo(!WITHOUT_EFFECT.contains(components[changed].getName()));
        }
    }

    private static ScoringOptions differingIn(RecordComponent[] components, int changed) throws Exception {
        List<Object> values = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            Object value = components[i].getAccessor().invoke(ScoringOptions.DEFAULTS);
            values.add(i == changed ? another(components[i].getType(), value) : value);
            types.add(components[i].getType());
        }
        Constructor<ScoringOptions> constructor =
                ScoringOptions.class.getDeclaredConstructor(types.toArray(new Class<?>[0]));
        return constructor.newInstance(values.toArray());
    }

    private static Object another(Class<?> type, Object value) {
        if (type == boolean.class) {
            return !(boolean) value;
        }
        if (type == double.class) {
            return (double) value + 1;
        }
        if (type == RetrievalOptions.class) {
            return new RetrievalOptions(List.of(10), 2, true, TextMatch.LEVENSHTEIN, 5);
        }
        if (type == String.class) {
            return value + "x";
        }
        return 7;
    }
}
