package io.ctxeval.dataset.mapping;

import io.ctxeval.dataset.mapping.ExpressionParser.BadExpression;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.PlanRefused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the preset of an input by its first records (formats.md 4.1): the one whose {@code match} paths all occur, each in any
 * of them, and which has most of these; without one {@code auto}. In doubt it refuses and names the candidates.
 */
public final class PresetChoice {
    /** Records that are looked at; more may be shown and are passed over. */
    public static final int RECORDS = 1_000;

    private static final String AUTO = "auto";
    private static final Set<String> OUTPUTS = Set.of("answer", "response");

    private final Presets presets;
    private final MappingSpec user;
    private final Map<Preset, List<Path>> unseen = new LinkedHashMap<>();
    private final Map<Preset, List<Path>> barred = new HashMap<>();
    private final Set<String> filledOutputs = new TreeSet<>();
    private final List<Expression> outputs = new ArrayList<>();
    private int records;

    /**
     * A choice among presets.
     *
     * @param user the input's own mapping: a preset named there is taken unseen, its kind narrows the choice, and with rows or a
     *     group of its own nothing is guessed
     */
    public PresetChoice(Presets presets, MappingSpec user) {
        this.presets = presets;
        this.user = user;
        for (Preset preset : presets.all()) {
            boolean kindFits = user.kind() == null || user.kind().equals(preset.kind());
            if (!preset.match().isEmpty() && !preset.byNameOnly() && kindFits) {
                unseen.put(preset, paths(preset.match()));
                barred.put(preset, paths(preset.without()));
            }
        }
        for (String name : OUTPUTS.stream().sorted().toList()) {
            outputs.add(new Expression.Plain(new Path(new Path.Root.Whole(), List.of(new Path.Step.Key(name)))));
        }
    }

    private static List<Path> paths(List<String> texts) {
        List<Path> paths = new ArrayList<>();
        for (String text : texts) {
            try {
                if (ExpressionParser.expression(text, ExpressionParser.Names.RECORD) instanceof Path path) {
                    paths.add(path);
                }
            } catch (BadExpression checkedWhenRead) {
                throw new IllegalStateException(checkedWhenRead);
            }
        }
        return paths;
    }

    /** Whether further records can change the choice. */
    public boolean wantsMore() {
        return user.preset() == null && records < RECORDS;
    }

    /** Looks at a record with all its fields: a JSON object, or a {@link RecordNode} over all columns. */
    public void see(Node record) {
        if (!wantsMore() || record.kind() != Node.Kind.OBJECT) {
            return;
        }
        records++;
        for (List<Path> paths : unseen.values()) {
            paths.removeIf(path -> path.occursIn(record));
        }
        unseen.keySet()
                .removeIf(preset ->
                        barred.getOrDefault(preset, List.of()).stream().anyMatch(path -> path.occursIn(record)));
        Scope scope = Scope.of(record);
        for (Expression output : outputs) {
            if (output.valueIn(scope) != null) {
                filledOutputs.addAll(output.path().topNames());
            }
        }
    }

    /**
     * The preset to take.
     *
     * @param at prefix of the problems' keys, {@code inputs[0].}
     * @throws PlanRefused when two presets match equally well, or {@code auto} would have to guess between an answer and a response
     */
    public Preset chosen(String at) throws PlanRefused {
        if (user.preset() != null) {
            return presets.named(user.preset());
        }
        if (!user.rows().isEmpty() || user.group() != null) {
            return Preset.NONE;
        }
        List<Preset> best = best();
        if (best.size() > 1) {
            List<String> names = best.stream().map(Preset::name).toList();
            throw new PlanRefused(List.of(at + "preset: the columns fit " + String.join(" and ", names)
                    + " equally well; choose one with preset: " + names.get(0) + " (--preset " + names.get(0) + ")"));
        }
        if (best.isEmpty()) {
            return fallback(at);
        }
        refuseTwoOutputs(best.get(0), at);
        return best.get(0);
    }

    /** Of an answer and a response that both hold values, one may be what is right: nobody is to guess which (formats.md 3.6). */
    private void refuseTwoOutputs(Preset preset, String at) throws PlanRefused {
        if (!filledOutputs.containsAll(OUTPUTS) || user.fields().containsKey("output")) {
            return;
        }
        Set<String> asOutput = columnsOf(preset.mapping().fields().get("output"));
        Set<String> elsewhere = new TreeSet<>();
        preset.mapping().fields().forEach((field, spec) -> {
            if (!field.equals("output")) {
                elsewhere.addAll(columnsOf(spec));
            }
        });
        user.fields().values().forEach(spec -> elsewhere.addAll(columnsOf(spec)));
        boolean reads = OUTPUTS.stream().anyMatch(asOutput::contains);
        if (reads && OUTPUTS.stream().noneMatch(elsewhere::contains)) {
            throw new PlanRefused(
                    List.of(at + "fields.output: the columns answer and response both hold values; say which is the"
                            + " output, for example fields: {output: response}"));
        }
    }

    private static Set<String> columnsOf(@Nullable FieldSpec spec) {
        Set<String> columns = new TreeSet<>();
        for (String text : spec == null ? List.<String>of() : MappingCompiler.expressionsOf(spec)) {
            try {
                columns.addAll(ExpressionParser.expression(text, ExpressionParser.Names.RECORD)
                        .path()
                        .topNames());
            } catch (BadExpression saidWhenCompiled) {
                // reads no column
            }
        }
        return columns;
    }

    private List<Preset> best() {
        List<Preset> best = new ArrayList<>();
        int most = 0;
        for (Map.Entry<Preset, List<Path>> entry : unseen.entrySet()) {
            int paths = entry.getKey().match().size();
            if (!entry.getValue().isEmpty() || paths < most) {
                continue;
            }
            if (paths > most) {
                best.clear();
                most = paths;
            }
            best.add(entry.getKey());
        }
        return best;
    }

    private Preset fallback(String at) throws PlanRefused {
        Preset auto = auto();
        if (auto == null || (user.kind() != null && !user.kind().equals(auto.kind()))) {
            return Preset.NONE;
        }
        refuseTwoOutputs(auto, at);
        return auto;
    }

    private @Nullable Preset auto() {
        Stream<Preset> named =
                presets.all().stream().filter(preset -> preset.name().equals(AUTO));
        return named.findFirst().orElse(null);
    }
}
