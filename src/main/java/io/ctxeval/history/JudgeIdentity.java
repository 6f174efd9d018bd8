package io.ctxeval.history;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who judged a night.
 *
 * @param kind {@code judge.kind} of the plan
 * @param model as it was asked for; null for a judge without calls
 * @param modelVersions answers by the version that the endpoint named; empty where it named none
 * @param prompts version and digest by step; empty for a judge without calls
 */
public record JudgeIdentity(
        String kind, @Nullable String model, Map<String, Long> modelVersions, Map<String, String> prompts) {
    public JudgeIdentity {
        modelVersions = Collections.unmodifiableMap(new TreeMap<>(modelVersions));
        prompts = Collections.unmodifiableMap(new TreeMap<>(prompts));
    }

    /** The version that gave most of the answers, of equals the first in the order of names; null: none was named. */
    public @Nullable String mainVersion() {
        return modelVersions.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    /** Whether scores of the two may stand in one series. */
    public boolean isComparableWith(JudgeIdentity other) {
        return text().equals(other.text()) && prompts.equals(other.prompts);
    }

    /** For a reader: {@code openai gpt-4o, answering as gpt-4o-2024-08-06}. */
    public String text() {
        String version = mainVersion();
        return kind
                + (model == null ? "" : " " + model)
                + (version == null || version.equals(model) ? "" : ", answering as " + version);
    }

    /**
     * In which way this judge differs from an earlier one, in words that follow "the judge".
     *
     * @return null: it doesn't
     */
    public @Nullable String differenceFrom(JudgeIdentity earlier) {
        if (!text().equals(earlier.text())) {
            return "is " + text() + ", before " + earlier.text();
        }
        if (!prompts.equals(earlier.prompts)) {
            return "is asked by other prompts than before";
        }
        return modelVersions.keySet().equals(earlier.modelVersions.keySet())
                ? null
                : "answers as " + versions() + ", before as " + earlier.versions();
    }

    private String versions() {
        return modelVersions.isEmpty() ? "no named version" : String.join(" and ", modelVersions.keySet());
    }
}
