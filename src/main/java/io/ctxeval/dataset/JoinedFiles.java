package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Mapping;
import io.ctxeval.dataset.mapping.Preset;
import io.ctxeval.plan.InputSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files that a mapping joins: those that the plan names, or those that a preset expects among the input's files or beside
 * them.
 *
 * @param ofJoins the files of each join, in the order of the mapping's joins
 * @param rows the input's own files without those that are joined; null for a Spark source
 * @param notes sentences for a reader
 */
record JoinedFiles(
        List<List<SniffedFile>> ofJoins, @Nullable InputFiles rows, List<String> notes) {
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

    /** Those of the input's own files that a preset's join asks for; none where all of them are. */
    private static List<SniffedFile> within(Mapping.Join join, InputSpec spec, @Nullable InputFiles files) {
        if (files == null || !spec.mapping().joins().isEmpty() || join.path().contains("/")) {
            return List.of();
        }
        try {
            GlobFilter names = new GlobFilter(join.path());
            List<SniffedFile> found = files.files().stream()
                    .filter(file -> names.accept(new Path("/", file.file().fileName())))
                    .toList();
            return found.size() < files.files().size() ? found : List.of();
        } catch (IOException e) {
            throw new IllegalArgumentException(join.path(), e);
        }
    }

    /**
     * Finds the files of a mapping's joins.
     *
     * @param files of the input; null for a Spark source
     * @throws InputRefused if one isn't there, or they are too large to be held
     */
    static JoinedFiles of(
            Mapping mapping, Preset preset, InputSpec spec, @Nullable InputFiles files, Configuration configuration)
            throws PlanRefused {
        List<List<SniffedFile>> ofJoins = new ArrayList<>();
        for (Mapping.Join join : mapping.joins()) {
            List<SniffedFile> found = within(join, spec, files);
            if (found.isEmpty()) {
                found = look(join, joinPath(join, spec), preset, spec, configuration)
                        .files();
            }
            refuseLarge(join, found);
            ofJoins.add(found);
        }
        return files == null || ofJoins.isEmpty()
                ? new JoinedFiles(ofJoins, files, List.of())
                : apart(ofJoins, spec, files, configuration);
    }

    private static void refuseLarge(Mapping.Join join, List<SniffedFile> files) {
        long bytes = files.stream().mapToLong(file -> file.file().length()).sum();
        if (bytes > Partners.MOST_BYTES) {
            throw new InputRefused(
                    join.path() + ": " + (bytes >> 20) + " MB to join with; at most " + (Partners.MOST_BYTES >> 20)
                            + " MB are held in memory: join larger files beforehand",
                    null);
        }
    }

    /** What is joined isn't read as rows, too; but where there is nothing else, an input is joined with itself. */
    private static JoinedFiles apart(
            List<List<SniffedFile>> ofJoins, InputSpec spec, InputFiles files, Configuration configuration)
            throws PlanRefused {
        Set<String> joined = new HashSet<>();
        ofJoins.forEach(found -> found.forEach(file -> joined.add(file.file().path())));
        List<String> both = files.files().stream()
                .map(SniffedFile::file)
                .filter(file -> joined.contains(file.path()))
                .map(ListedFile::name)
                .toList();
        if (both.isEmpty() || both.size() == files.files().size()) {
            return new JoinedFiles(ofJoins, files, List.of());
        }
        String more = both.size() == 1 ? " is" : " and " + (both.size() - 1) + " more are";
        return new JoinedFiles(
                ofJoins,
                InputFiles.of(spec, joined, configuration),
                List.of(both.get(0) + more + " joined with the rows of the other files, and not read as rows"));
    }
}
