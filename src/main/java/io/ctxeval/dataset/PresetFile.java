package io.ctxeval.dataset;

import io.ctxeval.dataset.mapping.Preset;
import io.ctxeval.dataset.mapping.Presets;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The presets that an input may take. A preset written as a file, {@code mine.yaml}, adds that file's to the built-in ones, and the
 * data choose among all of them; a file of one preset names it; {@code mine.yaml#name} names one of several.
 *
 * @param user the input's own mapping, its preset a name or null
 */
record PresetFile(Presets presets, MappingSpec user) {
    /**
     * Reads the file, if the mapping names one.
     *
     * @param at prefix of the problems' keys
     * @throws PlanRefused if it isn't there, or isn't such a file
     */
    static PresetFile of(MappingSpec mapping, String at, Configuration configuration) throws PlanRefused {
        Presets builtIn = Presets.builtIn();
        String written = mapping.preset();
        int mark = written == null ? -1 : written.lastIndexOf('#');
        String path = written == null || mark < 0 ? written : written.substring(0, mark);
        if (written == null || path == null || !isFile(path)) {
            return new PresetFile(builtIn, mapping);
        }
        String yaml = text(path, at, configuration);
        Presets all = builtIn.and(yaml, path);
        List<Preset> own = Presets.of(yaml, path).all();
        String name = mark >= 0
                ? written.substring(mark + 1)
                : own.size() == 1 ? own.get(0).name() : null;
        if (mark >= 0 && own.stream().noneMatch(preset -> preset.name().equals(name))) {
            throw new PlanRefused(List.of(at + "preset: " + written + "; the file has no preset of that name, but "
                    + String.join(", ", own.stream().map(Preset::name).toList())));
        }
        return new PresetFile(
                all,
                new MappingSpec(
                        name,
                        mapping.kind(),
                        mapping.rows(),
                        mapping.where(),
                        mapping.joins(),
                        mapping.group(),
                        mapping.fields()));
    }

    private static boolean isFile(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        return lower.endsWith(".yaml") || lower.endsWith(".yml");
    }

    private static String text(String path, String at, Configuration configuration) throws PlanRefused {
        Path file = new Path(path);
        try (InputStream in = file.getFileSystem(configuration).open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new PlanRefused(List.of(at + "preset: " + path + "; can't be read: " + Sniffer.reason(e)));
        }
    }
}
