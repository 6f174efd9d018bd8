package io.ctxeval.judge.served;

import io.ctxeval.judge.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a turn, the same for every provider.
 *
 * @param system the step's prompt; followed by the schema where the endpoint isn't told it otherwise. Never any data
 * @param messages user first, then in turns
 */
record Dialogue(String system, List<Message> messages) {
    private static final int NAMED_VIOLATIONS = 20;
    private static final int LONGEST_VIOLATION = 300;
    private static final int LONGEST_EARLIER = 200_000;

    record Message(String role, String content) {}

    static Dialogue of(Turn turn, boolean schemaInPrompt) {
        JudgeRequest request = turn.request();
        String system = schemaInPrompt ? request.system() + schemaText(request.step()) : request.system();
        List<Message> messages = new ArrayList<>();
        messages.add(new Message("user", request.user()));
        Turn.Earlier earlier = turn.earlier();
        if (earlier != null) {
            messages.add(new Message("assistant", said(earlier.reply())));
            messages.add(new Message("user", complaint(earlier.violations())));
        }
        return new Dialogue(system, List.copyOf(messages));
    }

    private static String schemaText(String step) {
        return "\n\nSCHEMA\nThe answer is one JSON object, without a fence around it, that is valid under this JSON schema. "
                + "Do not repeat the schema.\n"
                + ReplySchemas.of(JudgeStep.named(step)).json();
    }

    /** What the judge said, or what stands for a reply of nothing: endpoints refuse an empty message. */
    private static String said(String reply) {
        String text = Excerpt.wellFormed(Excerpt.of(reply, LONGEST_EARLIER)).strip();
        return text.isEmpty() ? "(no text)" : text;
    }

    private static String complaint(List<Violation> violations) {
        StringBuilder text = new StringBuilder("That answer breaks the contract:\n");
        violations.stream()
                .limit(NAMED_VIOLATIONS)
                .forEach(violation -> text.append("- ")
                        .append(Excerpt.oneLine(violation.message(), LONGEST_VIOLATION))
                        .append('\n'));
        if (violations.size() > NAMED_VIOLATIONS) {
            text.append("- and ").append(violations.size() - NAMED_VIOLATIONS).append(" more\n");
        }
        return text.append("Judge the same material again under the same rules, and answer with one whole JSON object.")
                .toString();
    }
}
