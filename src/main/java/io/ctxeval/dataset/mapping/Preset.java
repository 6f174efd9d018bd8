package io.ctxeval.dataset.mapping;

import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A mapping with a name, for the files of a tool.
 *
 * @param tool whose files it reads
 * @param match paths that must all occur for the preset to be chosen; empty: chosen when no other is
 * @param without paths of which none may occur for the preset to be chosen
 * @param byNameOnly never chosen by the data
 * @param ignored columns that the tool writes and that mean nothing here
 * @param digest start of the SHA-256 of the file that it comes from; null: built in
 */
public record Preset(
        String name,
        String tool,
        List<String> match,
        List<String> without,
        boolean byNameOnly,
        MappingSpec mapping,
        List<String> ignored,
        @Nullable String digest)
        implements Serializable {
    /** Nothing but columns with canonical names. */
    public static final Preset NONE = new Preset(
            "none", "columns with canonical names", List.of(), List.of(), true, MappingSpec.EMPTY, List.of(), null);

    public Preset {
        match = List.copyOf(match);
        without = List.copyOf(without);
        ignored = List.copyOf(ignored);
    }

    /** Its name, and of a user's own preset which state of it: that file may change from run to run. */
    public String title() {
        return digest == null ? name : name + " (own, sha256 " + digest + ")";
    }

    /** What the rows are, as a mapping says it. */
    public String kind() {
        return mapping.kind() == null ? RowKind.SAMPLES.label() : mapping.kind();
    }

    /** This preset under the user's keys: each key that the user gives wins, of the fields each field. */
    public MappingSpec with(MappingSpec user) {
        RowKind kind = RowKind.named(user.kind() == null ? kind() : user.kind());
        RowKind known = kind == null ? RowKind.SAMPLES : kind;
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        mapping.fields().forEach((name, spec) -> fields.put(MappingCompiler.canonicalName(known, name), spec));
        user.fields().forEach((name, spec) -> fields.put(MappingCompiler.canonicalName(known, name), spec));
        return new MappingSpec(
                name,
                user.kind() == null ? mapping.kind() : user.kind(),
                user.rows().isEmpty() ? mapping.rows() : user.rows(),
                either(user.where(), mapping.where()),
                user.joins().isEmpty() ? mapping.joins() : user.joins(),
                either(user.group(), mapping.group()),
                fields);
    }

    private static @Nullable String either(@Nullable String first, @Nullable String second) {
        return first == null ? second : first;
    }
}
