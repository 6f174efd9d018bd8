package io.ctxeval.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.plan.MappingSpec.FieldSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PresetSpecTest {
    @Test
    void readsAllKeys() {
        List<String> problems = new ArrayList<>();
        PresetSpec preset = PresetSpec.read("mine.yaml", """
                mine:
                  tool: My tool
                  kind: events
                  match: [q, a]
                  without: z
                  by-name-only: true
                  rows: [spans]
                  where: it.type = 'x'
                  join: {as: other, path: o.jsonl, on: [k, id]}
                  group: it.trace
                  fields:
                    agent: it.name
                    time: [it.start, it.begin]
                    model: {path: it.model, take: max}
                    response: []
                    request:
                  ignored: [noise]
                other: {fields: {input: 1}}
                """, problems).get(0);
        assertThat(problems).isEmpty();
        assertThat(preset.tool()).isEqualTo("My tool");
        assertThat(preset.match()).containsExactly("q", "a");
        assertThat(preset.without()).containsExactly("z");
        assertThat(preset.byNameOnly()).isTrue();
        assertThat(preset.ignored()).containsExactly("noise");
        assertThat(preset.mapping().kind()).isEqualTo("events");
        assertThat(preset.mapping().rows()).containsExactly("spans");
        assertThat(preset.mapping().where()).isEqualTo("it.type = 'x'");
        assertThat(preset.mapping().group()).isEqualTo("it.trace");
        assertThat(preset.mapping().joins()).containsExactly(new MappingSpec.JoinSpec("other", "o.jsonl", "k", "id"));
        assertThat(preset.mapping().fields().keySet()).containsExactly("agent", "time", "model", "response");
        assertThat(preset.mapping().fields().get("time"))
                .isEqualTo(new FieldSpec.FirstOf(List.of("it.start", "it.begin")));
        assertThat(preset.mapping().fields().get("model"))
                .isEqualTo(new FieldSpec.Taken(List.of("it.model"), MappingSpec.Take.MAX, null));
        assertThat(preset.mapping().fields().get("response")).isEqualTo(new FieldSpec.FirstOf(List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                     | mine.yaml: holds no preset; must be presets, each a name and a group of keys (mine.yaml line 1)",
                "# nothing                              | mine.yaml: holds no preset",
                "- a                                    | mine.yaml: a list; must be presets",
                "a                                      | mine.yaml: a; must be presets",
                "p:                                     | p: nothing; must be a group of keys such as match and fields (mine.yaml line 1)",
                "p: [q]                                 | p: a list; must be a group of keys",
                "p: !!javax.script.ScriptEngineManager [1] | p: a list; must be a group of keys",
                "p: {match: [q]}\\np: {match: [r]}      | p: given twice, first in mine.yaml line 1 (mine.yaml line 2)",
                "a: &a {match: [q], fields: *a}         | *a: aliases are not read; write the value out (mine.yaml line 1)",
                "p: {match: [q], fields: q}             | p.fields: q; must be a group of canonical fields, each with a path",
                "p: {match: {q: r}}                     | p.match: a group of keys; must be a path, or a list of them",
                "p: {kind: event}                       | p.kind: event; must be samples, events, ledger",
                "p: {by-name-only: maybe}               | p.by-name-only: maybe; must be true or false",
                "p: {matsch: [q]}                       | p.matsch: unknown key",
                "p: {fields: {input: {path: q, tke: max}}} | p.fields.input: unknown part tke",
                "p: {join: {as: o, path: p}}            | p.join: has no on",
                "x: [                                   | mine.yaml: is not YAML"
            })
    void saysWhatIsWrongAndWhere(String yaml, String problem) {
        List<String> problems = new ArrayList<>();
        PresetSpec.read("mine.yaml", yaml.replace("\\n", "\n"), problems);
        assertThat(problems).first().asString().startsWith(problem);
    }
}
