package io.ctxeval.run;

import java.io.IOException;

/** Another attempt at the same run id was published while this one was at work. */
final class PublishedMeanwhile extends IOException {
    PublishedMeanwhile(String runId) {
        super("run-id: " + runId + "; another attempt was published while this one was at work, which is thrown away");
    }
}
