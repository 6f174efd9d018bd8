package io.ctxeval.judge.served;

import io.ctxeval.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The prompts in use, one a step; a changed text is a new file with a new version, so that old keys keep their meaning. */
public final class Prompts {
    private static final Map<JudgeStep, Prompt> IN_USE = new EnumMap<>(JudgeStep.class);

    static {
        for (JudgeStep step : JudgeStep.values()) {
            IN_USE.put(step, read(step, 1));
        }
    }

    private Prompts() {}

    /** Every prompt in use, for the manifest of a run. */
    public static List<Prompt> all() {
        return List.copyOf(IN_USE.values());
    }

    /** The prompt of a step. */
    public static Prompt of(JudgeStep step) {
        return Objects.requireNonNull(IN_USE.get(step));
    }

    private static Prompt read(JudgeStep step, int version) {
        String resource = "/io/ctxeval/judge/" + step.code() + "-" + version + ".txt";
        try (InputStream bytes =
                Objects.requireNonNull(Prompts.class.getResourceAsStream(resource), resource + " is missing")) {
            // A checkout may have turned line ends; the digest must not depend on that.
            String text = new String(bytes.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("\r\n", "\n")
                    .strip();
            return new Prompt(step, version, text, Sha256.hex(text));
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }
}
