package io.ctxeval.judge.served;

import io.ctxeval.judge.Question;
import io.ctxeval.text.Sha256;
import java.util.Locale;

/**
 * The user message: the valid ids in words, built from numbers alone, then the data document between two fence lines. The
 * nonce of the fence is a function of prompt and data, so that equal questions are equal bytes, and stands nowhere in the data.
 */
final class UserMessage {
    private static final int NONCE_DIGITS = 12;

    private UserMessage() {}

    static String of(Question question, String document, Prompt prompt) {
        String nonce = nonce(prompt.step().code() + "-" + prompt.version(), document);
        return frame(question) + "\n<<<MATERIAL " + nonce + ">>>\n" + document + "\n<<<END " + nonce + ">>>";
    }

    /** The first digits of SHA-256(prompt version + data); hashed again with a counter while the data holds them. */
    static String nonce(String promptVersion, String document) {
        String lowered = document.toLowerCase(Locale.ROOT);
        String nonce = Sha256.hex(promptVersion + document).substring(0, NONCE_DIGITS);
        for (int counter = 1; lowered.contains(nonce); counter++) {
            nonce = Sha256.hex(promptVersion + document + counter).substring(0, NONCE_DIGITS);
        }
        return nonce;
    }

    private static String frame(Question question) {
        if (question instanceof Question.Waste asked) {
            return every("chunk", "chunks", asked.chunks().size());
        }
        if (question instanceof Question.Usage asked) {
            return every("chunk", "chunks", asked.chunks().size());
        }
        if (question instanceof Question.Relations asked) {
            return ids("chunk", asked.chunks().size()) + " Name no other id.";
        }
        if (question instanceof Question.Decompose asked) {
            return "Name at most " + asked.maxAspects() + " aspects.";
        }
        if (question instanceof Question.Grade asked) {
            return every("aspect", "aspects", asked.aspects().size()) + " "
                    + ids("chunk", asked.chunks().size()) + " Cite no other chunk id.";
        }
        Question.Assess asked = (Question.Assess) question;
        return "Name at most " + asked.maxAspects() + " aspects. "
                + ids("chunk", asked.chunks().size()) + " Cite no other chunk id.";
    }

    private static String every(String what, String list, int count) {
        return ids(what, count)
                + (count == 1
                        ? " \"" + list + "\" has exactly one entry."
                        : " Every " + what + " id stands exactly once in \"" + list + "\".");
    }

    private static String ids(String what, int count) {
        return switch (count) {
            case 0 -> "There is no " + what + ".";
            case 1 -> "There is one " + what + "; its id is 0.";
            default -> "There are " + count + " " + what + "s; their ids are 0 to " + (count - 1) + ".";
        };
    }
}
