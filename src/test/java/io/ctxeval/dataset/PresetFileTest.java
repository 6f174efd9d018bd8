package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.dataset.mapping.Preset;
import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PresetFileTest {
    private static final String ONE = "mine: {match: [my_q], fields: {input: my_q}}\n";

    @TempDir
    Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("mine.yaml"), text).toString();
    }

    private static PresetFile of(String preset) throws PlanRefused {
        MappingSpec mapping = new MappingSpec(preset, "samples", List.of(), "a = 'b'", List.of(), null, Map.of());
        return PresetFile.of(mapping, "inputs[0].", new Configuration(false));
    }

    @Test
    void takesTheOnlyPresetOfAFile() throws Exception {
        PresetFile own = of(file(ONE));
        assertThat(own.user().preset()).isEqualTo("mine");
        assertThat(own.user().where()).isEqualTo("a = 'b'");
        assertThat(own.presets().named("mine").match()).containsExactly("my_q");
        assertThat(own.presets().named("ragas").name()).isEqualTo("ragas");
    }

    @Test
    void tellsStatesOfAFileApart() throws Exception {
        String before = of(file(ONE)).presets().named("mine").title();
        assertThat(before).matches("mine \\(own, sha256 [0-9a-f]{12}\\)");
        assertThat(of(file(ONE)).presets().named("mine").title()).isEqualTo(before);
        assertThat(of(file(ONE + " ")).presets().named("mine").title()).isNotEqualTo(before);
        assertThat(of(file(ONE)).presets().named("ragas").title()).isEqualTo("ragas");
    }

    @Test
    void leavesTheChoiceAmongSeveralToTheDataOrToAName() throws Exception {
        String file = file(ONE + "yours: {match: [your_q], fields: {input: your_q}}\n");
        assertThat(of(file).user().preset()).isNull();
        assertThat(of(file).presets().all()).extracting(Preset::name).contains("mine", "yours", "ragas");
        assertThat(of(file + "#yours").user().preset()).isEqualTo("yours");
    }

    @Test
    void leavesANameAlone() throws PlanRefused {
        assertThat(of("ragas").user().preset()).isEqualTo("ragas");
    }

    @Test
    void refusesAFileThatIsNotThereOrHasNoSuchPreset() throws Exception {
        assertThatThrownBy(() -> of(folder.resolve("other.yaml").toString()))
                .isInstanceOf(PlanRefused.class)
                .hasMessageStartingWith("inputs[0].preset: ")
                .hasMessageContaining("can't be read: ");
        String file = file(ONE);
        assertThatThrownBy(() -> of(file + "#ours"))
                .isInstanceOf(PlanRefused.class)
                .hasMessageEndingWith("; the file has no preset of that name, but mine");
        String broken = file("mine: {fields: {input: 'x('}}");
        assertThatThrownBy(() -> of(broken))
                .isInstanceOf(PlanRefused.class)
                .hasMessageContaining("mine.yaml: mine.fields.input");
    }
}
