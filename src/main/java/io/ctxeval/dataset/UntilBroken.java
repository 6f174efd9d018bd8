package io.ctxeval.dataset;

import java.io.FilterInputStream;
import java.io.InputStream;

/**
 * A stream that never promises more than a read gives. Buffers and decoders above it would try for what it promises in the same
 * call, and lose what they have when that fails.
 */
class UntilBroken extends FilterInputStream {
    UntilBroken(InputStream in) {
        super(in);
    }

    @Override
    public int available() {
        return 0;
    }
}
