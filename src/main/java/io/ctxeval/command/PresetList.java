package io.ctxeval.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.ctxeval.dataset.mapping.Preset;
import io.ctxeval.dataset.mapping.Presets;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "presets",
        description =
                "List the mappings that come with ctxeval: what their rows are, the columns that they match, whose files they"
                        + " read.")
final class PresetList implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before any call
    private CommandSpec spec;

    @Option(names = "--json", description = "one JSON object a line (default: a table)")
    private boolean json;

    @Override
    public Integer call() throws JsonProcessingException {
        PrintWriter out = spec.commandLine().getOut();
        List<Preset> presets = Presets.builtIn().all();
        if (json) {
            for (Preset preset : presets) {
                out.println(JsonLine.of(described(preset)));
            }
        } else {
            TextTable table = new TextTable("name", "kind", "matches", "reads");
            presets.forEach(preset -> table.add(List.of(preset.name(), preset.kind(), matches(preset), preset.tool())));
            table.lines().forEach(out::println);
        }
        return ExitCode.PASSED.code();
    }

    private static String matches(Preset preset) {
        if (preset.byNameOnly()) {
            return "(by name only)";
        }
        return preset.match().isEmpty() ? "(when no other does)" : String.join(", ", preset.match());
    }

    private static Map<String, Object> described(Preset preset) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("name", preset.name());
        described.put("kind", preset.kind());
        described.put("match", preset.match());
        described.put("by_name_only", preset.byNameOnly());
        described.put("tool", preset.tool());
        described.put("fields", List.copyOf(preset.mapping().fields().keySet()));
        return described;
    }
}
