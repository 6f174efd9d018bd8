package io.ctxeval.report;

/** What a reader must know of a judge to weigh its scores. */
final class JudgeNote {
    private JudgeNote() {}

    /**
     * A sentence on a judge.
     *
     * @param manifest of the run that it judged
     */
    static String of(String judge, RunManifest manifest) {
        return switch (judge) {
            case "lexical" -> "built in, compares words; its scores are not a language model's.";
            case "embedded" ->
                "built in, a small local model and shared words; its scores are not a large language model's. It tells"
                        + " used from unused texts well, sees only those contradictions that differ in a number, a name or a"
                        + " negation, and often can't tell whether a context on the topic lacks a detail.";
            case "given" -> "the judgements came with the data.";
            default -> served(manifest);
        };
    }

    private static String served(RunManifest manifest) {
        long answers = manifest.judge().modelVersions().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        if (answers > 0) {
            return "its scores rest on " + answers + " answers; they are in the run's `verdicts`.";
        }
        RunManifest.Spend spend = manifest.spend();
        return spend.calls() + spend.reused() == 0
                ? "**no row rests on an answer of it**; a row with a score needed none."
                : "what it answered is in the run's `verdicts`.";
    }
}
