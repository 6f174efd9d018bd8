package io.ctxeval.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ctxeval.plan.InputSpec.Damaged;
import io.ctxeval.plan.MappingSpec.FieldSpec;
import io.ctxeval.plan.PlanRequest.Argument;
import io.ctxeval.plan.Threshold.Level;
import io.ctxeval.plan.Threshold.Rule;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanReaderTest {
    @TempDir
    Path folder;

    @Test
    void refusesASettingWithoutAKey() {
        assertThat(Plans.problems(Plans.arguments("input=a", "=x")))
                .containsExactly("--set: =x; has no key: must be key=value");
        assertThat(Plans.problems(new PlanRequest(
                        null,
                        List.of(
                                new PlanRequest.Argument("--input", "input", "a"),
                                new PlanRequest.Argument("--threshold", "thresholds.", "80")))))
                .containsExactly("--threshold: =80; has no key: must be key=value");
    }

    @Test
    void showsLineBreaksAndControlsOfAValueEscaped() {
        assertThat(Plans.problems(Plans.arguments("input=a", "tables.rows=xml\nfake: message\u001b[2J\t\u202e")))
                .containsExactly(
                        "tables.rows: xml\\nfake: message\\u001b[2J\\t\\u202e; must be parquet, jsonl or csv (--set)");
        assertThat(Plans.problems(Plans.arguments("input=a", "a\nb=1"))).containsExactly("a\\nb: unknown key (--set)");
    }

    @Test
    void readsLengthsOfTimeInBothForms() {
        for (String[] pair : new String[][] {
            {"PT3S", "3s"},
            {"PT1H30M", "90m"},
            {"P1D", "24h"},
            {"PT0.5S", "500ms"},
            {"pt3s", ""},
            {"PT0S", ""},
            {"PT-3S", ""},
            {"P", ""},
            {"PT9999999999999H", ""},
            {"3", ""}
        }) {
            PlanRequest request = Plans.arguments(
                    "input=a",
                    "judge.kind=openai",
                    "judge.model=m",
                    "judge.attempt-timeout=" + pair[0],
                    "judge.row-timeout=48h");
            if (pair[1].isEmpty()) {
                assertThat(Plans.problems(request))
                        .containsExactly("judge.attempt-timeout: " + pair[0]
                                + "; must be a length of time such as 500ms, 30s, 10m or 2h (--set)");
            } else {
                assertThat(PlanText.yaml(Plans.plan(request)))
                        .isEqualTo(PlanText.yaml(Plans.plan(Plans.arguments(
                                "input=a",
                                "judge.kind=openai",
                                "judge.model=m",
                                "judge.attempt-timeout=" + pair[1],
                                "judge.row-timeout=48h"))));
            }
        }
    }

    @Test
    void argumentsGoOverTheFileAndTheFileOverDefaults() {
        EvaluationPlan plan = Plans.plan(Plans.file(folder, """
                input: logs.jsonl
                output: from-file
                judge: {kind: given}
                max-rejected: 5%
                """, "judge.kind=none"));

        assertThat(plan.judge().kind()).isEqualTo("none");
        assertThat(plan.output()).isEqualTo("from-file");
        assertThat(plan.state()).isEqualTo("from-file/state");
        assertThat(plan.maxRejected()).isEqualTo(0.05);
        assertThat(plan.rows()).isEqualTo(EvaluationPlan.RowFormat.PARQUET);
    }

    @Test
    void groupsAndDottedNamesAreTheSameKey() {
        String nested = "input: a\nctx-waste:\n  weighting: token\n";
        String dotted = "input: a\nctx-waste.weighting: token\n";

        assertThat(Plans.plan(Plans.file(folder, nested))).isEqualTo(Plans.plan(Plans.file(folder, dotted)));
    }

    @Test
    void refusesEverythingAtOnceWithKeyValueRuleAndPlace() {
        List<String> problems =
                Plans.problems(Plans.file(folder, """
                input: a.jsonl
                juge: {kind: lexical}
                judge:
                  kind: lexicel
                  max-attempts: 0
                max-rejected: lots
                privacy: keep
                metrics: [ctx_wast, handoff]
                """, "tables.rows=xml", "ctx-suff.max-aspects=[1, 2]"));

        String file = folder.resolve("nightly.yaml").toString();
        assertThat(problems)
                .containsExactlyInAnyOrder(
                        "juge: unknown key; did you mean judge? (" + file + " line 2)",
                        "judge.kind: lexicel; must be embedded, lexical, openai, anthropic, recorded, given or none; did you mean lexical? ("
                                + file + " line 4)",
                        "judge.max-attempts: 0; must be a whole number, 1 to 100 (" + file + " line 5)",
                        "max-rejected: lots; must be a share, 0 to 1 or 0% to 100% (" + file + " line 6)",
                        "privacy: keep; must be a group of keys (" + file + " line 7)",
                        "metrics: ctx_wast; no such metric; did you mean ctx_waste? (see ctxeval metrics) (" + file
                                + " line 8)",
                        "tables.rows: xml; must be parquet, jsonl or csv (--set)",
                        "ctx-suff.max-aspects: [1, 2]; must be a whole number, 1 to 100 (--set)");
    }

    @Test
    void refusesKeysGivenTwiceHoweverTheyAreSpelt() {
        assertThat(Plans.problems(Plans.file(folder, "input: a\njudge: {kind: none}\njudge.kind: given\n")))
                .singleElement()
                .asString()
                .startsWith("judge.kind: given twice, first in ")
                .endsWith("nightly.yaml line 3)");
        assertThat(Plans.problems(Plans.file(folder, "input: a\njob: x\njob: y\n")))
                .singleElement()
                .asString()
                .startsWith("job: given twice, first in ");
        assertThat(Plans.problems(Plans.arguments("input=a", "job=x", "job=y")))
                .containsExactly("job: given twice, first in --set (--set)");
        assertThat(Plans.problems(
                        Plans.file(folder, "input: a\nthresholds: {ctx_waste: 80}\nthresholds.ctx_waste.mean: 70\n")))
                .singleElement()
                .asString()
                .startsWith("thresholds.ctx_waste.mean: given twice");
    }

    @Test
    void warnsOfWhatHasNoEffect() throws PlanRefused {
        assertThat(Plans.warnings(Plans.arguments("input=a", "judge.kind=lexical", "judge.fallback=lexical")))
                .containsExactly("judge.fallback: has no effect, judge.kind lexical isn't loaded (--set)");
        assertThat(Plans.warnings(Plans.arguments("input=a", "judge.max-calls=10", "judge.cache=write")))
                .containsExactly("judge.max-calls: has no effect, judge.kind embedded makes no calls (--set)");
    }

    @Test
    void aFallbackGoesWithTheEmbeddedJudgeOnly() throws PlanRefused {
        assertThat(Plans.plan(Plans.arguments("input=a", "judge.fallback=lexical"))
                        .judge()
                        .fallback())
                .isEqualTo("lexical");
        assertThat(Plans.plan(Plans.arguments("input=a", "judge.kind=given", "judge.fallback=lexical"))
                        .judge()
                        .fallback())
                .isNull();
        assertThat(Plans.plan(Plans.arguments("input=a")).judge().fallback()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "judge.api-key, sk-very-secret",
        "judge.key, sk-very-secret",
        "password, sk-very-secret",
        "options.password, sk-very-secret",
        "judge.url, https://user:sk-very-secret@example.org",
    })
    void refusesSecretsWithoutRepeatingThem(String key, String value) {
        assertThat(Plans.problems(Plans.arguments("input=a", key + "=" + value)))
                .singleElement()
                .asString()
                .startsWith(key + ": ")
                .contains("belong in a configuration")
                .doesNotContain("very-secret");
    }

    @Test
    void budgetsMayBeOfAgentsWhoseNamesLookLikeSecretsOrHoldDots() {
        EvaluationPlan plan = Plans.plan(Plans.arguments("input=a", "trace.budgets={token: 5, team.writer: 7}"));

        assertThat(plan.traceDefaults().budgets()).containsOnly(entry("token", 5L), entry("team.writer", 7L));
    }

    @ParameterizedTest
    @CsvSource({"0.01, 0.01", "1%, 0.01", "1, 1", "100%, 1", "0, 0", "2.5e-2, 0.025", ".5, 0.5"})
    void readsShares(String written, double share) {
        assertThat(Plans.plan(Plans.arguments("input=a", "max-rejected=" + written))
                        .maxRejected())
                .isEqualTo(share);
    }

    @ParameterizedTest
    @CsvSource({"1.01", "101%", "-1%", "NaN", "Infinity", "1 %", "0x1p-3", "''", "1e999", "0.5d"})
    void refusesWhatIsNoShare(String written) {
        assertThat(Plans.problems(Plans.arguments("input=a", "max-rejected=" + written)))
                .singleElement()
                .asString()
                .endsWith("; must be a share, 0 to 1 or 0% to 100% (--set)");
    }

    @Test
    void inputsCarryTheirOwnMapping() {
        EvaluationPlan plan = Plans.plan(Plans.file(folder, """
                inputs:
                  - data/ragas/*.csv
                  - path: export/retriever_version=*/
                    preset: ragas
                    damaged: skip
                    fields: {output: [response, fallback_response]}
                  - path: ledger.csv
                    kind: ledger
                    options: {quote: "", delimiter: ";"}
                    rows: [a, b.c]
                    where: agent is not null
                    group: trace_id
                    join:
                      - {as: gold, path: gold.csv, on: [id, qid]}
                    fields:
                      agent: agent_name
                      used_tokens: {path: used, take: max, where: "x = 'a, b'"}
                      topic: {sql: upper(agent)}
                """));

        assertThat(plan.inputs()).hasSize(3);
        assertThat(plan.inputs().get(0)).isEqualTo(InputSpec.of("data/ragas/*.csv"));
        assertThat(plan.inputs().get(1).mapping().fields())
                .containsExactly(entry("output", new FieldSpec.FirstOf(List.of("response", "fallback_response"))));
        assertThat(plan.inputs().get(1).damaged()).isEqualTo(Damaged.SKIP);
        InputSpec ledger = plan.inputs().get(2);
        assertThat(ledger.options()).containsOnly(entry("quote", ""), entry("delimiter", ";"));
        assertThat(ledger.mapping().rows()).containsExactly("a", "b.c");
        assertThat(ledger.mapping().joins()).containsExactly(new MappingSpec.JoinSpec("gold", "gold.csv", "id", "qid"));
        assertThat(ledger.mapping().fields())
                .containsExactly(
                        entry("agent", new FieldSpec.FirstOf(List.of("agent_name"))),
                        entry("used_tokens", new FieldSpec.Taken(List.of("used"), MappingSpec.Take.MAX, "x = 'a, b'")),
                        entry("topic", new FieldSpec.Sql("upper(agent)")));
    }

    @Test
    void mappingKeysHoldForEveryInputOfTheCommandLine() {
        EvaluationPlan plan = Plans.plan(new PlanRequest(
                null,
                List.of(
                        new Argument("--input", "input", "a.csv"),
                        new Argument("--input", "input", "b,c.csv"),
                        new Argument("--preset", "preset", "ragas"),
                        new Argument("--set", "fields.output", "answer[0].text"),
                        new Argument("--set", "options.delimiter", ";"))));

        assertThat(plan.inputs()).extracting(InputSpec::path).containsExactly("a.csv", "b,c.csv");
        assertThat(plan.inputs()).allSatisfy(input -> {
            assertThat(input.mapping().preset()).isEqualTo("ragas");
            assertThat(input.options()).containsOnly(entry("delimiter", ";"));
            assertThat(input.mapping().fields())
                    .containsOnly(entry("output", new FieldSpec.FirstOf(List.of("answer[0].text"))));
        });
    }

    @Test
    void inputOnTheCommandLineReplacesTheInputsOfTheFile() {
        EvaluationPlan plan = Plans.plan(Plans.file(folder, "inputs: [a.csv, b.csv]\n", "input=c.csv"));

        assertThat(plan.inputs()).extracting(InputSpec::path).containsExactly("c.csv");
    }

    @Test
    void refusesInputsThatCantBeMeant() {
        assertThat(Plans.problems(Plans.arguments()))
                .containsExactly("input: nothing to read; give --input, or inputs in the configuration");
        assertThat(Plans.problems(Plans.file(folder, "inputs: [a]\nkind: ledger\n")))
                .singleElement()
                .asString()
                .startsWith("kind: holds for input (--input) only; each of inputs has its own");
        assertThat(Plans.problems(Plans.file(folder, "inputs: [a]\ninput: b\n")))
                .singleElement()
                .asString()
                .startsWith("input: stands beside inputs");
        assertThat(Plans.problems(Plans.file(folder, "inputs:\n  - {preset: ragas, pth: x}\n  - 5: 6\n")))
                .extracting(problem -> problem.replaceFirst(" \\(.*", ""))
                .containsExactlyInAnyOrder(
                        "inputs[0].pth: unknown key; did you mean path?",
                        "inputs[0]: has no path",
                        "inputs[1].5: unknown key",
                        "inputs[1]: has no path");
        assertThat(Plans.problems(Plans.file(folder, "input: a\nfields: {agent: {path: x, take: last}}\n")))
                .singleElement()
                .asString()
                .startsWith("fields.agent: takes from a group, but group is not set");
    }

    @Test
    void thresholdsHaveDefaultsThatWritingOneDoesNotRemove() {
        EvaluationPlan plan = Plans.plan(Plans.arguments("input=a", "thresholds.ctx_waste=70"));

        assertThat(plan.thresholds().keySet()).containsExactly("handoff", "budget", "overall", "ctx_waste", "ctx_suff");
        assertThat(plan.thresholds())
                .containsEntry("ctx_waste", new Threshold("ctx_waste", Rule.MEAN, 70, 70.0, null, 0.95))
                .containsEntry("ctx_suff", new Threshold("ctx_suff", Rule.MEAN, 80, 80.0, null, 0.95))
                .containsEntry("handoff", new Threshold("handoff", Rule.MEAN, 8, 8.0, null, 0.95));
    }

    @Test
    void thresholdsKeepWhatALaterLayerDoesNotName() {
        EvaluationPlan plan = Plans.plan(Plans.file(folder, """
                input: a
                thresholds:
                  ctx_waste: {mean: 85, row: 60, level: warn, coverage: 90%}
                  ctx_suff: none
                  ctx_tokens: 4000
                """, "thresholds.ctx_waste.pass_rate=0.9"));

        assertThat(plan.thresholds())
                .containsEntry("ctx_waste", new Threshold("ctx_waste", Rule.PASS_RATE, 0.9, 60.0, Level.WARN, 0.9))
                .containsEntry("ctx_tokens", new Threshold("ctx_tokens", Rule.MEAN, 4000, 4000.0, null, 0.95))
                .doesNotContainKey("ctx_suff");
    }

    @Test
    void refusesThresholdsOffTheScaleOrOfNothing() {
        assertThat(Plans.problems(Plans.arguments(
                        "input=a",
                        "thresholds.handoff=80",
                        "thresholds.ctx_wast=80",
                        "thresholds.ctx_waste.pass_rate=90",
                        "thresholds.ctx_suff.means=1",
                        "thresholds.ctx_support.pass_rate=0.5")))
                .containsExactlyInAnyOrder(
                        "thresholds.handoff: 80; must be a number, 0 to 10 (--set)",
                        "thresholds: ctx_wast; no such metric; did you mean ctx_waste? (--set)",
                        "thresholds.ctx_waste.pass_rate: 90; must be a share, 0 to 1 or 0% to 100% (--set)",
                        "thresholds.ctx_suff.means: unknown part; did you mean mean?; known are mean, pass_rate, row,"
                                + " level or coverage (--set)",
                        "thresholds.ctx_support: this metric has no threshold of its own; add its mean, or the score from"
                                + " which on a row passes as row");
    }

    @Test
    void metricsThatAreLeftOutHaveNoThresholds() throws PlanRefused {
        PlanRequest request = Plans.arguments("input=a", "metrics=handoff,budget", "thresholds.ctx_waste=70");

        assertThat(Plans.plan(request).thresholds()).containsOnlyKeys("handoff", "budget");
        assertThat(Plans.warnings(request))
                .containsExactly("thresholds.ctx_waste: has no effect, metrics leaves it out (--set)");
    }

    @Test
    void putsTheDayInThePlaceOfDate() {
        EvaluationPlan plan = Plans.plan(Plans.arguments(
                "input=logs/day={date}/*.jsonl", "output=out/{date}", "run-id=night-{date}", "date=2026-11-30"));

        assertThat(plan.inputs().get(0).path()).isEqualTo("logs/day=2026-11-30/*.jsonl");
        assertThat(plan.output()).isEqualTo("out/2026-11-30");
        assertThat(plan.state()).isEqualTo("out/2026-11-30/state");
        assertThat(plan.runId()).isEqualTo("night-2026-11-30");
    }

    @ParameterizedTest
    @CsvSource({"../escape", "a/b", ".hidden", "-flag", "''", "ä", "a b"})
    void refusesRunIdsThatAreNoFileNames(String id) {
        assertThat(Plans.problems(Plans.arguments("input=a", "run-id=" + id)))
                .singleElement()
                .asString()
                .contains("must be a file name of at most 100 letters, digits");
    }

    @Test
    void theFileNamesTheSeries() {
        assertThat(Plans.plan(Plans.file(folder, "input: a\n")).job()).isEqualTo("nightly");
        assertThat(Plans.plan(Plans.file(folder, "input: a\n", "job=weekly")).job())
                .isEqualTo("weekly");
        assertThat(Plans.plan(Plans.arguments("input=a")).job()).isEqualTo("ctxeval");
    }

    @Test
    void groupsThatDifferOnlyInCaseAreRefused() {
        assertThat(Plans.problems(Plans.arguments("input=a", "group-by=topic,Topic")))
                .containsExactly("group-by: topic and Topic; differ only in case: name one of them (--set)");
    }

    @Test
    void gatesOnlyGroupsThatAreSummarised() {
        assertThat(Plans.plan(Plans.arguments("input=a", "group-by=topic,team", "gate.by=topic"))
                        .gateGroups())
                .containsExactly("topic");
        assertThat(Plans.problems(Plans.arguments("input=a", "group-by=topic", "gate.by=topik")))
                .containsExactly("gate.by: topik; must be one of group-by; did you mean topic? (--set)");
        assertThat(Plans.problems(Plans.arguments("input=a", "group-by=topic,topic")))
                .containsExactly("group-by: topic is named twice (--set)");
    }

    @Test
    void refusesWeightsThatWeighNothing() {
        assertThat(Plans.problems(Plans.arguments("input=a", "result.weights={ctx_waste: 0, ctx_suff: 0, overall: 0}")))
                .containsExactly("result.weights: all are 0; one must be above (--set)");
        assertThat(Plans.problems(Plans.arguments("input=a", "result.weights.handoff=1")))
                .containsExactly("result.weights: handoff; must be ctx_waste, ctx_suff or overall (--set)");
    }

    @Test
    void refusesFilesThatAreNoConfiguration() {
        String file = folder.resolve("nightly.yaml").toString();
        assertThat(Plans.problems(new PlanRequest(Path.of("no", "such.yaml"), List.of())))
                .contains("--config: " + Path.of("no", "such.yaml") + "; there is no such file");
        assertThat(Plans.problems(Plans.file(folder, "input: [a\njob: x\n", "input=a")))
                .singleElement()
                .asString()
                .startsWith(file + ": is not YAML at column ")
                .contains(" line ");
        assertThat(Plans.problems(Plans.file(folder, "job: a\njudge:\n\tkind: none\n", "input=a")))
                .containsExactly(file + ": is not YAML at column 1: a tab; YAML is indented with spaces only (" + file
                        + " line 3)");
        assertThat(Plans.problems(Plans.file(folder, "- a\n- b\n", "input=a")))
                .containsExactly(file + ": a list; must be a group of keys (" + file + " line 1)");
        assertThat(Plans.problems(Plans.file(folder, "input: &x a\noutput: *x\n")))
                .containsExactly("*x: aliases are not read; write the value out (" + file + " line 2)");
        assertThat(Plans.problems(Plans.file(folder, "input: a\n---\njob: b\n")))
                .containsExactly(file + ": holds several documents; one is read (" + file + " line 3)");
    }

    @Test
    void refusesMetricsThatNameNone() {
        assertThat(Plans.problems(Plans.arguments("input=a", "metrics=")))
                .containsExactly("metrics: names none; name one, or leave the key out for all (--set)");
        assertThat(Plans.problems(Plans.arguments("input=a", "metrics=[]"))).hasSize(1);
    }

    @Test
    void anEmptyFileAndKeysWithoutValuesSetNothing() {
        EvaluationPlan defaults = Plans.plan(Plans.arguments("input=a", "job=nightly"));

        assertThat(Plans.plan(Plans.file(folder, "", "input=a"))).isEqualTo(defaults);
        assertThat(Plans.plan(Plans.file(folder, "# nothing\n", "input=a"))).isEqualTo(defaults);
        assertThat(Plans.plan(Plans.file(folder, "judge:\nrun-id:\nfields:\ninputs: ~\n", "input=a")))
                .isEqualTo(defaults);
    }

    @Test
    void bracketsAndBracesOfTextsAreTheirOwn() {
        EvaluationPlan plan = Plans.plan(
                Plans.arguments("input={a,b}", "context.split=[;]", "run-id={date}", "date=2026-11-30", "where=[a]"));

        assertThat(plan.inputs().get(0).path()).isEqualTo("{a,b}");
        assertThat(plan.inputs().get(0).mapping().where()).isEqualTo("[a]");
        assertThat(plan.scoring().split()).isEqualTo("[;]");
        assertThat(plan.runId()).isEqualTo("2026-11-30");
    }

    @Test
    void refusesASplitThatIsNoRegularExpression() {
        assertThat(Plans.plan(Plans.arguments("input=a", "context.split=\\n--+\\n"))
                        .scoring()
                        .split())
                .isEqualTo("\\n--+\\n");
        assertThat(Plans.problems(Plans.arguments("input=a", "context.split=(")))
                .containsExactly("context.split: (; is no regular expression: Unclosed group (--set)");
    }
}
