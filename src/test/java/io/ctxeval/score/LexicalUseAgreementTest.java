package io.ctxeval.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.sample.RagSample;
import io.ctxeval.text.LexicalUse;
import io.ctxeval.text.NormalForm;
import io.ctxeval.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * How well lexical use (metrics.md 6.4) agrees with what humans say was used, by Cohen's kappa over all units of a data set. Reads
 * public data beside the project; skipped where it is absent.
 *
 * <p>CLAP NQ (Rosenthal et al. 2024, answerable dev rows): the unit is a sentence of a passage, shown as a chunk of its own; the
 * output is all human answers of the row, one a line; the label says whether any annotator named the sentence as used. RAMDocs
 * (Wang et al. 2025): the unit is a document; the output is all gold and wrong answers of the row, one a line; the label says
 * whether the document is of type correct or misinfo, that is, was chosen to state one of them, or noise.
 */
class LexicalUseAgreementTest {
    private static final Path PUBLIC = Path.of("../shared/data/public");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Workbench bench = new Workbench(Tokenizer.named("chars4"));
    private final int[][] confusion = new int[2][2];

    @Test
    void agreesWithTheSentencesThatAnnotatorsUsed() throws IOException {
        for (JsonNode row : rows("clapnq/clapnq_answerable_dev.jsonl")) {
            Set<String> selected = new HashSet<>();
            List<String> answers = new ArrayList<>();
            for (JsonNode answer : row.path("output")) {
                answers.add(answer.path("answer").asText());
                answer.path("selected_sentences").forEach(sentence -> selected.add(NormalForm.of(sentence.asText())));
            }
            List<String> sentences = new ArrayList<>();
            row.path("passages").path(0).path("sentences").forEach(sentence -> sentences.add(sentence.asText()));
            List<Boolean> labels = sentences.stream()
                    .map(sentence -> selected.contains(NormalForm.of(sentence)))
                    .toList();
            count(String.join("\n", answers), sentences, labels);
        }
        assertThat(kappa()).isGreaterThanOrEqualTo(0.80);
    }

    @Test
    void agreesWithTheDocumentsThatStateAnAnswer() throws IOException {
        for (JsonNode row : rows("ramdocs/ramdocs_dev.jsonl")) {
            List<String> answers = new ArrayList<>();
            row.path("gold_answers").forEach(answer -> answers.add(answer.asText()));
            row.path("wrong_answers").forEach(answer -> answers.add(answer.asText()));
            List<String> documents = new ArrayList<>();
            List<Boolean> labels = new ArrayList<>();
            for (JsonNode document : row.path("documents")) {
                documents.add(document.path("text").asText());
                labels.add(!document.path("type").asText().equals("noise"));
            }
            count(String.join("\n", answers), documents, labels);
        }
        assertThat(kappa()).isGreaterThanOrEqualTo(0.90);
    }

    private static List<JsonNode> rows(String file) throws IOException {
        Path path = PUBLIC.resolve(file);
        assumeTrue(Files.isRegularFile(path), path + " is not there: skipped");
        List<JsonNode> rows = new ArrayList<>();
        for (String line : Files.readAllLines(path)) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    private void count(String output, List<String> chunks, List<Boolean> labels) {
        SampleFeatures features = bench.featuresOf(RagSample.of(null, output, chunks.toArray(String[]::new)));
        LexicalUse use = features.use();
        for (int i = 0; i < chunks.size(); i++) {
            confusion[labels.get(i) ? 1 : 0][use.isUsed(i) ? 1 : 0]++;
        }
    }

    private double kappa() {
        double n = confusion[0][0] + confusion[0][1] + confusion[1][0] + confusion[1][1];
        double observed = (confusion[0][0] + confusion[1][1]) / n;
        double labelled = (confusion[1][0] + confusion[1][1]) / n;
        double found = (confusion[0][1] + confusion[1][1]) / n;
        double expected = labelled * found + (1 - labelled) * (1 - found);
        return (observed - expected) / (1 - expected);
    }
}
