package io.ctxeval.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.ctxeval.plan.MappingSpec;
import io.ctxeval.plan.PlanRefused;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvInputsIT {
    @TempDir
    Path folder;

    @Test
    void readsColumnsByTheNamesOfEachFilesHeader() throws IOException, PlanRefused {
        write("a.csv", "question,answer,contexts\nq1,a1,\"['c1', 'c2']\"\n");
        write("b.csv", "answer,extra,question\na2,x,q2\n");
        assertThat(InputsFixture.outcomes(folder.toString()))
                .containsExactly("a.csv@1 q1 -> a1 | [c1, c2] | null", "b.csv@1 q2 -> a2 | null | null");
    }

    @Test
    void countsShortAndLongRowsAsRejections() throws IOException, PlanRefused {
        Inputs inputs = InputsFixture.open(write("a.csv", "question,answer\nq1\nq2,a2\nq3,a3,x\n"));
        assertThat(InputsFixture.outcomes(inputs, 3))
                .containsExactly(
                        "a.csv@1 rejected found 1 cell, expected 2 as in the header",
                        "a.csv@2 q2 -> a2 | null | null",
                        "a.csv@3 rejected found 3 cells, expected 2 as in the header");
        assertThat(inputs.reports().get(0).rejected()).isEqualTo(2);
    }

    @Test
    void tellsAnEmptyCellFromAnEmptyText() throws IOException, PlanRefused {
        assertThat(InputsFixture.outcomes(write("a.csv", "question,answer,contexts\nq1,,[]\nq2,\"\",\n")))
                .containsExactly("a.csv@1 q1 -> null | [] | null", "a.csv@2 q2 ->  | null | null");
    }

    @Test
    void refusesDoubledColumnsBeforeAnyJob() throws IOException {
        String path = write("a.csv", "question,answer,Answer\n1,2,3\n");
        assertThatThrownBy(() -> InputsFixture.open(path))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("a.csv: line 1: the header has both `answer` and `Answer`");
    }

    @Test
    void refusesColumnsThatNoHeaderHas() throws IOException {
        String path = write("a.csv", "question,answer\n1,2\n");
        MappingSpec mapping = new MappingSpec(
                null,
                null,
                List.of(),
                null,
                List.of(),
                null,
                InputsFixture.fields("input", "question", "output", "respons"));
        assertThatThrownBy(() -> InputsFixture.open(InputsFixture.mapped(path, mapping)))
                .isInstanceOf(PlanRefused.class)
                .hasMessageContaining(
                        "inputs[0].fields.output: no column is called `respons`; there are question, answer");
    }

    @Test
    void readsUtf16ByItsMarkAndLatin1ByOption() throws IOException, PlanRefused {
        String text = "question,answer\n\"é\n\u20AC\",ü\n";
        Files.write(folder.resolve("a.csv"), ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE));
        Files.write(folder.resolve("b.csv"), ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16BE));
        Files.write(folder.resolve("c.csv"), ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8));
        assertThat(InputsFixture.outcomes(folder.toString()))
                .containsExactly(
                        "a.csv@1 é\n\u20AC -> ü | null | null",
                        "b.csv@1 é\n\u20AC -> ü | null | null",
                        "c.csv@1 é\n\u20AC -> ü | null | null");
        Path latin = Files.write(folder.resolve("d.csv"), text.getBytes(Charset.forName("windows-1252")));
        Inputs asked =
                InputsFixture.open(InputsFixture.spec(latin.toString(), "csv", Map.of("encoding", "windows-1252")));
        assertThat(InputsFixture.outcomes(asked, 1)).containsExactly("d.csv@1 é\n\u20AC -> ü | null | null");
        InputReport report = InputsFixture.open(latin.toString()).reports().get(0);
        assertThat(report.replacementCharacters()).isEqualTo(3);
        assertThat(report.warnings())
                .singleElement(STRING)
                .startsWith(
                        "3 of the characters in the first 1,000 records are the replacement character U+FFFD, first in ")
                .contains("d.csv at 1. ", "options.encoding=windows-1252");
    }

    @Test
    void leavesQuotesBehindABlankAndSaysSo() throws IOException, PlanRefused {
        String path = write("a.csv", "question,answer\nq1,a1\nq2, \"a2\"\nq3, 6\" pipe\nq4,\" \"\"a4\"\"\"\n");
        Inputs inputs = InputsFixture.open(path);
        assertThat(InputsFixture.outcomes(inputs, 1))
                .contains("a.csv@2 q2 ->  \"a2\" | null | null", "a.csv@3 q3 ->  6\" pipe | null | null");
        assertThat(inputs.reports().get(0).warnings())
                .singleElement(STRING)
                .startsWith(
                        "2 of the first 4 records have a quote behind a blank at the beginning of a cell, first in ")
                .contains("a.csv at 2. ");
        String json = write("a.jsonl", "{\"question\":\"q2\",\"answer\":\" \\\"a2\\\"\"}\n");
        assertThat(InputsFixture.open(json).reports().get(0).warnings()).isEmpty();
    }

    @Test
    void readsTabsByNameAndDialectsByOption() throws IOException, PlanRefused {
        assertThat(InputsFixture.outcomes(write("a.tsv", "\tquestion\tanswer\n0\tq, 1\ta\n")))
                .containsExactly("a.tsv@1 q, 1 -> a | null | null");
        Inputs inputs = InputsFixture.open(InputsFixture.spec(
                write("b.txt", "question;answer\n'a;b';it\\'s\n"),
                "csv",
                Map.of("delimiter", ";", "quote", "'", "escape", "\\")));
        assertThat(InputsFixture.outcomes(inputs, 1)).containsExactly("b.txt@1 a;b -> it's | null | null");
    }

    @Test
    void rejectsTheRecordOfAnOddQuoteAndReadsOnBelow() throws IOException, PlanRefused {
        Inputs inputs = InputsFixture.open(write("a.csv", "question,answer\nq1,a1\n\"q2,a2\nq3,\"a\n3\"\n"));
        List<String> outcomes = InputsFixture.outcomes(inputs, 5);
        assertThat(outcomes).hasSize(3).isEqualTo(InputsFixture.preview(inputs));
        assertThat(outcomes.get(0)).isEqualTo("a.csv@1 q1 -> a1 | null | null");
        assertThat(outcomes.get(1))
                .startsWith(
                        "a.csv@2 rejected odd quote: the one that opens cell 1 on line 3 closes on line 4 before 'a'");
        assertThat(outcomes.get(2)).isEqualTo("a.csv@3 q3 -> a\n3 | null | null");
        assertThat(inputs.outcomes(1)
                        .filter(outcome -> outcome instanceof Rejection)
                        .collect())
                .singleElement()
                .isInstanceOfSatisfying(Rejection.class, rejection -> {
                    assertThat(rejection.line()).isEqualTo(3);
                    assertThat(rejection.excerpt()).startsWith("\"q2,a2\n");
                });
    }

    @Test
    void refusesUtf16WithoutAMarkAndReadsItByOption() throws IOException, PlanRefused {
        Path file = Files.write(folder.resolve("a.csv"), "question\nq1\n".getBytes(StandardCharsets.UTF_16LE));
        assertThatThrownBy(() -> InputsFixture.open(file.toString()))
                .isInstanceOf(InputRefused.class)
                .hasMessageContaining("a.csv: is damaged: line 1: the header holds NUL characters");
        Inputs asked = InputsFixture.open(InputsFixture.spec(file.toString(), "csv", Map.of("encoding", "UTF-16LE")));
        assertThat(InputsFixture.outcomes(asked, 1)).containsExactly("a.csv@1 q1 -> null | null | null");
    }

    @Test
    void readsCompressedCsvAndNamesWithColons() throws IOException, PlanRefused {
        java.io.ByteArrayOutputStream packed = new java.io.ByteArrayOutputStream();
        try (java.util.zip.GZIPOutputStream out = new java.util.zip.GZIPOutputStream(packed)) {
            out.write("question\nq1\n".getBytes(StandardCharsets.UTF_8));
        }
        Files.write(folder.resolve("top_k:2__chunk:64.csv.gz"), packed.toByteArray());
        assertThat(InputsFixture.outcomes(folder.toString()))
                .containsExactly("top_k:2__chunk:64.csv.gz@1 q1 -> null | null | null");
    }

    @Test
    void warnsAboutFilesWithoutRows() throws IOException, PlanRefused {
        Inputs inputs = InputsFixture.open(write("a.csv", "question,answer\n"));
        assertThat(InputsFixture.outcomes(inputs, 1)).isEmpty();
        assertThat(inputs.reports().get(0).warnings()).contains("has no records");
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }
}
