package io.ctxeval.ledger;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Entries for tests. */
final class Entries {
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Entries() {}

    /** The key of the question of this name. */
    static String key(Object question) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(question.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static LedgerEntry answer(Object question, String run, Instant time) {
        return entry(question, run, LedgerEntry.ANSWERED, "{\"used\":[true],\"by\":\"" + run + "\"}", time);
    }

    static LedgerEntry failure(Object question, String run, String outcome, Instant time) {
        return entry(question, run, outcome, null, time);
    }

    private static LedgerEntry entry(
            Object question, String run, String outcome, @Nullable String judgement, Instant time) {
        return new LedgerEntry(
                key(question),
                "1",
                "openai",
                "small-1",
                "small-1-2026",
                "waste",
                run,
                outcome,
                judgement,
                false,
                "answered",
                200,
                judgement == null ? "no JSON in the reply" : "",
                "reply to " + question + "\nwith ünïcödé \uD83D\uDE80 and \"quotes\"",
                "json_schema",
                1,
                812,
                97,
                1430,
                time);
    }

    /** Every field that may be null is. */
    static LedgerEntry bare(Object question, Instant time) {
        return new LedgerEntry(
                key(question),
                "1",
                "openai",
                "m",
                null,
                "grade",
                "r",
                "judge_unavailable",
                null,
                true,
                "timed_out",
                null,
                "",
                null,
                "text",
                6,
                0,
                0,
                0,
                time);
    }
}
