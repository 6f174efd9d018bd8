package io.ctxeval.score;

import java.util.List;
import java.util.Set;

/**
 * A deterministic metric that is asked only where the sample has every field that it needs; any other sample is {@code
 * invalid_input} by the first field that it lacks.
 */
abstract class GuardedMetric implements SampleMetric {
    private final String id;
    private final Scale scale;
    private final String summary;
    private final List<Field> needs;
    private final Set<Field> needed;

    /**
     * What {@link Metric} says of a metric.
     *
     * @param needs in the order in which a sample is looked through, each once
     */
    GuardedMetric(String id, Scale scale, String summary, Field... needs) {
        this.id = id;
        this.scale = scale;
        this.summary = summary;
        this.needs = List.of(needs);
        this.needed = Set.copyOf(this.needs);
    }

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final Scale scale() {
        return scale;
    }

    @Override
    public final Set<Field> needs() {
        return needed;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final Score score(SampleFeatures sample) {
        for (int i = 0; i < needs.size(); i++) {
            Score.Unscored refusal = sample.refusal(needs.get(i));
            if (refusal != null) {
                return refusal;
            }
        }
        return scoreOf(sample);
    }

    /** The score of a sample that has every field needed. */
    abstract Score scoreOf(SampleFeatures sample);
}
