package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.mapping.ExpressionParser.BadExpression;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.Nearest;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.PresetSpec;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The built-in presets (formats.md 4.3), and others out of YAML of the same form. */
public final class Presets {
    private static final String RESOURCE = "/io/ctxeval/dataset/mapping/presets.yaml";

    private static final int DIGEST_DIGITS = 12;

    private final Map<String, Preset> presets;

    private Presets(Map<String, Preset> presets) {
        this.presets = presets;
    }

    /** The presets that come with the program. */
    public static Presets builtIn() {
        try (InputStream yaml = Presets.class.getResourceAsStream(RESOURCE)) {
            if (yaml == null) {
                throw new IllegalStateException(RESOURCE + " isn't in the jar");
            }
            return new Presets(read(new String(yaml.readAllBytes(), StandardCharsets.UTF_8), "presets.yaml", null));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (PlanRefused bad) {
            throw new IllegalStateException(bad);
        }
    }

    /**
     * These presets and those of a YAML text; a name that is there already is replaced.
     *
     * @param source name of the file, for messages
     * @throws PlanRefused if it isn't such a file, or an expression in it doesn't compile
     */
    public Presets and(String yaml, String source) throws PlanRefused {
        Map<String, Preset> all = new LinkedHashMap<>(presets);
        all.putAll(read(yaml, source, digest(yaml)));
        return new Presets(all);
    }

    /**
     * The presets of a YAML text alone.
     *
     * @throws PlanRefused as {@link #and}
     */
    public static Presets of(String yaml, String source) throws PlanRefused {
        return new Presets(read(yaml, source, digest(yaml)));
    }

    /** All of them, in the order of the file. */
    public List<Preset> all() {
        return List.copyOf(presets.values());
    }

    /**
     * The preset of a name; {@code none} is {@link Preset#NONE}.
     *
     * @throws PlanRefused if there is none, with the names that there are
     */
    public Preset named(String name) throws PlanRefused {
        Preset preset = name.equals(Preset.NONE.name()) ? Preset.NONE : presets.get(name);
        if (preset == null) {
            String nearest = Nearest.of(name, presets.keySet());
            throw new PlanRefused(List.of("preset: " + name + " is unknown"
                    + (nearest == null ? "." : "; did you mean " + nearest + "?")
                    + " There are " + String.join(", ", presets.keySet()) + " (see ctxeval presets)"));
        }
        return preset;
    }

    private static String digest(String yaml) {
        return Sha256.hex(yaml).substring(0, DIGEST_DIGITS);
    }

    private static Map<String, Preset> read(String yaml, String source, @Nullable String digest) throws PlanRefused {
        Map<String, Preset> presets = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (PresetSpec spec : PresetSpec.read(source, yaml, problems)) {
            Preset preset = new Preset(
                    spec.name(),
                    spec.tool(),
                    spec.match(),
                    spec.without(),
                    spec.byNameOnly(),
                    spec.mapping(),
                    spec.ignored(),
                    digest);
            check(preset, source + ": " + spec.name(), problems);
            presets.put(preset.name(), preset);
        }
        if (!problems.isEmpty()) {
            throw new PlanRefused(problems);
        }
        return presets;
    }

    private static void check(Preset preset, String at, List<String> problems) {
        try {
            Mapping.compile(at + ".", preset, MappingSpec.EMPTY, List.of(), ScoringOptions.DEFAULTS);
        } catch (PlanRefused refused) {
            problems.addAll(refused.problems());
        }
        List<String> paths = new ArrayList<>(preset.match());
        paths.addAll(preset.without());
        for (String path : paths) {
            try {
                if (!(ExpressionParser.expression(path, ExpressionParser.Names.RECORD) instanceof Path)) {
                    problems.add(at + ".match: " + path + " is no path");
                }
            } catch (BadExpression bad) {
                problems.add(at + ".match: " + bad.getMessage());
            }
        }
    }
}
