package io.ctxeval.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.dataset.CanonicalRecord;
import io.ctxeval.dataset.InputPreview;
import io.ctxeval.dataset.InputRefused;
import io.ctxeval.dataset.InputReport;
import io.ctxeval.dataset.Origin;
import io.ctxeval.dataset.Outcome;
import io.ctxeval.dataset.ReadingNotes;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.dataset.UnusedColumns;
import io.ctxeval.json.RawJson;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanOption;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.sample.RagSample;
import io.ctxeval.score.Field;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.SampleFeatures;
import io.ctxeval.score.SampleMetric;
import io.ctxeval.score.Scale;
import io.ctxeval.score.Score;
import io.ctxeval.score.ScoringOptions;
import io.ctxeval.trace.AgentTrace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.SparkException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<Outcome> moreOutcomes = new ArrayList<>();
    private @Nullable EvaluationPlan evaluated;

    @TempDir
    Path folder;

    @Test
    void evaluatesThePlanOfItsArgumentsAndHandsTheCodeOn() {
        int code = run(
                plan -> 3,
                "evaluate",
                "--input",
                "a.csv",
                "--input",
                "b.csv",
                "--judge",
                "none",
                "--rows",
                "csv",
                "--threshold",
                "support=0.5",
                "--set",
                "max-rejected=5%");

        assertThat(code).isEqualTo(3);
        assertThat(evaluated).isNotNull().satisfies(plan -> {
            assertThat(plan.inputs()).extracting("path").containsExactly("a.csv", "b.csv");
            assertThat(plan.judge().kind()).isEqualTo("none");
            assertThat(plan.rows()).isEqualTo(EvaluationPlan.RowFormat.CSV);
            assertThat(plan.maxRejected()).isEqualTo(0.05);
            assertThat(plan.thresholds()).containsOnlyKeys("support");
        });
    }

    @Test
    void listsEveryProblemOfAPlanWithoutAStackTrace() {
        int code = run(plan -> 0, "evaluate", "--judge", "openai", "--rows", "xml", "--set", "nonsense");

        assertThat(code).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactlyInAnyOrder(
                        "--set: nonsense; has no value: must be key=value",
                        "judge.model: missing; judge.kind openai needs the model to ask",
                        "tables.rows: xml; must be parquet, jsonl or csv (--rows)",
                        "input: nothing to read; give --input, or inputs in the configuration");
        assertThat(evaluated).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"evaluate --inptu x", "evaluat", "", "evaluate --input", "metrics extra", "status"})
    void refusesMisspeltCommandLines(String line) {
        assertThat(run(plan -> 0, line.isEmpty() ? new String[0] : line.split(" ")))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--help").doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aMessageStaysOnItsLineWhateverWasWritten() {
        run(plan -> 0, "evaluate", "--no\nsuch", "x");
        assertThat(err.toString().lines().findFirst())
                .hasValueSatisfying(line -> assertThat(line).contains("--no\\nsuch"));

        run(plan -> fail(new InputRefused("a\nb.jsonl: nothing is there", null)), "evaluate", "--input", "a");
        assertThat(err.toString()).isEqualToIgnoringNewLines("a\\nb.jsonl: nothing is there");
    }

    @Test
    void aFailureOfATaskIsSaidWithoutSparksLayers() {
        Exception ofTask = new IOException("can't write to the ledger");
        Exception ofJob = new SparkException("Job aborted due to stage failure: Task 0 in stage 4.0", ofTask);

        run(plan -> fail(ofJob), "evaluate", "--input", "a");

        assertThat(err.toString()).startsWith("failed: IOException: can't write to the ledger");
    }

    @Test
    void suggestsTheOptionThatWasMeant() {
        run(plan -> 0, "evaluate", "--inptu", "x");

        assertThat(err.toString()).contains("--input");
    }

    @Test
    void failuresAreOneLineWithAdviceAndAStackTraceOnlyWhenAsked() {
        assertThat(run(plan -> fail(new IOException("disk\nfull")), "evaluate", "--input", "a"))
                .isEqualTo(5);
        assertThat(err.toString())
                .startsWith("failed: IOException: disk" + System.lineSeparator())
                .contains("--verbose")
                .doesNotContain("\tat ");

        assertThat(run(plan -> fail(new IOException("disk full")), "evaluate", "--verbose", "--input", "a"))
                .isEqualTo(5);
        assertThat(err.toString()).contains("\tat io.ctxeval.command.CommandsTest");
    }

    @Test
    void errorsOfTheMachineAreFailuresToo() {
        assertThat(run(
                        plan -> {
                            throw new OutOfMemoryError("Java heap space");
                        },
                        "evaluate",
                        "--input",
                        "a"))
                .isEqualTo(5);
        assertThat(err.toString())
                .startsWith("failed: OutOfMemoryError: Java heap space")
                .contains("more memory");
    }

    @Test
    void refusalsOfPlanAndInputHaveTheirOwnCodes() {
        assertThat(run(plan -> fail(new PlanRefused(List.of("x: a", "y: b"))), "evaluate", "--input", "a"))
                .isEqualTo(2);
        assertThat(err.toString().lines()).containsExactly("x: a", "y: b");
        Exception job = new IllegalStateException("job failed", new InputRefused("a.gz: damaged", null));
        assertThat(run(plan -> fail(job), "evaluate", "--input", "a")).isEqualTo(4);
        assertThat(err.toString().lines()).containsExactly("a.gz: damaged");
    }

    /** A lone percent sign in a description is no format, which picocli says on the process's own stream. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "evaluate --help",
                "inspect --help",
                "compare --help",
                "calibrate --help",
                "plan --help",
                "rescore --help",
                "status --help",
                "report --help",
                "prune --help",
                "metrics --help",
                "presets --help",
                "fake-judge --help"
            })
    void helpPrintsNothingButItself(String line) {
        PrintStream usual = System.err;
        ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        System.setErr(new PrintStream(complaints, true, StandardCharsets.UTF_8));
        try {
            assertThat(run(plan -> 0, line.split(" ", -1))).isZero();
        } finally {
            System.setErr(usual);
        }
        assertThat(complaints.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(out.toString()).doesNotContain("%%");
    }

    @Test
    void helpSaysEveryOptionWithItsDefault() {
        assertThat(run(plan -> 0, "evaluate", "--help")).isZero();

        String help = out.toString().replaceAll("\\s+", " ");
        for (PlanOption option : PlanOption.all()) {
            assertThat(help)
                    .contains(option.name() + "=")
                    .contains(option.help().replaceAll("\\s+", " "));
        }
        assertThat(help)
                .contains("(default: embedded)")
                .contains("--config=FILE")
                .contains("--set=KEY=VALUE");
    }

    @Test
    void listsMetricsAsATableAndAsJson() {
        assertThat(run(plan -> 0, "metrics")).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "id       of      scale  better  needs            judged  says",
                        "support  sample  0..1   higher  output, context  no      share of supported words");

        assertThat(run(plan -> 0, "metrics", "--json")).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "{\"id\":\"support\",\"of\":\"sample\",\"least\":0.0,\"most\":1.0,\"better\":\"higher\","
                                + "\"needs\":[\"output\",\"context\"],\"judged\":false,\"summary\":\"share of supported words\"}");
    }

    @Test
    void listsPresetsAsATableAndAsJson() {
        assertThat(run(plan -> 0, "presets")).isZero();
        assertThat(out.toString().lines().toList()).first().asString().matches("name +kind +matches +reads");
        assertThat(out.toString()).containsPattern("\nragas +samples +user_input, retrieved_contexts ");

        assertThat(run(plan -> 0, "presets", "--json")).isZero();
        assertThat(out.toString())
                .contains(
                        "{\"name\":\"ragas\",\"kind\":\"samples\",\"match\":[\"user_input\",\"retrieved_contexts\"],");
    }

    @Test
    void inspectPrintsARowALineAndTellsTheRestOnStderr() {
        assertThat(run(plan -> 0, "inspect", "--json", "--limit", "3", "--input", "a.jsonl"))
                .isZero();

        assertThat(out.toString().lines())
                .containsExactly("{\"sample_id\":\"s1\",\"input\":\"q\",\"output\":null,\"context\":[\"one\",\"two\"],"
                        + "\"reference\":null,\"reference_context\":null,\"groups\":{\"retriever_version\":\"v1\"},"
                        + "\"retrieved_ids\":[\"d1\"],\"trace_events\":[ 1.0 ]}");
        assertThat(err.toString().lines())
                .contains(
                        "a.jsonl: 1 file (jsonl), 10 bytes, preset none, kind samples",
                        "rejected: a.jsonl line 7, field input: an object where a text is expected",
                        "2 records looked at: 1 used, 0 filtered, 1 rejected");
    }

    @Test
    void inspectPrintsThreeOfRejectionsThatAreAlikeAndCountsTheOthers() {
        for (int i = 0; i < 4; i++) {
            moreOutcomes.add(new Rejection(new Origin(0, "a.jsonl", i), null, null, "not JSON", "{"));
        }
        assertThat(run(plan -> 0, "inspect", "--limit", "6", "--input", "a.jsonl"))
                .isZero();

        assertThat(err.toString().lines())
                .containsSubsequence(
                        "rejected: a.jsonl line 7, field input: an object where a text is expected",
                        "rejected: a.jsonl at 0: not JSON",
                        "rejected: a.jsonl at 2: not JSON",
                        "rejected: 1 more: not JSON",
                        "the first 6 records looked at (--limit N looks at more): 1 used, 0 filtered, 5 rejected")
                .doesNotContain("rejected: a.jsonl at 3: not JSON");
    }

    @Test
    void inspectShortensForTheEye() {
        assertThat(run(plan -> 0, "inspect", "--input", "a.jsonl")).isZero();

        assertThat(out.toString())
                .contains("s1  a.jsonl at 0", "  context: 2 chunks", "    [1] two", "  output: (null)");
    }

    @Test
    void inspectListsTheColumnsThatNothingReadsAndALikelyOne() {
        assertThat(run(plan -> 0, "inspect", "--input", "a.jsonl")).isZero();
        assertThat(err.toString())
                .contains("unused columns: topic, reply")
                .contains("output is empty; perhaps fields: {output: reply} (--set fields.output=reply)");
    }

    @Test
    void inspectNamesTheColumnThatWasTakenAndTheOthersOnRequest() {
        assertThat(run(plan -> 0, "inspect", "--input", "a.jsonl")).isZero();
        assertThat(err.toString()).contains("  input from question\n").doesNotContain("query");

        assertThat(run(plan -> 0, "inspect", "--verbose", "--input", "a.jsonl")).isZero();
        assertThat(err.toString()).contains("  input is looked for in question, query\n");
    }

    @Test
    void inspectSaysWhichMetricsTheInputsHaveNoFieldsFor() {
        assertThat(run(plan -> 0, "inspect", "--input", "a.jsonl")).isZero();
        assertThat(err.toString().lines())
                .contains("no output: support is left out", "no context: support is left out");
    }

    @Test
    void inspectRefusesALimitBelowOne() {
        assertThat(run(plan -> 0, "inspect", "--limit", "0", "--input", "a")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--limit: 0; must be 1 or more");
    }

    @Test
    void statusTellsThePublishedVerdictAndExitsWithItsCode() throws IOException {
        Path run = Files.createDirectories(folder.resolve("runs/r1"));
        Files.writeString(
                run.resolve("run.json"),
                "{\"run_id\": \"r1\", \"exit_code\": 1, \"verdict\": \"fail\", \"exit_reasons\": [\"ctx_waste: 41 < 80\"]}");
        String pointer = "{\"run_id\": \"r1\", \"path\": \"" + run.toUri() + "\", \"exit_code\": 1}";
        Files.writeString(folder.resolve("latest.json"), pointer);

        for (Path named : List.of(run, run.resolve("run.json"), folder, folder.resolve("latest.json"))) {
            assertThat(run(plan -> 0, "status", named.toString())).isEqualTo(1);
            assertThat(out.toString().lines()).startsWith("r1: fail (exit code 1)", "  ctx_waste: 41 < 80");
            assertThat(out.toString()).contains("  folder     ").contains("runs/r1");
        }
    }

    @Test
    void reportRefusesWhatIsNoPublishedRun() {
        assertThat(run(plan -> 0, "report", folder.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("is not a published run").doesNotContain("\tat ");
    }

    @Test
    void statusRefusesWhatIsNoPublishedRun() throws IOException {
        assertThat(run(plan -> 0, "status", folder.resolve("absent").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("no published run");
        Path broken = Files.writeString(folder.resolve("run.json"), "{\"exit_code\": ");
        assertThat(run(plan -> 0, "status", broken.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("is not the JSON of a run");
        Files.writeString(broken, "{\"exit_code\": \"0\"}");
        assertThat(run(plan -> 0, "status", folder.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("has no exit_code from 0 to 5");
    }

    @Test
    void statusTellsARunThatIsUnderWayFromOneThatDied() throws IOException {
        Path attempt = Files.createDirectories(folder.resolve("runs/.r2~1a2b"));
        ProcessHandle self = ProcessHandle.current();
        String note = "{\"host\": \"" + java.net.InetAddress.getLocalHost().getHostName()
                + "\", \"pid\": %d, \"touched\": \"" + java.time.Instant.now() + "\"}";
        Files.writeString(attempt.resolve(".attempt.json"), note.formatted(self.pid()));
        Files.writeString(
                attempt.resolve("progress.json"),
                "{\"time\": \"2026-11-30T12:00:00Z\", \"round\": 1, \"to_ask\": 1200, \"answered\": 345, \"failures\": {},"
                        + " \"input_tokens\": 9000, \"output_tokens\": 800, \"cost\": 1.5}");

        for (Path named : List.of(folder, folder.resolve("runs/r2"))) {
            assertThat(run(plan -> 0, "status", named.toString())).isEqualTo(3);
            assertThat(out.toString().lines())
                    .contains("r2: running, not published yet")
                    .anyMatch(line -> line.startsWith("  attempt    process " + self.pid()))
                    .contains(
                            "  judge      2026-11-30T12:00:00Z: round 1, 1,200 to ask, 345 calls answered, 9,000 tokens in,"
                                    + " 800 out, cost 1.50");
        }
        Files.writeString(
                attempt.resolve(".attempt.json"),
                "{\"host\": \"elsewhere\", \"pid\": 1, \"touched\": \"2026-01-01T00:00:00Z\"}");
        assertThat(run(plan -> 0, "status", folder.toString())).isEqualTo(5);
        assertThat(out.toString())
                .startsWith("r2: incomplete: ")
                .contains("the same --run-id resumes it")
                .contains("cost 1.50 (what came after that time is in the ledger)");

        Path published = Files.createDirectories(folder.resolve("runs/r2"));
        Files.writeString(
                published.resolve("run.json"), "{\"run_id\": \"r2\", \"exit_code\": 0, \"verdict\": \"pass\"}");
        assertThat(run(plan -> 0, "status", published.toString())).isZero();
        assertThat(out.toString()).startsWith("r2: pass").doesNotContain("incomplete");
    }

    private interface Evaluation {
        int of(EvaluationPlan plan) throws Exception;
    }

    private static int fail(Exception failure) throws Exception {
        throw failure;
    }

    private int run(Evaluation evaluation, String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Program program = new UnaskedProgram() {
            @Override
            public MetricCatalog metrics(ScoringOptions options) {
                return new MetricCatalog(List.of(new Support()));
            }

            @Override
            public int evaluate(EvaluationPlan plan, PrintWriter out, PrintWriter err) throws Exception {
                evaluated = plan;
                return evaluation.of(plan);
            }

            @Override
            public List<InputPreview> previews(EvaluationPlan plan, int limit) {
                return List.of(preview());
            }
        };
        return Commands.run(program, List.of(arguments), new PrintWriter(out), new PrintWriter(err));
    }

    private InputPreview preview() {
        InputReport report = new InputReport(
                0,
                "a.jsonl",
                List.of("a.jsonl"),
                10,
                Map.of("jsonl", 1),
                0,
                List.of(),
                List.of(),
                "none",
                "samples",
                Map.of("input", "question, query"),
                Map.of("input", Map.of("question", 1)),
                2,
                1,
                0,
                new EnumMap<>(Field.class),
                Set.of(),
                0,
                0,
                Set.of(),
                List.of(),
                List.of(),
                List.of());
        Map<String, String> dimensions = new LinkedHashMap<>();
        dimensions.put("retriever_version", "v1");
        dimensions.put("retrieved_ids", "[\"d1\"]");
        List<Outcome> outcomes = new ArrayList<>(List.of(
                new CanonicalRecord(
                        new Origin(0, "a.jsonl", 0),
                        "s1",
                        false,
                        dimensions,
                        RagSample.of("q", null, "one", "two"),
                        new AgentTrace(RawJson.of("[\n1.0\n]"), null, null, true),
                        ReadingNotes.NONE),
                new Rejection(new Origin(0, "a.jsonl", 99), 7L, "input", "an object where a text is expected", "{}")));
        outcomes.addAll(moreOutcomes);
        return new InputPreview(
                report, outcomes, new UnusedColumns(List.of("topic", "reply"), Map.of("output", "reply")));
    }

    private static final class Support implements SampleMetric {
        @Override
        public String id() {
            return "support";
        }

        @Override
        public Scale scale() {
            return Scale.SHARE;
        }

        @Override
        public Set<Field> needs() {
            return Set.of(Field.OUTPUT, Field.CONTEXT);
        }

        @Override
        public String summary() {
            return "share of supported words";
        }

        @Override
        public Score score(SampleFeatures sample) {
            return Score.notApplicable("not asked");
        }
    }
}
