package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.dataset.mapping.Preset;
import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.PlanRefused;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The files that a mapping joins: those that the plan names, or those that a preset expects beside the input. */
final class JoinedFiles {
    private JoinedFiles() {}

    /** The path of a preset's own join lies beside the input. */
    private static String joinPath(Mapping.Join join, InputSpec spec) {
        boolean ofPreset = spec.mapping().joins().isEmpty();
        int folder = spec.path().lastIndexOf('/');
        return ofPreset && folder >= 0 ? spec.path().substring(0, folder + 1) + join.path() : join.path();
    }

    private static InputFiles look(
            Mapping.Join join, String path, Preset preset, InputSpec spec, Configuration configuration)
            throws PlanRefused {
        try {
            return InputFiles.of(InputSpec.of(path), configuration);
        } catch (InputRefused e) {
            if (!spec.mapping().joins().isEmpty()) {
                throw e;
            }
            throw new InputRefused(
                    String.join("; ", e.problems()) + "; the preset " + preset.name() + " joins " + spec.path()
                            + " with it: name the file with join: [{as: " + join.as()
                            + ", path: FILE, on: [LEFT, RIGHT]}],"
                            + " or choose another preset",
                    e);
        }
    }

    /**
     * The files of each join, in the order of the mapping's joins.
     *
     * @throws InputRefused if one isn't there, or they are too large to be held
     */
    static List<List<SniffedFile>> of(Mapping mapping, Preset preset, InputSpec spec, Configuration configuration)
            throws PlanRefused {
        List<List<SniffedFile>> files = new ArrayList<>();
        for (Mapping.Join join : mapping.joins()) {
            String path = joinPath(join, spec);
            InputFiles found = look(join, path, preset, spec, configuration);
            if (found.bytes() > Partners.MOST_BYTES) {
                throw new InputRefused(
                        path + ": " + (found.bytes() >> 20) + " MB to join with; at most " + (Partners.MOST_BYTES >> 20)
                                + " MB are held in memory: join larger files beforehand",
                        null);
            }
            files.add(found.files());
        }
        return files;
    }
}
