package io.ctxeval.score;

import io.ctxeval.sample.RagSample;

/** A sample with what several metrics need of it, each computed once. */
public final class SampleFeatures {
    private final RagSample sample;

    public SampleFeatures(RagSample sample) {
        this.sample = sample;
    }

    public RagSample sample() {
        return sample;
    }
}
