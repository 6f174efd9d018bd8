package io.ctxeval.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users read about keys is what the table of keys says; the expected text is left under target/ to be copied. */
class ReferenceConfigurationTest {
    private static final String TABLE_BEGINS = "<!-- keys -->\n";
    private static final String TABLE_ENDS = "<!-- /keys -->";

    @Test
    void theReferenceConfigurationHasEveryKeyWithItsDefaultAndHelp() throws IOException {
        String expected = expected("ctxeval.yaml", KeyTable.yaml());

        assertThat(Files.readString(Path.of("conf", "ctxeval.yaml"))).isEqualTo(expected);
    }

    @Test
    void theReferenceConfigurationChangesNothing() {
        EvaluationPlan defaults = Plans.plan(Plans.arguments("input=a"));
        PlanRequest reference = new PlanRequest(
                Path.of("conf", "ctxeval.yaml"), Plans.arguments("input=a").arguments());

        assertThat(Plans.plan(reference)).isEqualTo(defaults);
    }

    @Test
    void theReferenceConfigurationWarnsOfNothing() throws PlanRefused {
        assertThat(Plans.warnings(new PlanRequest(
                        Path.of("conf", "ctxeval.yaml"),
                        Plans.arguments("input=a").arguments())))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"quickstart", "nightly"})
    void theExamplesAreAccepted(String name) {
        List<PlanRequest.Argument> arguments =
                Plans.arguments("date=2026-11-30").arguments();
        Path file = Path.of("conf", name + ".yaml");

        EvaluationPlan plan = Plans.plan(new PlanRequest(file, name.equals("nightly") ? arguments : List.of()));

        assertThat(plan.job()).isEqualTo(name);
        assertThat(plan.inputs()).hasSize(name.equals("nightly") ? 2 : 4);
    }

    /** It names the files of datasets/rag one by one, so a file that is added there must be added here. */
    @Test
    void theQuickstartReadsAllExampleData() throws IOException {
        EvaluationPlan plan = Plans.plan(new PlanRequest(Path.of("conf", "quickstart.yaml"), List.of()));
        List<Path> inputs =
                plan.inputs().stream().map(input -> Path.of(input.path())).toList();
        assertThat(inputs).allMatch(Files::exists);

        for (String folder : List.of("rag", "traces")) {
            try (Stream<Path> files = Files.walk(Path.of("datasets", folder))) {
                assertThat(files.filter(Files::isRegularFile))
                        .isNotEmpty()
                        .allMatch(file -> inputs.stream().anyMatch(file::startsWith));
            }
        }
    }

    @Test
    void theReadmeHasTheTableOfKeys() throws IOException {
        String expected = expected("keys.md", KeyTable.markdown());
        Path readme = Path.of("README.md");
        assumeTrue(Files.exists(readme), "README.md is not there: skipped");
        String text = Files.readString(readme);

        assertThat(text).contains(TABLE_BEGINS, TABLE_ENDS);
        int begins = text.indexOf(TABLE_BEGINS) + TABLE_BEGINS.length();
        assertThat(text.substring(begins, text.indexOf(TABLE_ENDS))).isEqualTo(expected);
    }

    private static String expected(String name, String text) throws IOException {
        Path folder = Files.createDirectories(Path.of("target", "expected"));
        Files.writeString(folder.resolve(name), text);
        return text;
    }
}
