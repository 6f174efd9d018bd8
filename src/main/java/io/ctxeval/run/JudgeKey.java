package io.ctxeval.run;

import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.ServedJudge.KeySource;
import io.ctxeval.quota.Secret;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds the endpoint's key on the driver. It never becomes part of a plan, a closure or Spark's configuration: executors fetch it
 * over the quota's channel (judge-at-scale.md 7).
 */
final class JudgeKey {
    /** No key is longer; a file of gigabytes, or one without an end, isn't read. */
    private static final int MOST_BYTES = 16 << 10;

    private JudgeKey() {}

    /**
     * The key.
     *
     * @param environment variables of this process
     * @return null: the endpoint wants none, as far as the plan tells
     * @throws PlanRefused if it isn't where the plan says it is
     */
    static @Nullable Secret find(KeySource source, Storage storage, Map<String, String> environment)
            throws PlanRefused {
        String alias = source.alias();
        if (alias != null) {
            return secret("judge.key-alias: " + alias, fromProvider(alias, storage));
        }
        String file = source.file();
        if (file != null) {
            return secret("judge.key-file: " + file, fromFile(file, storage));
        }
        String key = environment.get(source.environment());
        return key == null || key.isBlank() ? null : secret("judge.key-env: " + source.environment(), key.strip());
    }

    /** A key that a header can hold, which is found now and not on an executor. */
    private static Secret secret(String where, String key) throws PlanRefused {
        if (key.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw refused(where
                    + "; the key there holds characters that no key has (spaces, control or non-ASCII characters):"
                    + " copy it again");
        }
        return new Secret(key);
    }

    private static String fromProvider(String alias, Storage storage) throws PlanRefused {
        char[] key;
        try {
            key = storage.configuration().getPassword(alias);
        } catch (IOException e) {
            throw refused("judge.key-alias: " + alias + "; the credential provider can't be read: " + e.getMessage());
        }
        if (key == null || key.length == 0) {
            throw refused("judge.key-alias: " + alias
                    + "; no such credential (hadoop.security.credential.provider.path names the providers)");
        }
        return new String(key);
    }

    private static String fromFile(String file, Storage storage) throws PlanRefused {
        byte[] bytes;
        try (InputStream in = storage.open(new Path(file))) {
            bytes = in.readNBytes(MOST_BYTES + 1);
        } catch (IOException e) {
            throw refused("judge.key-file: " + file + "; can't be read: " + e.getMessage());
        }
        String key = new String(bytes, StandardCharsets.UTF_8).strip();
        if (bytes.length > MOST_BYTES || key.isEmpty() || key.lines().count() != 1) {
            throw refused("judge.key-file: " + file + "; must hold one line, the key");
        }
        return key;
    }

    private static PlanRefused refused(String problem) {
        return new PlanRefused(List.of(problem));
    }
}
