package io.ctxeval.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ctxeval.report.RunManifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** {@code latest.json}: which published run is the newest. */
final class LatestPointer {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String FINISHED_AT = "finished_at";

    private LatestPointer() {}

    /** Lets the pointer name a published run. */
    static void point(RunFolder folder, RunManifest manifest) throws IOException {
        ObjectNode pointer = MAPPER.createObjectNode();
        pointer.put("run_id", manifest.runId());
        pointer.put("path", folder.published().toString());
        pointer.put("verdict", manifest.verdict());
        pointer.put("exit_code", manifest.exitCode());
        pointer.put("result", manifest.result());
        pointer.put(FINISHED_AT, manifest.finishedAt().toString());
        folder.point((pointer.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Mends what a kill between publication and pointer left: an older run, or none, named as the newest. */
    static void mend(RunFolder folder, RunManifest manifest) throws IOException {
        Optional<byte[]> there = folder.pointer();
        if (there.isEmpty() || isOlder(there.get(), manifest.finishedAt())) {
            point(folder, manifest);
        }
    }

    private static boolean isOlder(byte[] pointer, Instant than) {
        try {
            JsonNode finished = MAPPER.readTree(pointer).path(FINISHED_AT);
            return Instant.parse(finished.asText()).isBefore(than);
        } catch (IOException | DateTimeParseException unreadable) {
            return true;
        }
    }
}
