package io.ctxeval.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ctxeval.Ctxeval;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What public labels say of judges: evaluates each {@link PublicSet} with each judge and calibrates, as {@code scripts/bench
 * judge-quality [JUDGE…]}. A judge is a {@code judge.kind}, both built-in ones by default, or a configuration file (a name
 * with a dot) that says more of one. The figures depend on data, judge and seed, not on the machine.
 */
public final class JudgeQuality {
    private static final Path FOLDER = Path.of("target/public");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> HEADINGS =
            List.of("judge", "data", "label", "n", "AUROC", "kappa", "F1", "precision", "recall");
    private static final List<String> THRESHOLD_HEADINGS =
            List.of("judge", "data", "passes at", "kappa", "F1", "chosen", "kappa, other half", "F1, other half");

    private final List<List<String>> agreement = new ArrayList<>(List.of(HEADINGS));
    private final List<List<String>> thresholds = new ArrayList<>(List.of(THRESHOLD_HEADINGS));
    private String protocol = "";

    private JudgeQuality() {}

    /**
     * Measures and prints.
     *
     * @param judges kinds or configuration files
     */
    public static void main(String[] judges) throws IOException {
        List<PublicSet> sets = PreparePublic.write(FOLDER);
        JudgeQuality quality = new JudgeQuality();
        for (String judge : judges.length == 0 ? new String[] {"embedded", "lexical"} : judges) {
            for (PublicSet set : sets) {
                quality.measure(judge, set);
            }
        }
        System.out.println();
        print(quality.agreement);
        System.out.println();
        print(quality.thresholds);
        System.out.println();
        System.out.println(quality.protocol);
        for (PublicSet set : sets) {
            System.out.println(set.id() + ": " + set.protocol());
        }
    }

    private void measure(String judge, PublicSet set) throws IOException {
        JsonNode labels = JSON.readTree(Files.readAllLines(FOLDER.resolve(set.id() + ".labels.jsonl"))
                .get(0));
        boolean waste = labels.has("used") || labels.has("contradictory_pairs");
        String metrics = (labels.has("sufficient") ? "ctx_suff" : "") + (labels.has("sufficient") && waste ? "," : "")
                + (waste ? "ctx_waste" : "");
        boolean file = judge.contains(".");
        String runId = set.id() + "-" + Path.of(judge).getFileName() + "-"
                + ProcessHandle.current().pid();
        String output = FOLDER.resolve("runs-of-" + set.id()).toString();
        ctxeval(
                "evaluate",
                "--input",
                FOLDER.resolve(set.id() + ".jsonl").toString(),
                "--metrics",
                metrics,
                file ? "--config" : "--judge",
                judge,
                "--output",
                output,
                "--run-id",
                runId);
        String json = ctxeval(
                "calibrate",
                "--run",
                output + "/runs/" + runId,
                "--labels",
                FOLDER.resolve(set.id() + ".labels.jsonl").toString(),
                "--json");
        add(judge, set, JSON.readTree(json));
    }

    /** Runs a command and returns what it printed; a gate that fails is no concern here. */
    private static String ctxeval(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int code = Ctxeval.run(new PrintStream(out, true, StandardCharsets.UTF_8), System.err, arguments);
        if (code == 2 || code > 3) { // 1 is a gate, 3 a coverage
            throw new IllegalStateException(String.join(" ", arguments) + " ended with " + code);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private void add(String judge, PublicSet set, JsonNode calibration) {
        for (Map.Entry<String, JsonNode> label : calibration.path("results").properties()) {
            JsonNode figures = label.getValue();
            agreement.add(List.of(
                    judge,
                    set.id(),
                    label.getKey(),
                    String.format(
                            Locale.ROOT,
                            "%,d %ss of %,d",
                            figures.path("n").longValue(),
                            figures.path("unit").asText(),
                            figures.path("compared").longValue()),
                    figure(figures, "auroc"),
                    figure(figures, "kappa"),
                    figure(figures, "f1"),
                    figure(figures, "precision"),
                    figure(figures, "recall")));
            JsonNode threshold = figures.path("threshold");
            if (threshold.has("threshold")) {
                thresholds.add(List.of(
                        judge,
                        set.id(),
                        shown(figures.path("row_threshold")),
                        figure(figures, "kappa"),
                        figure(figures, "f1"),
                        shown(threshold.path("threshold")),
                        figure(threshold.path("held_out"), "kappa"),
                        figure(threshold.path("held_out"), "f1")));
            }
        }
        protocol = "95 % intervals over samples: " + calibration.path("replicates") + " resamples, seed "
                + calibration.path("seed") + "; the threshold has the largest Youden J on one half of the samples";
    }

    private static String figure(JsonNode figures, String name) {
        return figures.path(name).isNull()
                ? "–"
                : shown(figures.path(name)) + " [" + shown(figures.path(name + "_low")) + ", "
                        + shown(figures.path(name + "_high")) + "]";
    }

    private static String shown(JsonNode number) {
        return number.isNumber() ? String.format(Locale.ROOT, "%.2f", number.doubleValue()) : "–";
    }

    private static void print(List<List<String>> rows) {
        for (int i = 0; i < rows.size(); i++) {
            System.out.println(rows.get(i).stream().collect(Collectors.joining(" | ", "| ", " |")));
            if (i == 0) {
                System.out.println("|" + " --- |".repeat(rows.get(0).size()));
            }
        }
    }
}
