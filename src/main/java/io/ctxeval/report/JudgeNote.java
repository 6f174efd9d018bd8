package io.ctxeval.report;

/** What a reader must know of a judge to weigh its scores. */
final class JudgeNote {
    private JudgeNote() {}

    static String of(String judge) {
        return switch (judge) {
            case "lexical" -> "built in, compares words; its scores are not a language model's.";
            case "embedded" -> "built in, a small local model and shared words; its scores are not a large language model's. It tells"
                    + " used from unused texts well, sees only those contradictions that differ in a number, a name or a"
                    + " negation, and often can't tell whether a context on the topic lacks a detail.";
            case "given" -> "the judgements came with the data.";
            default -> "its verdicts are in the run's ledger.";
        };
    }
}
