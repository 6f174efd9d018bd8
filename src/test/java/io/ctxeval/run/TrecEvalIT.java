package io.ctxeval.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.ctxeval.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measures of a whole run against what trec_eval prints for its own test files (public/trec_eval of the shared data). */
class TrecEvalIT {
    private static final Path TREC_EVAL = Path.of("../shared/data/public/trec_eval");
    private static final Pattern CUT = Pattern.compile("(P|recall|ndcg_cut|success)_([0-9]+)");
    private static final Map<String, String> CUT_NAMES =
            Map.of("P", "precision_", "recall", "recall_", "ndcg_cut", "ndcg_", "success", "hit_");
    private static final Map<String, String> NAMES = Map.of(
            "map", "ap",
            "recip_rank", "rr",
            "Rprec", "r_precision",
            "ndcg", "ndcg",
            "set_P", "set_precision",
            "set_recall", "set_recall");
    private static final Map<String, String> COUNTS = Map.of(
            "num_ret", "retrieved",
            "num_rel", "relevant",
            "num_rel_ret", "relevant_retrieved",
            "num_nonrel_judged_ret", "irrelevant_retrieved");

    @TempDir
    Path output;

    @BeforeEach
    void needsTheSharedData() {
        assumeTrue(Files.isDirectory(TREC_EVAL), TREC_EVAL + " isn't there: skipped");
    }

    @Test
    void agreesWithTheDefaultMeasures() throws Exception {
        int compared = compare("out.test.aq", "1,5,10,15,20,30,100,200,500,1000");
        // 33 measures and 4 counts for each of 3 queries, and the means of the measures
        assertThat(compared)
                .isEqualTo(3 * (NAMES.size() + COUNTS.size() + 9 + 9 + 9 + 3) + NAMES.size() + 9 + 9 + 9 + 3);
    }

    @Test
    void agreesWithMeasuresAtOtherDepths() throws Exception {
        int compared = compare("out.test.meas_params", "2,3,5,7,10,20,23,2000");
        // P at 3, recall at 2, ndcg at 3 and success at 3 depths
        assertThat(compared).isEqualTo(4 * (3 + 2 + 3 + 3));
    }

    private int compare(String expected, String depths) throws Exception {
        CommandRun run = CommandRun.of(
                "evaluate",
                "--input",
                TREC_EVAL.resolve("qrels.test").toString(),
                "--input",
                TREC_EVAL.resolve("results.test").toString(),
                "--set",
                "retrieval.k=" + depths,
                "--rows",
                "jsonl",
                "--output",
                output.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        PublishedRun published = PublishedRun.onlyIn(output);
        Map<String, JsonNode> rows = new LinkedHashMap<>();
        for (JsonNode row : published.rows("scores")) {
            rows.put(row.get("sample_id").textValue(), row);
            assertThat(row.get("retriever_version").textValue()).isEqualTo("STANDARD");
        }
        Map<String, Double> means = means(published);
        int compared = 0;
        Set<String> queries = new TreeSet<>();
        for (String line : Files.readAllLines(TREC_EVAL.resolve(expected))) {
            String[] fields = line.trim().split("\\s+", -1);
            String query = fields[1];
            String metric = metric(fields[0]);
            if (query.equals("all") && metric != null) {
                assertThat(means.get(metric)).as(line).isCloseTo(Double.parseDouble(fields[2]), within(5.001e-5));
                compared++;
            } else if (!query.equals("all") && metric != null) {
                queries.add(query);
                assertThat(value(Objects.requireNonNull(rows.get(query)), metric))
                        .as(line)
                        .isCloseTo(Double.parseDouble(fields[2]), within(5.001e-5));
                compared++;
            } else if (!query.equals("all") && COUNTS.containsKey(fields[0])) {
                JsonNode counts = Objects.requireNonNull(rows.get(query)).get("ap_metadata");
                assertThat(counts.get(COUNTS.get(fields[0])).longValue())
                        .as(line)
                        .isEqualTo(Long.parseLong(fields[2]));
                compared++;
            }
        }
        assertThat(rows.keySet()).isEqualTo(queries);
        return compared;
    }

    private static @Nullable String metric(String name) {
        Matcher cut = CUT.matcher(name);
        return cut.matches() ? CUT_NAMES.get(cut.group(1)) + cut.group(2) : NAMES.get(name);
    }

    /** trec_eval prints 0 where a measure is undefined. */
    private static double value(JsonNode row, String metric) {
        JsonNode value = row.get(metric);
        return value.isNull() ? 0 : value.doubleValue();
    }

    private static Map<String, Double> means(PublishedRun published) throws IOException {
        Map<String, Double> means = new HashMap<>();
        CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().get();
        try (CSVParser summary = CSVParser.parse(published.text("summary.csv"), format)) {
            for (CSVRecord row : summary) {
                if (row.get("retriever_version").equals("STANDARD")
                        && !row.get("mean").isEmpty()) {
                    means.put(row.get("metric"), Double.valueOf(row.get("mean")));
                }
            }
        }
        return means;
    }
}
