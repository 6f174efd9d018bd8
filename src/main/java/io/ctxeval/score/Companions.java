package io.ctxeval.score;

import io.ctxeval.text.Utf8Buffer;
import org.jspecify.annotations.Nullable;

final class Companions {
    record Findings(
            @Nullable Double textFidelity,
            @Nullable Double nextRequestFidelity,
            @Nullable String nextRequestReason,
            @Nullable Double carriedCharsShare) {
        static final Findings NONE = new Findings(null, null, null, null);
    }

    Findings of(byte[] events, Utf8Buffer output, AgentTraffic sender, AgentTraffic receiver) {
        return Findings.NONE;
    }
}
