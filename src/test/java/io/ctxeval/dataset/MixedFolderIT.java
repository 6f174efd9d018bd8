package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.plan.PlanRefused;
import io.ctxeval.score.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of several formats: what is looked at before the job is what the job reads. */
class MixedFolderIT {
    @TempDir
    Path folder;

    @Test
    void eachFormatIsCountedShownAndRead() throws IOException, PlanRefused {
        Inputs inputs = InputsFixture.open(mixed(3));

        InputReport report = inputs.reports().get(0);
        assertThat(report.formats()).isEqualTo(Map.of("csv", 1, "jsonl", 2));
        assertThat(report.filesText()).isEqualTo("3 files (1 csv, 2 jsonl)");
        assertThat(report.warnings())
                .contains("holds files of several formats (1 csv, 2 jsonl), all of which are read with one mapping;"
                        + " format (--format) takes one of them");
        assertThat(inputs.preview(0, 1).stream().map(InputsFixture::line))
                .as("one record of each format")
                .containsExactly("a.csv@1 q0 -> null | [c0] | null", "b.jsonl@0 q -> a | [c] | null");
        assertThat(InputsFixture.outcomes(inputs, 2)).hasSize(5);
    }

    @Test
    void aLongFileOfOneFormatDoesntHideTheFieldsOfTheOthers() throws IOException, PlanRefused {
        InputReport report = InputsFixture.open(mixed(1200)).reports().get(0);

        assertThat(report.filled()).contains(Field.OUTPUT);
        assertThat(report.used()).isEqualTo(502);
    }

    @Test
    void theReportNamesTheColumnsThatFillAField() throws IOException, PlanRefused {
        Files.writeString(folder.resolve("c.jsonl"), """
                {"question": "q1", "contexts": ["c"], "answer": "a"}
                {"question": "q2", "contexts": ["c"], "ground_truth": "g"}
                """);
        InputReport report = InputsFixture.open(folder.toString()).reports().get(0);

        assertThat(report.sources().get("reference"))
                .as("all that is looked for")
                .contains("ground_truths");
        assertThat(report.fieldLines())
                .contains(
                        "input from question",
                        "output from plain(answer); null in 1 of 2 records",
                        "reference from chunks(ground_truth); null in 1 of 2 records");
    }

    private String mixed(int csvRows) throws IOException {
        StringBuilder csv = new StringBuilder("question,contexts\n");
        for (int i = 0; i < csvRows; i++) {
            csv.append("q").append(i).append(",\"[\"\"c").append(i).append("\"\"]\"\n");
        }
        Files.writeString(folder.resolve("a.csv"), csv);
        for (String name : List.of("b.jsonl", "c.jsonl")) {
            Files.writeString(
                    folder.resolve(name), "{\"question\": \"q\", \"contexts\": [\"c\"], \"answer\": \"a\"}\n");
        }
        return folder.toString();
    }
}
