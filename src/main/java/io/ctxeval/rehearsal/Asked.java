package io.ctxeval.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request for a completion, whatever protocol it came in.
 *
 * @param question SHA-256 of model and data document (of all messages if there is none), 64 hex digits: not of the prompt's words
 *     and parameters, which change with what the endpoint refuses
 * @param document the data document; null: none was found
 * @param outside all that system and user say outside the document
 * @param turn of the conversation, from 1
 * @param promptTokens a token is four characters
 * @param outputLimit tokens; 0 where the request names none
 * @param body for its parameters
 */
record Asked(
        String model,
        String question,
        @Nullable String document,
        String outside,
        int turn,
        long promptTokens,
        long outputLimit,
        JsonNode body) {
    static final int TOKEN_CHARACTERS = 4;

    /**
     * From what the roles said.
     *
     * @param system all system messages
     * @param user the first message of the user
     * @param later the further ones
     * @param replies earlier ones of the model, their number and characters
     */
    static Asked of(
            String model, String system, String user, String later, Replies replies, long limit, JsonNode body) {
        Fenced fenced = Fenced.of(user);
        String document = fenced.document();
        long characters = (long) system.length() + user.length() + later.length() + replies.characters();
        return new Asked(
                model,
                digest(model, document == null ? system + "\n" + user : document),
                document,
                String.join("\n", system, fenced.outside(), later),
                replies.count() + 1,
                tokens(characters),
                limit,
                body);
    }

    /** What is counted: another turn is another content. */
    String content() {
        return turn == 1 ? question : question + "#" + turn;
    }

    /** Whether the output limit has room for a reply. */
    boolean holds(String reply) {
        return outputLimit == 0 || tokens(reply.length()) <= outputLimit;
    }

    /** Whether an order stands where no data belongs. */
    boolean orders(@Nullable String order) {
        return order != null && outside.toLowerCase(Locale.ROOT).contains(order.toLowerCase(Locale.ROOT));
    }

    static long tokens(long characters) {
        return (characters + TOKEN_CHARACTERS - 1) / TOKEN_CHARACTERS;
    }

    private static String digest(String model, String text) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(model.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) '\n');
            return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    /** Earlier replies of the model in a conversation. */
    record Replies(int count, long characters) {}
}
