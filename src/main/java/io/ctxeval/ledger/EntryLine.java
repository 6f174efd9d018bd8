package io.ctxeval.ledger;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * An entry as a line of a segment: {@code {"key":"<64 hex digits>",…,"check":"<8 hex digits>"}} and a line feed. The check is
 * the CRC-32C of all bytes before the comma in front of it. Half of a surrogate pair in a text becomes {@code ?}.
 */
final class EntryLine {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final byte[] HEAD = "{\"key\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final int KEY_DIGITS = 64;
    private static final byte[] CHECK = ",\"check\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final int CHECK_DIGITS = 8;
    private static final byte[] TAIL = "\"}".getBytes(StandardCharsets.US_ASCII);
    private static final int END = CHECK.length + CHECK_DIGITS + TAIL.length;

    private EntryLine() {}

    /** The line, line feed included. */
    static byte[] of(LedgerEntry entry) {
        String json = json(entry);
        byte[] open = json.substring(0, json.length() - 1).getBytes(StandardCharsets.UTF_8);
        byte[] line = Arrays.copyOf(open, open.length + END + 1);
        byte[] check = checkOf(line, 0, open.length);
        System.arraycopy(CHECK, 0, line, open.length, CHECK.length);
        System.arraycopy(check, 0, line, open.length + CHECK.length, CHECK_DIGITS);
        System.arraycopy(TAIL, 0, line, line.length - 1 - TAIL.length, TAIL.length);
        line[line.length - 1] = '\n';
        return line;
    }

    private static byte[] checkOf(byte[] bytes, int from, int to) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, from, to - from);
        return HexFormat.of().toHexDigits((int) sum.getValue()).getBytes(StandardCharsets.US_ASCII);
    }

    private static String json(LedgerEntry entry) {
        StringWriter text = new StringWriter(1024);
        try (JsonGenerator json = MAPPER.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("key", entry.key());
            json.writeStringField("time", entry.time().toString());
            json.writeStringField("run_id", entry.runId());
            json.writeStringField("outcome", entry.outcome());
            json.writeStringField("protocol", entry.protocol());
            json.writeStringField("provider", entry.provider());
            json.writeStringField("model", entry.model());
            json.writeStringField("model_version", entry.modelVersion());
            json.writeStringField("step", entry.step());
            json.writeBooleanField("asked_again", entry.askedAgain());
            json.writeStringField("call_class", entry.callClass());
            writeStatus(json, entry.httpStatus());
            json.writeStringField("reason", entry.reason());
            json.writeStringField("rung", entry.rung());
            json.writeNumberField("attempts", entry.attempts());
            json.writeNumberField("input_tokens", entry.inputTokens());
            json.writeNumberField("output_tokens", entry.outputTokens());
            json.writeNumberField("latency_millis", entry.latencyMillis());
            json.writeStringField("judgement", entry.judgement());
            json.writeStringField("raw_reply", entry.rawReply());
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new IllegalStateException("writing to memory", impossible);
        }
        return text.toString();
    }

    private static void writeStatus(JsonGenerator json, @Nullable Integer status) throws IOException {
        json.writeFieldName("http_status");
        if (status == null) {
            json.writeNull();
        } else {
            json.writeNumber(status);
        }
    }

    /**
     * The key of a line, without a look at the rest.
     *
     * @param to end of the line, line feed excluded
     * @return null if the line doesn't begin as an entry does
     */
    static @Nullable String keyOf(byte[] bytes, int from, int to) {
        int start = from + HEAD.length;
        int end = start + KEY_DIGITS;
        if (end >= to || bytes[end] != '"' || !Arrays.equals(HEAD, 0, HEAD.length, bytes, from, start)) {
            return null;
        }
        for (int i = start; i < end; i++) {
            if ((bytes[i] < '0' || bytes[i] > '9') && (bytes[i] < 'a' || bytes[i] > 'f')) {
                return null;
            }
        }
        return new String(bytes, start, KEY_DIGITS, StandardCharsets.ISO_8859_1);
    }

    /**
     * The entry of a line.
     *
     * @param to end of the line, line feed excluded
     * @throws IOException if the line isn't what was once written
     */
    static LedgerEntry parse(byte[] bytes, int from, int to) throws IOException {
        int open = to - END;
        if (open < from || !endsWell(bytes, open, to)) {
            throw new IOException("ends without a check");
        }
        int digits = open + CHECK.length;
        if (!Arrays.equals(checkOf(bytes, from, open), 0, CHECK_DIGITS, bytes, digits, digits + CHECK_DIGITS)) {
            throw new IOException("differs from what was written: its check doesn't fit");
        }
        try {
            return entry(MAPPER.readTree(bytes, from, to - from));
        } catch (DateTimeException e) {
            throw new IOException("has no time: " + e.getMessage(), e);
        }
    }

    private static boolean endsWell(byte[] bytes, int open, int to) {
        return Arrays.equals(CHECK, 0, CHECK.length, bytes, open, open + CHECK.length)
                && Arrays.equals(TAIL, 0, TAIL.length, bytes, to - TAIL.length, to);
    }

    private static LedgerEntry entry(JsonNode line) throws IOException {
        return new LedgerEntry(
                text(line, "key"),
                text(line, "protocol"),
                text(line, "provider"),
                text(line, "model"),
                line.path("model_version").textValue(),
                text(line, "step"),
                text(line, "run_id"),
                text(line, "outcome"),
                line.path("judgement").textValue(),
                line.path("asked_again").booleanValue(),
                text(line, "call_class"),
                line.path("http_status").isInt() ? line.path("http_status").intValue() : null,
                text(line, "reason"),
                line.path("raw_reply").textValue(),
                text(line, "rung"),
                line.path("attempts").intValue(),
                line.path("input_tokens").longValue(),
                line.path("output_tokens").longValue(),
                line.path("latency_millis").longValue(),
                Instant.parse(text(line, "time")));
    }

    private static String text(JsonNode line, String field) throws IOException {
        String value = line.path(field).textValue();
        if (value == null) {
            throw new IOException("has no " + field);
        }
        return value;
    }
}
