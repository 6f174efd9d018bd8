package io.ctxeval.ledger;

import io.ctxeval.table.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;

/**
 * Finds out whether the state folder is the same one everywhere: the driver writes a token, a task of every executor reads it. A
 * {@code file:} folder that isn't shared would give each executor a ledger of its own, and every retry would pay again.
 */
public final class SharedStateProbe implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String state;
    private final String token;

    private SharedStateProbe(String state, String token) {
        this.state = state;
        this.token = token;
    }

    /**
     * Writes a token, on the driver.
     *
     * @param state the state folder or one in it, such as the ledger; made if missing
     * @throws IOException if it can't be written to
     */
    public static SharedStateProbe place(Storage storage, String state) throws IOException {
        Path folder = new Path(state);
        String qualified = storage.fileSystem(folder).makeQualified(folder).toString();
        SharedStateProbe probe =
                new SharedStateProbe(qualified, UUID.randomUUID().toString());
        try {
            storage.write(probe.file(), probe.token.getBytes(StandardCharsets.UTF_8));
        } catch (FSError failure) { // how Hadoop's raw local file system says that a write failed
            throw new IOException("can't write " + probe.file() + ": " + failure.getMessage(), failure);
        }
        return probe;
    }

    private Path file() {
        return new Path(state, ".probe-" + token);
    }

    /**
     * Looks for the token, on an executor.
     *
     * @param host for the message
     * @return what is wrong and what to do; empty if the folder is shared
     */
    public Optional<String> problemOn(String host, Storage storage) {
        try {
            String found = new String(storage.read(file()), StandardCharsets.UTF_8);
            return found.equals(token) ? Optional.empty() : Optional.of(apart(host, "another content is there"));
        } catch (FileNotFoundException absent) {
            return Optional.of(apart(host, "what the driver wrote into it isn't there"));
        } catch (IOException | FSError unreadable) {
            return Optional.of("state: " + state + " can't be read on host " + host + ": " + unreadable.getMessage()
                    + "; choose a folder that every host can open: --set state=FOLDER");
        }
    }

    private String apart(String host, String finding) {
        return "state: " + state + " isn't the same file system on host " + host + ": " + finding
                + "; an LLM judge needs one ledger for all executors: --set state=FOLDER on a shared file system (hdfs:, s3a:,"
                + " a network mount)";
    }

    /** Removes the token, on the driver. */
    public void remove(Storage storage) throws IOException {
        storage.fileSystem(file()).delete(file(), false);
    }
}
