package io.ctxeval.dataset;

import java.io.Serializable;
import java.util.List;

/**
 * A record that the mapping's {@code where} leaves out, or one that became part of another through {@code group}.
 *
 * @param remarks what was odd in it, where no other outcome says so
 */
public record Filtered(Origin origin, List<Remark> remarks) implements Outcome, Serializable {
    public Filtered {
        remarks = List.copyOf(remarks);
    }

    public Filtered(Origin origin) {
        this(origin, List.of());
    }
}
