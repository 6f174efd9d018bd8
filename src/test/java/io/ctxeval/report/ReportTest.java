package io.ctxeval.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ctxeval.insight.FlowTable;
import io.ctxeval.insight.RankTable;
import io.ctxeval.plan.EvaluationPlan.PrivacyTexts;
import io.ctxeval.plan.Threshold;
import io.ctxeval.score.Scale;
import io.ctxeval.score.Score;
import io.ctxeval.summary.Gate;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GateRule;
import io.ctxeval.summary.GateVerdict;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.summary.RunState;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.summary.SummaryTable;
import io.ctxeval.summary.ThresholdTable;
import io.ctxeval.summary.UnscoredReason;
import io.ctxeval.table.RecordFile;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ReportTest {
    private static final List<String> VERSION = List.of("retriever_version");
    private static final MetricRule WASTE = new MetricRule("ctx_waste", Scale.PERCENT, "lexical", 80.0);
    private static final MetricRule OVERALL = new MetricRule("overall", Scale.TEN, null, 8.0);

    private final Storage storage = new Storage(new Configuration(false));

    @TempDir
    java.nio.file.Path folder;

    @Test
    void aReportReadsBackFromTheFilesOfItsRun() throws IOException {
        RunReport report = report("v|1\n<b>");
        Path run = new Path(report.folder());
        storage.write(new Path(run, RunReport.MANIFEST), bytes(report.manifest().toJson()));
        storage.write(
                new Path(run, RunReport.WORST),
                bytes(report.worst().stream().map(WorstEntry::toJson).collect(Collectors.joining("\n"))));
        SummaryTable.of(report.summaries(), VERSION).write(storage, run);
        ThresholdTable.of(report.gates(), VERSION).write(storage, run);
        RankTable.of(report.insights().ranks(), VERSION).write(storage, run);
        FlowTable.of(report.insights().flows(), VERSION).write(storage, run);
        RunReport back = RunReport.read(storage, run);
        assertThat(back).isEqualTo(report);
        assertThat(MarkdownReport.of(back)).isEqualTo(MarkdownReport.of(report));
    }

    @Test
    void theManifestHasFixedKeysInOrder() {
        String json = report("v1").manifest().toJson();
        assertThat(json.lines().filter(line -> line.matches("  \"\\w+\" .*")).map(line -> line.split("\"", -1)[1]))
                .containsExactly(
                        "format",
                        "run_id",
                        "job",
                        "verdict",
                        "exit_code",
                        "exit_reasons",
                        "result",
                        "started_at",
                        "finished_at",
                        "stage_seconds",
                        "versions",
                        "plan_fingerprint",
                        "seed",
                        "judge",
                        "dimensions",
                        "metrics",
                        "left_out",
                        "inputs",
                        "unscored",
                        "spend",
                        "table_rows",
                        "warnings",
                        "history");
        assertThat(json).contains("\"started_at\" : \"2026-01-02T03:04:05Z\"", "\"identity_holds\" : true");
    }

    @Test
    void refusesAManifestOfAnotherFormat() {
        String json = report("v1").manifest().toJson().replace("\"format\" : 1", "\"format\" : 99");
        assertThatThrownBy(() -> RunManifest.parse(json))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("99");
    }

    @Test
    void theVerdictStandsOnTopWithEachMissAndItsPlace() {
        String page = MarkdownReport.of(report("v1"));
        assertThat(page).startsWith("# FAIL: nightly, run r1\n");
        assertThat(page)
                .contains("* **warn** ctx_waste in all: mean 10.00 is below 80.00 (judge `lexical`)")
                .contains("* **fail** overall in all: mean 7.00 is below 8.00")
                .contains("Judge `lexical`: built in, compares words; its scores are not a language model's.")
                .contains("| overall | invalid_input | trace_events[#]: a text | 1 |")
                .contains("| 12 | 10 | 1 | 1 | yes |");
    }

    @Test
    void versionsStandSideBySideAndUnderEachOther() {
        RunState state = new RunState(List.of(WASTE, OVERALL), VERSION);
        state.add(Map.of("retriever_version", "v1"), List.of(new Score.Scored(40), new Score.Scored(7)));
        state.add(Map.of("retriever_version", "v2"), List.of(new Score.Scored(60), Score.notApplicable("no trace")));
        RunReport two = report("v1");
        List<ScoreSummary> summaries = state.summaries(VERSION);
        String page = MarkdownReport.of(
                new RunReport(two.folder(), two.manifest(), summaries, two.gates(), List.of(), two.worst()));

        assertThat(page)
                .contains("| metric | judge | better | all | retriever_version=v1 | retriever_version=v2 |\n")
                .contains("| ctx_waste | lexical | higher | 50.00 | 40.00 | 60.00 |\n")
                .contains("| overall | – | higher | 7.00 | 7.00 | – |\n");
        assertThat(page.lines()
                        .filter(line -> line.contains("| lexical | 1 of 1 |") || line.contains("| lexical | 2 of 2 |"))
                        .map(line -> line.substring(0, line.indexOf("| lexical"))))
                .containsExactly(
                        "| ctx_waste | all ",
                        "| ctx_waste | retriever_version=v1 ",
                        "| ctx_waste | retriever_version=v2 ");
    }

    @Test
    void aWorstRowNamesItsVersion() {
        RunReport one = report("v1");
        WorstEntry whole = one.worst().get(0);
        WorstEntry ofVersion = new WorstEntry(
                "retriever_version=v1",
                whole.metric(),
                whole.sampleId(),
                whole.sourceFile(),
                whole.sourcePosition(),
                whole.score(),
                whole.judge(),
                whole.reason(),
                whole.details(),
                whole.nDetails(),
                whole.input(),
                whole.output(),
                0);
        RunReport grouped = new RunReport(
                one.folder(), one.manifest(), one.summaries(), one.gates(), List.of(), List.of(whole, ofVersion));

        assertThat(MarkdownReport.of(grouped))
                .contains("| metric | judge | score | sample | group | where | input | reason |")
                .contains("| ctx_waste | lexical | 10.00 | s\\|1 | retriever_version=v1 | in.jsonl:0 |");
        assertThat(MarkdownReport.of(one)).contains("| s\\|1 | in.jsonl:0 |");
    }

    @Test
    void textOfTheDataCantBreakOutOfItsCell() {
        String page = MarkdownReport.of(report("v|1\n<script>alert(1)</script> `x` [a](http://b)"));
        assertThat(page).doesNotContain("<script>").doesNotContain("http://").doesNotContain("v|1");
        assertThat(page).contains("retriever_version=v\\|1 &lt;script>alert(1)&lt;/script> \\`x\\` [a\\](http\\://b)");
        List<String> rows = page.lines().filter(line -> line.startsWith("| ")).toList();
        assertThat(rows).allMatch(line -> line.endsWith(" |"));
    }

    @Test
    void boundsAndEscapesText() {
        assertThat(ShownText.markdown("a_b _c_ *d* #e & f@g.h www.x.y &amp; <b> ![i](j) \\* ~~s~~", 99))
                .isEqualTo("a_b \\_c\\_ \\*d\\* #e & f&#64;g.h www\\.x.y &amp;amp; &lt;b> \\![i\\](j) \\\\\\* "
                        + "\\~\\~s\\~\\~");
        assertThat(ShownText.markdown("# no heading", 99)).isEqualTo("\\# no heading");
        assertThat(ShownText.markdown("[x] no task", 99)).isEqualTo("\\[x] no task");
        assertThat(ShownText.markdown("- no list", 99)).isEqualTo("\\- no list");
        assertThat(ShownText.code("a`b", 99)).isEqualTo("`a'b`");
        assertThat(ShownText.line("red\u001b[31m\u202eback\r\nnext", 99)).isEqualTo("red [31m back  next");
        assertThat(ShownText.bounded("😀😀😀", 3)).isEqualTo("😀😀😀");
        assertThat(ShownText.bounded("😀😀😀😀", 3)).isEqualTo("😀😀…");
    }

    @Test
    void ordinaryTextIsShownAsItWasWritten() {
        String text = "p50 = 3 + 4 (a/b-c_d): 7 * 2 < 15 > 1, \"x\" [3] #1 & 50% {done}! C:\\temp? user @ home";
        assertThat(ShownText.markdown(text, 999)).isEqualTo(text);
    }

    @Test
    void showsFewRowsOfAKindAndSaysWhereTheRestIs() throws IOException {
        RunReport few = report("v1");
        WorstEntry entry = few.worst().get(0);
        UnscoredReason reason = few.manifest().unscored().get(0);
        RunReport many = new RunReport(
                few.folder(),
                RecordFile.read(
                        few.manifest()
                                .toJson()
                                .replaceFirst(
                                        "\"unscored\" : \\[",
                                        "\"unscored\" : [ " + (RecordFile.line(reason) + ",").repeat(9)),
                        RunManifest.class),
                few.summaries(),
                few.gates(),
                List.of(),
                Collections.nCopies(9, entry));

        String page = MarkdownReport.of(many);

        assertThat(page.lines().filter(line -> line.contains("| s\\|1 |"))).hasSize(5);
        assertThat(page.lines()
                        .filter(line -> line.startsWith("| " + reason.metric() + " | " + reason.status() + " |")))
                .hasSize(5);
        assertThat(page).contains(" more are in run.json.").contains("are in worst.jsonl.");
    }

    @Test
    void saysNothingOfSpendWhereTheJudgeIsBuiltIn() {
        assertThat(MarkdownReport.of(report("v1")))
                .doesNotContain("## Spend")
                .contains("Started 2026-01-02 03:04:05 UTC, finished 2026-01-02 03:05:05 UTC.");
    }

    @Test
    void theConsoleNamesFiveDamagedFilesAndCountsTheRest() throws IOException {
        RunReport whole = report("v1");
        String files =
                IntStream.range(0, 8).mapToObj(i -> "\"f" + i + ".gz: torn\"").collect(Collectors.joining(", "));
        String manifest = whole.manifest()
                .toJson()
                .replaceFirst("\"damaged_files\" : \\[ \\]", "\"damaged_files\" : [" + files + "]");
        RunReport damaged = new RunReport(
                whole.folder(),
                RunManifest.parse(manifest),
                whole.summaries(),
                whole.gates(),
                List.of(),
                whole.worst());

        assertThat(ConsoleSummary.of(damaged).lines().filter(line -> line.contains("damaged")))
                .hasSize(6)
                .contains("  damaged, used up to there: f4.gz: torn", "  3 more damaged files are in run.json");
    }

    @Test
    void namesTheFileThatCantBeRead() throws IOException {
        RunReport report = report("v1");
        Path run = new Path(report.folder());
        String json = report.manifest().toJson();
        storage.write(new Path(run, RunReport.MANIFEST), bytes(json.substring(0, json.length() / 2)));

        assertThatThrownBy(() -> RunReport.read(storage, run))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(new Path(run, RunReport.MANIFEST) + " is not what this version writes");
        assertThatThrownBy(() -> RunReport.read(storage, new Path(run, "nowhere")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("run.json is not there");
    }

    @Test
    void theStatusTellsRowsCoverageThresholdsAndWhatJudgingCost() throws IOException {
        RunReport builtIn = report("v1");
        assertThat(StatusText.of(builtIn))
                .containsExactly(
                        "  published  2026-01-02 03:05:05 UTC, job nightly",
                        "  result     40.00 of 100",
                        "  rows       in.jsonl: 12 records, 10 used, 1 filtered, 1 rejected",
                        "  metric     ctx_waste: mean 10.00, 1 of 2 rows scored, coverage 100.0 % (1 not applicable)",
                        "  threshold  warn: ctx_waste in all: mean 10.00 is below 80.00 (judge lexical)",
                        "  threshold  fail: overall in all: mean 7.00 is below 8.00",
                        "  judge      lexical: no calls");

        String served = builtIn.manifest()
                .toJson()
                .replaceFirst("\"model\" : null", "\"model\" : \"large\"")
                .replaceFirst("\"calls\" : 0", "\"calls\" : 1200")
                .replaceFirst("\"prompt_tokens\" : 0", "\"prompt_tokens\" : 50000")
                .replaceFirst("\"cost\" : null", "\"cost\" : 1.25");
        RunReport paid = new RunReport(
                builtIn.folder(),
                RunManifest.parse(served),
                builtIn.summaries(),
                builtIn.gates(),
                List.of(),
                builtIn.worst());
        assertThat(StatusText.of(paid))
                .contains("  judge      lexical large: 1,200 calls, 0 reused, 50,000 tokens in, 0 out, cost 1.25");
    }

    @Test
    void theConsoleTextFitsItsColumns() {
        RunReport report = report("a very long name of a retriever version ".repeat(9) + "\u001b[2J");
        String text = ConsoleSummary.of(report);
        assertThat(text)
                .startsWith("FAIL (exit code 1)  result 40.00  nightly  run r1\n")
                .doesNotContain("\u001b");
        assertThat(text.lines().filter(line -> !line.startsWith("file:")))
                .allMatch(line -> line.codePointCount(0, line.length()) <= ConsoleSummary.COLUMNS);
        assertThat(text).endsWith(report.folder() + "\n");
    }

    @Test
    void textsAreKeptHashedOrDropped() {
        WorstEntry entry = report("v1").worst().get(0);
        WorstEntry kept = entry.under(new TextPolicy(PrivacyTexts.KEEP, 10));
        assertThat(kept.input()).isEqualTo("Who is it…");
        WorstEntry hashed = entry.under(new TextPolicy(PrivacyTexts.HASH, 10));
        assertThat(hashed.input()).matches("sha256:[0-9a-f]{16}");
        assertThat(hashed.toJson()).doesNotContain("Who is").doesNotContain("the date");
        WorstEntry dropped = entry.under(new TextPolicy(PrivacyTexts.DROP, 10));
        assertThat(dropped.input()).isNull();
        assertThat(dropped.reason()).isNull();
        assertThat(dropped.details()).isEmpty();
        assertThat(dropped.nDetails()).isOne();
        assertThat(entry.output()).isNull();
        assertThat(hashed.output()).isNull();
    }

    @Test
    void eachGateIsATestCaseForSystemsThatShowTestResults() throws Exception {
        RunReport report = report("v1");
        GateResult hostile = hostileGate();
        RunReport more = new RunReport(
                report.folder(),
                report.manifest(),
                report.summaries(),
                with(report.gates(), hostile),
                List.of(),
                report.worst());

        Document xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(JUnitReport.of(more))));

        Element suites = xml.getDocumentElement();
        assertThat(suites.getAttribute("tests")).isEqualTo("3");
        assertThat(suites.getAttribute("failures"))
                .as("overall, and the hostile one; ctx_waste only warns")
                .isEqualTo("2");
        assertThat(suites.getAttribute("errors")).isEqualTo("0");
        NodeList cases = suites.getElementsByTagName("testcase");
        assertThat(cases.getLength()).isEqualTo(3);
        Element last = (Element) cases.item(2);
        assertThat(last.getAttribute("classname")).isEqualTo("thresholds.v=]]><x a\\=\"?? ");
        assertThat(((Element) last.getElementsByTagName("failure").item(0)).getAttribute("message"))
                .isEqualTo("a < b & \"c\"");
    }

    private static List<GateResult> with(List<GateResult> gates, GateResult more) {
        List<GateResult> all = new ArrayList<>(gates);
        all.add(more);
        return all;
    }

    private static GateResult hostileGate() {
        return new GateResult(
                new GroupKey(List.of(new GroupKey.Part("v", "]]><x a=\"\uD800\uFFFF\u0000"))),
                "ctx_waste",
                null,
                Threshold.Level.FAIL,
                GateRule.MEAN,
                true,
                80.0,
                10.0,
                40,
                40,
                1.0,
                0.95,
                GateVerdict.FAIL,
                "a < b & \"c\"");
    }

    private RunReport report(String version) {
        RunState state = new RunState(List.of(WASTE, OVERALL), VERSION);
        state.add(Map.of("retriever_version", version), List.of(new Score.Scored(10), new Score.Scored(7)));
        state.add(Map.of(), List.of(Score.notApplicable("no sample"), Score.invalidInput("trace_events[3]: a text")));
        List<ScoreSummary> summaries = state.summaries(VERSION);
        Map<String, Threshold> thresholds = Map.of(
                "ctx_waste", new Threshold("ctx_waste", Threshold.Rule.MEAN, 80, null, null, 0.95),
                "overall", new Threshold("overall", Threshold.Rule.MEAN, 8, null, null, 0.5));
        List<GateResult> gates = new Gate(thresholds, group -> false).check(summaries, List.of());
        WorstEntry worst = new WorstEntry(
                "all",
                "ctx_waste",
                "s|1",
                "in.jsonl",
                0,
                10,
                "lexical",
                "unused <b>",
                List.of("the date"),
                1,
                "Who is it? When?",
                null,
                0);
        return new RunReport(
                new Path(folder.resolve("run").toUri()).toString(),
                manifest(state, summaries),
                summaries,
                gates,
                List.of(),
                List.of(worst));
    }

    private static RunManifest manifest(RunState state, List<ScoreSummary> summaries) {
        RunManifest.RejectedRecord rejected =
                new RunManifest.RejectedRecord("in.jsonl", 99, 3L, null, "no JSON | at all", "{\"a\":");
        return new RunManifest(
                RunManifest.FORMAT,
                "r1",
                "nightly",
                "fail",
                1,
                List.of(),
                40.0,
                Instant.parse("2026-01-02T03:04:05Z"),
                Instant.parse("2026-01-02T03:05:05Z"),
                Map.of("score", 1.5),
                Map.of("ctxeval", "0.1.0"),
                "abc",
                7,
                new RunManifest.Judge("lexical", "lexical", null, Map.of()),
                VERSION,
                List.of(RunManifest.Metric.of(
                        "ctx_waste",
                        "1",
                        "lexical",
                        2,
                        summaries.get(0).figures().counts())),
                List.of(new RunManifest.LeftOut("support", "no input has output")),
                List.of(new RunManifest.Input(
                        "in.jsonl",
                        "jsonl",
                        "samples",
                        null,
                        "f0",
                        1,
                        1000,
                        12,
                        10,
                        1,
                        1,
                        List.of(rejected),
                        List.of(),
                        0,
                        0)),
                state.reasons(),
                RunManifest.Spend.NONE,
                Map.of("scores", 2L),
                List.of("one thing"),
                null);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
