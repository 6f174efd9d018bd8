package io.ctxeval.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who writes a run's folder, and when it last said so: tells a live attempt from one that died. On the host that reads it, the
 * process itself is looked for; of another host's only its silence can be seen.
 *
 * @param started when the process began; null where its system doesn't tell. A process of the same number that began at another
 *     time is another one
 * @param touched when it last said that it lives
 */
record AttemptNote(String host, long pid, @Nullable Instant started, Instant touched) {
    /** After this long without a word, an attempt whose process can't be looked for counts as dead. */
    static final Duration SILENCE = Duration.ofMinutes(10);

    /** What two readings of one process's start may differ by: systems tell it relative to a clock that is corrected. */
    private static final Duration START_SLACK = Duration.ofSeconds(3);

    /** States of a process that is over. */
    private static final String ENDED = "ZXx";

    private static final JsonMapper MAPPER = new JsonMapper();

    static AttemptNote ofThisProcess(Instant now) {
        ProcessHandle self = ProcessHandle.current();
        return new AttemptNote(
                thisHost(), self.pid(), self.info().startInstant().orElse(null), now);
    }

    private static String thisHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "localhost";
        }
    }

    /** Whether the attempt may still be at work, as far as this process can tell. */
    boolean isLive(Instant now) {
        return host.equals(thisHost())
                ? ProcessHandle.of(pid).map(this::isTheSame).orElse(false)
                : touched.plus(SILENCE).isAfter(now);
    }

    private boolean isTheSame(ProcessHandle process) {
        Instant began = process.info().startInstant().orElse(null);
        return process.isAlive()
                && !isZombie(process.pid())
                && (began == null
                        || started == null
                        || Duration.between(began, started).abs().compareTo(START_SLACK) <= 0);
    }

    /** A killed process whose parent, as in many containers, never asks for its end; only Linux tells. */
    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            int state = stat.lastIndexOf(')') + 2;
            return state > 1 && state < stat.length() && ENDED.indexOf(stat.charAt(state)) >= 0;
        } catch (IOException elsewhere) {
            return false;
        }
    }

    byte[] toJson() {
        ObjectNode note = MAPPER.createObjectNode();
        note.put("host", host);
        note.put("pid", pid);
        note.put("started", started == null ? null : started.toString());
        note.put("touched", touched.toString());
        return note.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #toJson} wrote.
     *
     * @throws IOException if it is something else
     */
    static AttemptNote parse(byte[] json) throws IOException {
        JsonNode note = MAPPER.readTree(json);
        try {
            String started = note.path("started").textValue();
            return new AttemptNote(
                    note.path("host").asText(),
                    note.path("pid").asLong(),
                    started == null ? null : Instant.parse(started),
                    Instant.parse(note.path("touched").asText()));
        } catch (DateTimeException malformed) {
            throw new IOException("not the note of an attempt", malformed);
        }
    }

    @Override
    public String toString() {
        return "process " + pid + " on " + host + ", last heard of at " + touched;
    }
}
