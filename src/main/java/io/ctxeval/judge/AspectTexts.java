package io.ctxeval.judge;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Descriptions of aspects as they are graded: trimmed, without blank ones and without exact repeats.
 *
 * @param texts in the order of their first occurrence
 * @param blankDropped whether a blank one was left out
 * @param repeatDropped whether a repeat was left out
 */
public record AspectTexts(List<String> texts, boolean blankDropped, boolean repeatDropped) {
    public AspectTexts {
        texts = List.copyOf(texts);
    }

    public static AspectTexts of(List<String> descriptions) {
        List<String> told = descriptions.stream()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
        Set<String> distinct = new LinkedHashSet<>(told);
        return new AspectTexts(
                new ArrayList<>(distinct), told.size() < descriptions.size(), distinct.size() < told.size());
    }
}
