package io.ctxeval.report;

/** What a reader must know of a judge to weigh its scores. */
final class JudgeNote {
    private JudgeNote() {}

    static String of(String judge) {
        return switch (judge) {
            case "lexical" -> "built in, compares words; its scores are not a language model's.";
            case "embedded" -> "built in, a small local model; its scores are not a large language model's.";
            case "given" -> "the judgements came with the data.";
            default -> "its verdicts are in the run's ledger.";
        };
    }
}
