package io.ctxeval.dataset.mapping;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.ctxeval.dataset.mapping.ExpressionParser.BadExpression;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.MappingSpec.JoinSpec;
import io.ctxeval.plan.MappingSpec.Take;
import io.ctxeval.plan.Nearest;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.score.ScoringOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The built-in presets (formats.md 4.3), and others out of YAML of the same form. */
public final class Presets {
    private static final String RESOURCE = "/io/ctxeval/dataset/mapping/presets.yaml";
    private static final Set<String> KEYS = Set.of(
            "tool", "kind", "match", "without", "by-name-only", "rows", "where", "join", "group", "fields", "ignored");

    private static final int DIGEST_BYTES = 6;

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
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(yaml.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static Map<String, Preset> read(String yaml, String source, @Nullable String digest) throws PlanRefused {
        JsonNode root;
        try {
            root = new YAMLMapper().readTree(yaml);
        } catch (JsonProcessingException bad) {
            throw new PlanRefused(List.of(source + ": no YAML: " + bad.getOriginalMessage()));
        }
        Map<String, Preset> presets = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : root.properties()) {
            String at = source + ": " + entry.getKey();
            for (String key :
                    entry.getValue().propertyStream().map(Map.Entry::getKey).toList()) {
                if (!KEYS.contains(key)) {
                    problems.add(at + "." + key + ": unknown key; there are "
                            + String.join(", ", KEYS.stream().sorted().toList()));
                }
            }
            Preset preset = preset(entry.getKey(), entry.getValue(), at, digest, problems);
            check(preset, at, problems);
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

    private static Preset preset(
            String name, JsonNode node, String at, @Nullable String digest, List<String> problems) {
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : node.path("fields").properties()) {
            fields.put(field.getKey(), field(field.getValue(), at + ".fields." + field.getKey(), problems));
        }
        List<JoinSpec> joins = new ArrayList<>();
        for (JsonNode join : node.path("join")) {
            List<String> on = texts(join.path("on"));
            if (on.size() == 2 && join.hasNonNull("as") && join.hasNonNull("path")) {
                joins.add(
                        new JoinSpec(join.path("as").asText(), join.path("path").asText(), on.get(0), on.get(1)));
            } else {
                problems.add(at + ".join: must be a list of {as, path, on: [left, right]}");
            }
        }
        MappingSpec mapping = new MappingSpec(
                name,
                text(node, "kind"),
                texts(node.path("rows")),
                text(node, "where"),
                joins,
                text(node, "group"),
                fields);
        String tool = text(node, "tool");
        return new Preset(
                name,
                tool == null ? name : tool,
                texts(node.path("match")),
                texts(node.path("without")),
                node.path("by-name-only").asBoolean(false),
                mapping,
                texts(node.path("ignored")),
                digest);
    }

    private static FieldSpec field(JsonNode node, String at, List<String> problems) {
        String sql = text(node, "sql");
        if (sql != null) {
            return new FieldSpec.Sql(sql);
        }
        if (!node.isObject()) {
            return new FieldSpec.FirstOf(texts(node));
        }
        Take take = Take.FIRST;
        String named = text(node, "take");
        try {
            take = named == null ? take : Take.valueOf(named.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            problems.add(at + ".take: " + named + "; must be first, last, max or all");
        }
        return new FieldSpec.Taken(texts(node.path("path")), take, text(node, "where"));
    }

    private static @Nullable String text(JsonNode node, String key) {
        return node.hasNonNull(key) ? node.path(key).asText() : null;
    }

    private static List<String> texts(JsonNode node) {
        List<String> texts = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(item -> texts.add(item.asText()));
        } else if (node.isValueNode() && !node.isNull()) {
            texts.add(node.asText());
        }
        return texts;
    }
}
