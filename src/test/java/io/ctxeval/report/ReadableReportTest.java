package io.ctxeval.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.ctxeval.compare.ComparisonLine;
import io.ctxeval.compare.GateOutcome;
import io.ctxeval.compare.Verdict;
import io.ctxeval.insight.FlowFigures;
import io.ctxeval.insight.InsightTables;
import io.ctxeval.insight.MeanFigures;
import io.ctxeval.insight.RankFigures;
import io.ctxeval.plan.EvaluationPlan.PrivacyTexts;
import io.ctxeval.plan.Threshold;
import io.ctxeval.score.Scale;
import io.ctxeval.score.Score;
import io.ctxeval.score.Status;
import io.ctxeval.summary.Gate;
import io.ctxeval.summary.GateResult;
import io.ctxeval.summary.GroupKey;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.summary.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a reader who knows nothing of the run needs of its page. */
class ReadableReportTest {
    private static final String REFUSED = "connection_refused: no judge listens at http://127.0.0.1:9001/v1."
            + " Next: see that judge.url is right and the endpoint up, then run again";

    @Test
    void anIncompleteRunSaysOnTopOnHowManyRowsItRestsAndWhatKeptTheOthersAway() {
        String page = MarkdownReport.of(report(incomplete(), List.of()));

        List<String> top = page.lines().limit(9).toList();
        assertThat(top.get(0)).isEqualTo("# INCOMPLETE: nightly, run r1");
        assertThat(top.get(2)).isEqualTo("> [!WARNING]");
        assertThat(top.get(3)).contains("don't read the result").endsWith("They rest on ctx_waste on 1 of 5 rows.");
        assertThat(top.get(5))
                .startsWith("> Main cause, 3 of 4 missing scores (`judge_unavailable`): ")
                .endsWith(ShownText.markdown(REFUSED, 999));
        assertThat(page)
                .contains("Result 40.00 of 100, of a part of the rows.")
                .contains("| 1 of 5 | 20.0 % | 10.00 |");
    }

    @Test
    void aCompleteRunHasNoWarningOnTop() {
        assertThat(MarkdownReport.of(report(complete(), List.of())))
                .doesNotContain("[!WARNING]")
                .doesNotContain("part of the rows");
    }

    @Test
    void aMeanOfFewRowsSaysOfHowMany() {
        assertThat(MarkdownReport.of(report(incomplete(), List.of())))
                .contains("| ctx_waste | openai | higher | 10.00 (1 of 5) | 10.00 (1 of 3) | – (0 of 2) |");
    }

    @Test
    void aJudgeThatAnsweredNothingIsNotSaidToHaveVerdicts() {
        assertThat(MarkdownReport.of(report(incomplete(), List.of())))
                .contains("Judge `openai`: **no row rests on an answer of it**")
                .doesNotContain("ledger");
        assertThat(JudgeNote.of("openai", manifest(complete(), Map.of("large-1", 7L), List.of())))
                .isEqualTo("its scores rest on 7 answers; they are in the run's `verdicts`.");
    }

    @Test
    void aCauseIsShownToItsEnd() {
        String row = MarkdownReport.of(report(incomplete(), List.of()))
                .lines()
                .filter(line -> line.startsWith("| ctx_waste | judge_unavailable |"))
                .findFirst()
                .orElseThrow();
        assertThat(row).endsWith("then run again | 3 |");
    }

    @Test
    void inputsShowFormatAndKindApart() {
        assertThat(MarkdownReport.of(report(complete(), List.of())))
                .contains("| input | format | kind | preset |")
                .contains("| logs | csv, jsonl | samples | ragas |");
    }

    @Test
    void everyRowHasEveryScoreIsSaidOnlyWhereNoMetricIsLeftOut() {
        RunState all = new RunState(List.of(waste(null)), List.of());
        all.add(Map.of(), List.of(new Score.Scored(90)));
        RunReport with = report(all, List.of(new RunManifest.LeftOut("support", "no input fills output")));
        assertThat(MarkdownReport.of(with))
                .doesNotContain("Every row has every score.")
                .contains("Every row has a score of each metric that was run.");
        assertThat(MarkdownReport.of(report(all, List.of()))).contains("Every row has every score.");
    }

    @Test
    void ranksSayHowManyChunksAndRowsTheyRestOn() {
        String page = MarkdownReport.of(withInsights(4, 2));
        assertThat(page)
                .contains("| rank k | n | used |")
                .contains("| 1 | 40 / 44 | 50.0 % | 0.0 % | 0.0 % | 25.0 % | 60.00 | 50.00 to 70.00 | 40 | 60.00 |")
                .doesNotContain("<summary>Rank by rank</summary>");
    }

    @Test
    void longTablesOpenOnAClick() {
        String page = MarkdownReport.of(withInsights(14, 14));
        assertThat(page)
                .contains("<details><summary>Rank by rank</summary>\n\n")
                .contains("<details><summary>14 pairs of agents</summary>\n\n");
        assertThat(page.split("<details>", -1)).hasSameSizeAs(page.split("</details>", -1));
    }

    @Test
    void manyWorstRowsOpenOnAClickAndSayWhatWasMissing() {
        List<WorstEntry> told = IntStream.range(0, 16)
                .mapToObj(i -> worst("m" + i % 4, "s" + i, "One aspect is missing.", List.of("the date")))
                .toList();
        List<WorstEntry> all = new ArrayList<>(told);
        all.add(worst("lex_density", "s-1", null, List.of()));
        String page = MarkdownReport.of(with(complete(), List.of(), all, InsightTables.EMPTY));
        assertThat(page)
                .contains("<details><summary>16 rows with their reasons</summary>\n\n| metric |")
                .contains("| m0 | – | 1.00 | s0 | in.csv:3 | the date. One aspect is missing. |")
                .contains("* lex_density: 1.00 s-1\n");
    }

    @Test
    void aWorstRowShowsTheBeginningOfItsInputAsFarAsItMayBeSeen() {
        WorstEntry entry =
                asking(worst("ctx_suff", "s1", "One aspect is missing.", List.of()), "Who built | it? ".repeat(20));
        WorstEntry trace = worst("handoff", "t1", "An output is lost.", List.of());
        WorstEntry figure = asking(worst("lex_density", "s2", null, List.of()), "When was it built?");

        String page = WorstSection.markdown(List.of(entry, trace, figure));
        String dropped = WorstSection.markdown(List.of(
                entry.under(new TextPolicy(PrivacyTexts.DROP, 100)),
                figure.under(new TextPolicy(PrivacyTexts.DROP, 100))));
        String hashed = WorstSection.markdown(List.of(entry.under(new TextPolicy(PrivacyTexts.HASH, 100))));

        assertThat(page)
                .contains("| where | input | reason |")
                .contains("| in.csv:3 | Who built \\| it? Who built \\| it? ")
                .contains("| in.csv:3 | – | An output is lost. |")
                .contains("* lex_density: 1.00 s2 “When was it built?”");
        assertThat(dropped).doesNotContain("built").doesNotContain("input");
        assertThat(hashed).doesNotContain("built").contains("sha256:");
    }

    private static WorstEntry asking(WorstEntry entry, String input) {
        return new WorstEntry(
                entry.group(),
                entry.metric(),
                entry.sampleId(),
                entry.sourceFile(),
                entry.sourcePosition(),
                entry.score(),
                entry.judge(),
                entry.reason(),
                entry.details(),
                entry.nDetails(),
                input,
                null,
                0);
    }

    @Test
    void aRowThatIsListedForTheJudgedMetricIsNotListedAgainForItsLexicalForm() {
        String page = WorstSection.markdown(List.of(
                worst("ctx_waste", "s1", "Chunk 1 is not used.", List.of()),
                worst("ctx_waste_lex", "s1", "Chunk 1 is not used, by words.", List.of()),
                worst("ctx_waste_lex", "s2", "Chunk 2 is not used, by words.", List.of())));

        assertThat(page)
                .contains("Chunk 1 is not used.", "Chunk 2 is not used, by words.")
                .doesNotContain("Chunk 1 is not used, by words.")
                .contains("* ctx_waste_lex: 1 row isn't listed again, as ctx_waste lists it\n");
    }

    @Test
    void rowsThatAreAsBadAsTheLastListedAreCounted() {
        String page = WorstSection.markdown(List.of(
                alike(worst("ctx_suff", "s1", "One aspect is missing.", List.of()), 12),
                alike(worst("lex_density", "s2", null, List.of()), 3)));

        assertThat(page)
                .contains("* ctx_suff: and 12 more with the same score, 1.00\n")
                .contains("* lex_density: 1.00 s2, and 3 more with the same score\n");
    }

    private static WorstEntry alike(WorstEntry entry, long more) throws IllegalStateException {
        try {
            String json = entry.toJson();
            return WorstEntry.parse(json.substring(0, json.length() - 1) + ",\"n_more_alike\":" + more + "}");
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void eachMetricHasItsOwnNumberOfPairs() {
        List<ComparisonLine> lines = List.of(
                line("ctx_waste", Verdict.IMPROVED, 43, List.of()),
                line("ctx_suff", Verdict.NO_EVIDENCE, 44, List.of()));

        assertThat(ComparisonSection.sentences(lines))
                .containsExactly("v2 against v1 (43 to 44 pairs): improved ctx_waste +1.00 points (-1.00 to +3.00; 43"
                        + " pairs); no evidence of a difference in 1 metric");
        assertThat(ComparisonSection.headings(lines)).contains("pairs", "p (Holm)");
        assertThat(ComparisonSection.cells(lines.get(0), 20).get(2)).isEqualTo("43");
        assertThat(ComparisonSection.markdown(lines)).contains("| p (Holm) |").doesNotContain("| p |");
    }

    @Test
    void theShareThatPassesSaysFromWhichScoreOn() {
        RunState state = new RunState(
                List.of(new MetricRule("ctx_waste", Scale.PERCENT, "lexical", 80.0), waste(null)), List.of());
        state.add(Map.of(), List.of(new Score.Scored(90), new Score.Scored(90)));

        assertThat(MarkdownReport.of(report(state, List.of()))).contains("| 100.0 % (from 80.00) |");
    }

    @Test
    void aReasonThatRepeatsTheDetailsIsSaidOnce() {
        WorstEntry entry = worst("ctx_suff", "s1", "No context was provided.", List.of("no context was provided"));
        assertThat(WorstSection.markdown(List.of(entry))).contains("| in.csv:3 | no context was provided |");
    }

    @Test
    void aCautionOfManyMetricsIsOneNoteThatTheirRowsPointTo() {
        List<ComparisonLine> lines = List.of(
                line("ctx_waste", "with 40 pairs only a difference of about 12.5 points is likely to be found", 40),
                line("ctx_suff", "with 44 pairs only a difference of about 10.0 points is likely to be found", 44),
                line("support", "no score on 9 % of the base's rows", 44));
        String page = ComparisonSection.markdown(lines);
        assertThat(page)
                .contains("| no evidence <sup>1</sup> |")
                .contains("| no evidence <sup>2</sup> |")
                .contains(
                        "<sup>1</sup> ctx_waste: with 40 pairs only a difference of about 12.5 points is likely to be found;"
                                + " likewise ctx_suff (44, 10.0)\n");
        assertThat(page.split("is likely to be found", -1)).hasSize(2);
        assertThat(ComparisonSection.cautions(lines)).hasSize(2);
    }

    @Test
    void onePairIsOnePair() {
        List<ComparisonLine> lines = List.of(line("handoff", Verdict.TOO_SMALL, 1, List.of()));
        assertThat(ComparisonSection.sentences(lines))
                .singleElement()
                .asString()
                .contains("(1 pair)");
    }

    @Test
    void aTableAndASentenceCallASmallSampleTheSame() {
        List<ComparisonLine> lines = List.of(line("handoff", Verdict.TOO_SMALL, 12, List.of()));
        assertThat(ComparisonSection.sentences(lines))
                .containsExactly("v2 against v1 (12 pairs): too small a sample for 1 metric");
        assertThat(ComparisonSection.markdown(lines)).contains("| too small a sample |");
        assertThat(ComparisonSection.cells(lines.get(0), 40)).endsWith("too small a sample");
    }

    @Test
    void whatIsTooLongEndsAtAWordAndNeverInsideACodePoint() {
        assertThat(ShownText.line("connection refused at the endpoint", 28)).isEqualTo("connection refused at the…");
        assertThat(ShownText.line("connection refused at the", 25)).isEqualTo("connection refused at the");
        assertThat(ShownText.line("oneverylongwordwithoutanyblank", 10)).isEqualTo("oneverylo…");
        for (int most = 1; most < 9; most++) {
            String cut = ShownText.line("a😀 b😀😀😀c😀", most);
            assertThat(cut.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE))
                    .as(cut)
                    .isTrue();
        }
    }

    private static MetricRule waste(@Nullable String judge) {
        return new MetricRule("ctx_waste", Scale.PERCENT, judge, 80.0);
    }

    private static RunState complete() {
        RunState state = new RunState(List.of(waste("openai")), List.of());
        state.add(Map.of(), List.of(new Score.Scored(90)));
        return state;
    }

    private static RunState incomplete() {
        RunState state = new RunState(List.of(waste("openai")), List.of("v"));
        state.add(Map.of("v", "1"), List.of(new Score.Scored(10)));
        state.add(Map.of("v", "1"), List.of(new Score.Unscored(Status.JUDGE_UNAVAILABLE, REFUSED)));
        state.add(Map.of("v", "1"), List.of(new Score.Unscored(Status.JUDGE_UNAVAILABLE, REFUSED)));
        state.add(Map.of("v", "2"), List.of(new Score.Unscored(Status.JUDGE_UNAVAILABLE, REFUSED)));
        state.add(Map.of("v", "2"), List.of(Score.invalidInput("output: missing")));
        state.add(Map.of("v", "2"), List.of(Score.notApplicable("no sample")));
        return state;
    }

    private static RunReport report(RunState state, List<RunManifest.LeftOut> leftOut) {
        return with(state, leftOut, List.of(), InsightTables.EMPTY);
    }

    private static RunReport with(
            RunState state, List<RunManifest.LeftOut> leftOut, List<WorstEntry> worst, InsightTables insights) {
        List<String> dimensions = state.dimensions();
        var summaries = state.summaries(dimensions);
        List<GateResult> gates = new Gate(
                        Map.of("ctx_waste", new Threshold("ctx_waste", Threshold.Rule.MEAN, 80, null, null, 0.95)),
                        group -> false)
                .check(summaries, List.of());
        return new RunReport("run", manifest(state, Map.of(), leftOut), summaries, gates, List.of(), worst, insights);
    }

    private static RunManifest manifest(RunState state, Map<String, Long> answers, List<RunManifest.LeftOut> leftOut) {
        boolean incomplete = !state.reasons().isEmpty();
        return new RunManifest(
                RunManifest.FORMAT,
                "r1",
                "nightly",
                incomplete ? "incomplete" : "pass",
                incomplete ? 3 : 0,
                List.of(),
                40.0,
                Instant.parse("2026-01-02T03:04:05Z"),
                Instant.parse("2026-01-02T03:05:05Z"),
                Map.of(),
                Map.of(),
                "abc",
                7,
                new RunManifest.Judge("openai", "openai", "large", answers),
                List.of(),
                List.of(),
                leftOut,
                List.of(new RunManifest.Input(
                        "logs", "csv, jsonl", "samples", "ragas", "f0", 2, 9, 1, 1, 0, 0, List.of(), List.of(), 0, 0)),
                state.reasons(),
                RunManifest.Spend.NONE,
                Map.of(),
                List.of(),
                null);
    }

    private static RunReport withInsights(int ranks, int flows) {
        MeanFigures mean = new MeanFigures(40, 60.0, 50.0, 70.0);
        return with(
                complete(),
                List.of(),
                List.of(),
                new InsightTables(
                        IntStream.range(0, ranks)
                                .mapToObj(i -> new RankFigures(
                                        GroupKey.WHOLE,
                                        "openai",
                                        i,
                                        i + 1,
                                        new RankFigures.Use(44, 400, 40, 20, 0, 0, 0, 44, 11, 0),
                                        new RankFigures.Curve(44, 400, mean, 10, null, mean, 0)))
                                .toList(),
                        IntStream.range(0, flows)
                                .mapToObj(i -> flow("agent" + i))
                                .toList()));
    }

    private static FlowFigures flow(String from) {
        FlowFigures.Companion absent = new FlowFigures.Companion(0, null);
        return new FlowFigures(
                GroupKey.WHOLE,
                from,
                "writer",
                false,
                4,
                new MeanFigures(4, 7.0, 5.0, 9.0),
                1,
                new FlowFigures.Companions(absent, absent, absent),
                List.of());
    }

    private static WorstEntry worst(String metric, String id, @Nullable String reason, List<String> details) {
        return new WorstEntry("all", metric, id, "in.csv", 3, 1, null, reason, details, details.size(), null, null, 0);
    }

    private static ComparisonLine line(String metric, String caution, long pairs) {
        return line(metric, Verdict.NO_EVIDENCE, pairs, List.of(caution));
    }

    private static ComparisonLine line(String metric, Verdict verdict, long pairs, List<String> cautions) {
        return new ComparisonLine(
                "v1",
                "v2",
                GroupKey.WHOLE,
                metric,
                null,
                "points",
                true,
                pairs,
                1,
                1,
                1,
                50.0,
                51.0,
                1.0,
                -1.0,
                3.0,
                0.5,
                verdict,
                null,
                GateOutcome.OFF,
                null,
                cautions);
    }
}
