package io.ctxeval.insight;

import java.io.Serializable;

/**
 * State of some of the rows. Merging commutes and is exact.
 *
 * @param <S> the state itself
 */
interface Mergeable<S> extends Serializable {
    void merge(S other);
}
