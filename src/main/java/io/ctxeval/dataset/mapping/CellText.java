package io.ctxeval.dataset.mapping;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cell of a CSV file that isn't empty: a text in which a list may hide (formats.md 3.2). An empty cell is {@link PlainValue#NULL}. */
public record CellText(String text) implements Node {
    @Override
    public Kind kind() {
        return Kind.TEXT;
    }

    @Override
    public List<Node> elements() {
        return List.of();
    }

    @Override
    public List<String> keys() {
        return List.of();
    }

    @Override
    public @Nullable Node get(String key) {
        return null;
    }

    @Override
    public String json() {
        return JsonText.ofString(text);
    }

    @Override
    public boolean isCell() {
        return true;
    }
}
