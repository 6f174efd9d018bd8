package io.ctxeval.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A public data set as canonical rows with labels. What counts as a label stands with each. Sources, licences and changes stand in
 * {@code LICENCE.txt} beside each data set.
 *
 * @param id the name of its files
 * @param protocol what the labels mean, in a line
 * @param files what it is read from, below the folder of public data
 * @param reading from the lines of each of the files to the rows
 */
record PublicSet(String id, String protocol, List<String> files, Function<List<List<JsonNode>>, List<Row>> reading) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /**
     * CLAP NQ (Rosenthal et al. 2024), dev. A sentence of the passage is a chunk. Of an answerable question the output is all human
     * answers, one a line; a sentence is used if an annotator selected it. A passage is sufficient if the question is answerable.
     */
    static final PublicSet CLAPNQ = new PublicSet(
            "clapnq",
            "used: a sentence that an annotator of the answer selected; sufficient: annotators found the question answerable",
            List.of("clapnq/clapnq_answerable_dev.jsonl", "clapnq/clapnq_unanswerable_dev.jsonl"),
            PublicSet::clapnq);

    /** SQuAD 2.0 (Rajpurkar et al. 2018), a part of dev: the paragraph is the context, sufficient if it answers the question. */
    static final PublicSet SQUAD2 = new PublicSet(
            "squad2",
            "sufficient: the paragraph answers the question (unanswerable ones were written to look alike)",
            List.of("squad2/paragraphs.jsonl", "squad2/questions.jsonl"),
            PublicSet::squad2);

    /**
     * RAMDocs (Wang et al. 2025). The output is all right and wrong answers, one a line; a document that states one is used, one of
     * type noise isn't. A document with a right answer contradicts each with a wrong one; all other pairs count as consistent.
     */
    static final PublicSet RAMDOCS = new PublicSet(
            "ramdocs",
            "used: the document states one of the answers in the output; contradictory: a right against a wrong document",
            List.of("ramdocs/ramdocs_dev.jsonl"),
            PublicSet::ramdocs);

    /**
     * RAMDocs as an answer would use it: the output is the question and the right answers, so a document with a wrong one isn't used.
     * Pairs as above.
     */
    static final PublicSet RAMDOCS_GOLD = new PublicSet(
            "ramdocs_gold",
            "output: the question and the right answers alone; used: the document states a right answer; contradictory: as above",
            List.of("ramdocs/ramdocs_dev.jsonl"),
            PublicSet::ramdocsGold);

    /** RAMDocs by document: the context is one document, sufficient if it states a right answer; wrong ones are left out. */
    static final PublicSet RAMDOCS_DOCUMENTS = new PublicSet(
            "ramdocs_documents",
            "sufficient: one document alone, which states a right answer or is noise",
            List.of("ramdocs/ramdocs_dev.jsonl"),
            PublicSet::ramdocsDocuments);

    /** ConflictNQ: a real passage contradicts each of the made-up ones, which tell one story and don't contradict each other. */
    static final PublicSet CONFLICTNQ = new PublicSet(
            "conflictnq",
            "contradictory: the real passage against each made-up one",
            List.of("conflictnq/conflict_nq_val.jsonl"),
            PublicSet::conflictnq);

    /** SNLI (Bowman et al. 2015), a part of dev: two sentences, contradictory if that is the gold label. */
    static final PublicSet SNLI = new PublicSet(
            "snli",
            "contradictory: gold label contradiction, against neutral and entailment",
            List.of("snli/snli_pairs_dev.jsonl"),
            PublicSet::snli);

    static final List<PublicSet> ALL = List.of(CLAPNQ, SQUAD2, RAMDOCS, RAMDOCS_GOLD, RAMDOCS_DOCUMENTS, CONFLICTNQ, SNLI);

    /** One sample: a canonical row and its labels. */
    record Row(ObjectNode sample, ObjectNode labels) {
        static Row of(String id, String cluster) {
            Row row = new Row(JSON.objectNode(), JSON.objectNode());
            row.sample.put("sample_id", id).put("cluster_id", cluster);
            row.labels.put("sample_id", id);
            return row;
        }
    }

    /**
     * The rows.
     *
     * @param content the lines of each of {@link #files}
     */
    List<Row> rows(List<List<JsonNode>> content) {
        return reading.apply(content);
    }

    private static List<Row> clapnq(List<List<JsonNode>> files) {
        List<Row> rows = new ArrayList<>();
        for (JsonNode source : files.get(0)) {
            Row row = passage(source, true);
            Set<String> selected = new HashSet<>();
            List<String> answers = new ArrayList<>();
            for (JsonNode answer : source.path("output")) {
                answers.add(answer.path("answer").asText());
                answer.path("selected_sentences")
                        .forEach(sentence -> selected.add(sentence.asText().strip()));
            }
            row.sample.put("output", String.join("\n", answers));
            ArrayNode used = row.labels.putArray("used");
            row.sample
                    .path("context")
                    .forEach(sentence -> used.add(selected.contains(sentence.asText().strip())));
            rows.add(row);
        }
        files.get(1).forEach(source -> rows.add(passage(source, false)));
        return rows;
    }

    private static Row passage(JsonNode source, boolean answerable) {
        Row row = Row.of(source.path("id").asText(), source.path("id").asText());
        row.sample.put("input", source.path("input").asText());
        row.sample.set("context", source.path("passages").path(0).path("sentences"));
        row.labels.put("sufficient", answerable);
        return row;
    }

    private static List<Row> squad2(List<List<JsonNode>> files) {
        Map<String, String> paragraphs = new HashMap<>();
        files.get(0)
                .forEach(paragraph -> paragraphs.put(
                        paragraph.path("paragraph_id").asText(),
                        paragraph.path("text").asText()));
        List<Row> rows = new ArrayList<>();
        for (JsonNode question : files.get(1)) {
            String paragraph = question.path("paragraph_id").asText();
            Row row = Row.of(question.path("id").asText(), paragraph);
            row.sample.put("input", question.path("question").asText());
            row.sample.putArray("context").add(paragraphs.getOrDefault(paragraph, ""));
            row.labels.put("sufficient", question.path("answerable").booleanValue());
            rows.add(row);
        }
        return rows;
    }

    private static List<Row> ramdocs(List<List<JsonNode>> files) {
        List<Row> rows = new ArrayList<>();
        for (JsonNode source : files.get(0)) {
            Row row = Row.of("ramdocs-" + source.path("row"), "ramdocs-" + source.path("row"));
            row.sample.put("input", source.path("question").asText());
            List<String> answers = new ArrayList<>();
            source.path("gold_answers").forEach(answer -> answers.add(answer.asText()));
            source.path("wrong_answers").forEach(answer -> answers.add(answer.asText()));
            row.sample.put("output", String.join("\n", answers));
            ArrayNode context = row.sample.putArray("context");
            ArrayNode used = row.labels.putArray("used");
            List<String> types = new ArrayList<>();
            for (JsonNode document : source.path("documents")) {
                context.add(document.path("text").asText());
                types.add(document.path("type").asText());
                used.add(!document.path("type").asText().equals("noise"));
            }
            ArrayNode pairs = row.labels.putArray("contradictory_pairs");
            for (int a = 0; a < types.size(); a++) {
                for (int b = a + 1; b < types.size(); b++) {
                    if (Set.of("correct", "misinfo").equals(new HashSet<>(List.of(types.get(a), types.get(b))))) {
                        pairs.addArray().add(a).add(b);
                    }
                }
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<Row> ramdocsGold(List<List<JsonNode>> files) {
        List<Row> rows = ramdocs(files);
        for (int i = 0; i < rows.size(); i++) {
            JsonNode source = files.get(0).get(i);
            List<String> lines = new ArrayList<>(List.of(source.path("question").asText()));
            source.path("gold_answers").forEach(answer -> lines.add(answer.asText()));
            rows.get(i).sample.put("output", String.join("\n", lines));
            ArrayNode used = rows.get(i).labels.putArray("used");
            source.path("documents")
                    .forEach(document -> used.add(document.path("type").asText().equals("correct")));
        }
        return rows;
    }

    private static List<Row> ramdocsDocuments(List<List<JsonNode>> files) {
        List<Row> rows = new ArrayList<>();
        for (JsonNode source : files.get(0)) {
            int number = 0;
            for (JsonNode document : source.path("documents")) {
                String cluster = "ramdocs-" + source.path("row");
                String type = document.path("type").asText();
                Row row = Row.of(cluster + "-" + number++, cluster);
                row.sample.put("input", source.path("question").asText());
                row.sample.putArray("context").add(document.path("text").asText());
                row.labels.put("sufficient", type.equals("correct"));
                if (!type.equals("misinfo")) {
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    private static List<Row> conflictnq(List<List<JsonNode>> files) {
        List<Row> rows = new ArrayList<>();
        for (JsonNode source : files.get(0)) {
            Row row = Row.of(source.path("id").asText(), source.path("id").asText());
            row.sample.put("input", source.path("question").asText());
            row.sample.put(
                    "output",
                    source.path("real_answer").asText() + "\n"
                            + source.path("fake_answer").asText());
            ArrayNode context = row.sample.putArray("context");
            source.path("real_passages")
                    .forEach(passage -> context.add(passage.path("passage").asText()));
            int real = context.size();
            source.path("fake_passages")
                    .forEach(passage -> context.add(passage.path("passage").asText()));
            ArrayNode pairs = row.labels.putArray("contradictory_pairs");
            for (int a = 0; a < real; a++) {
                for (int b = real; b < context.size(); b++) {
                    pairs.addArray().add(a).add(b);
                }
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<Row> snli(List<List<JsonNode>> files) {
        List<Row> rows = new ArrayList<>();
        for (JsonNode source : files.get(0)) {
            String id = source.path("pairID").asText();
            String sentence = source.path("sentence1").asText();
            Row row = Row.of(id, id.replaceFirst("#.*", ""));
            row.sample.put("input", "What does the picture show?");
            row.sample.put("output", sentence);
            row.sample
                    .putArray("context")
                    .add(sentence)
                    .add(source.path("sentence2").asText());
            ArrayNode pairs = row.labels.putArray("contradictory_pairs");
            if (source.path("gold_label").asText().equals("contradiction")) {
                pairs.addArray().add(0).add(1);
            }
            rows.add(row);
        }
        return rows;
    }
}
