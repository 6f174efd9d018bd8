package io.ctxeval.run;

import io.ctxeval.dataset.InputReport;
import io.ctxeval.dataset.Inputs;
import io.ctxeval.dataset.Rejection;
import io.ctxeval.dataset.Remark;
import io.ctxeval.embedding.EmbeddingModel;
import io.ctxeval.judge.EmbeddedJudge;
import io.ctxeval.judge.served.Prompt;
import io.ctxeval.judge.served.Prompts;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.PlanText;
import io.ctxeval.plan.ServedJudge;
import io.ctxeval.report.RunManifest;
import io.ctxeval.score.FormulaVersion;
import io.ctxeval.summary.ScoreSummary;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Gathers {@code run.json} from what the stages of a run know. */
final class ManifestFacts {
    /** Begins the names of prompts among the versions. */
    static final String PROMPT = "prompt ";

    private final JudgedPlan judged;
    private final EvaluationPlan plan;
    private final Inputs inputs;
    private final MetricSelection selection;
    private final ScoringStage.Result scored;
    private final Findings findings;

    ManifestFacts(
            JudgedPlan judged,
            Inputs inputs,
            MetricSelection selection,
            ScoringStage.Result scored,
            Findings findings) {
        this.judged = judged;
        plan = judged.run();
        this.inputs = inputs;
        this.selection = selection;
        this.scored = scored;
        this.findings = findings;
    }

    RunManifest manifest(String runId, Instant started, List<String> dimensions, SparkSession spark) {
        Instant finished = Instant.now();
        return new RunManifest(
                RunManifest.FORMAT,
                runId,
                plan.job(),
                findings.verdict(),
                findings.exitCode(),
                findings.exitReasons(),
                findings.result(),
                started,
                finished,
                Map.of("all", Duration.between(started, finished).toMillis() / 1000.0),
                versions(spark),
                PlanText.fingerprint(judged.asked()),
                0,
                judge(),
                dimensions,
                metrics(),
                leftOut(),
                inputFacts(),
                findings.reasons(),
                spend(),
                scored.tableRows(),
                warnings(),
                findings.history());
    }

    private Map<String, String> versions(SparkSession spark) {
        Map<String, String> versions = new LinkedHashMap<>();
        String own = ManifestFacts.class.getPackage().getImplementationVersion();
        versions.put("ctxeval", own == null ? "unpackaged" : own);
        if (plan.judge().served() != null) {
            for (Prompt prompt : Prompts.all()) {
                versions.put(PROMPT + prompt.step().code(), prompt.version() + " " + prompt.sha256());
            }
        }
        if (plan.judge().kind().equals(EmbeddedJudge.NAME)) {
            versions.put("embedding model", EmbeddingModel.NAME);
        }
        versions.put("java", Runtime.version().toString());
        versions.put("spark", spark.version());
        return versions;
    }

    private RunManifest.Spend spend() {
        ServedJudge served = plan.judge().served();
        return served == null ? RunManifest.Spend.NONE : scored.spend().whole().inManifest(served.price());
    }

    private RunManifest.Judge judge() {
        ServedJudge served = plan.judge().served();
        return new RunManifest.Judge(
                judged.asked().judge().kind(),
                JudgeChoice.of(plan.judge().kind()).judgeName(),
                served == null ? null : served.model().model(),
                scored.spend().versions());
    }

    private List<RunManifest.Metric> metrics() {
        long samples =
                scored.tallies().values().stream().mapToLong(InputTally::used).sum();
        List<RunManifest.Metric> metrics = new ArrayList<>();
        for (ScoreSummary summary : findings.summaries()) {
            if (summary.group().isWhole()) {
                metrics.add(RunManifest.Metric.of(
                        summary.rule().metric(),
                        FormulaVersion.of(summary.rule().metric(), plan.scoring(), plan.traceDefaults()),
                        summary.rule().judge(),
                        samples,
                        summary.figures().counts()));
            }
        }
        return metrics;
    }

    private List<RunManifest.LeftOut> leftOut() {
        return selection.leftOut().entrySet().stream()
                .map(entry -> new RunManifest.LeftOut(entry.getKey(), entry.getValue()))
                .toList();
    }

    private List<RunManifest.Input> inputFacts() {
        List<RunManifest.Input> facts = new ArrayList<>();
        for (InputReport report : inputs.reports()) {
            InputTally tally = scored.tallies().get(report.input());
            if (tally == null) {
                throw new IllegalStateException("no tally of input " + report.input());
            }
            List<String> damaged = new ArrayList<>();
            tally.damagedFiles().forEach((file, reason) -> damaged.add(file + ": " + reason));
            facts.add(new RunManifest.Input(
                    report.path(),
                    report.formatText(),
                    report.kind(),
                    report.preset(),
                    fingerprint(report),
                    report.files().size(),
                    report.bytes(),
                    tally.records(),
                    tally.used(),
                    tally.filtered(),
                    tally.rejected(),
                    inputs.withLines(tally.firstRejections()).stream()
                            .map(ManifestFacts::rejected)
                            .toList(),
                    damaged,
                    tally.unparsedLists(),
                    tally.replacementCharacters()));
        }
        return facts;
    }

    private static RunManifest.RejectedRecord rejected(Rejection rejection) {
        return new RunManifest.RejectedRecord(
                rejection.origin().file(),
                rejection.origin().position(),
                rejection.line(),
                rejection.field(),
                rejection.reason(),
                rejection.excerpt());
    }

    /** Names and sizes of an input's files, and the preset that reads them: whether a run asked for again is the same run. */
    static String fingerprint(InputReport report) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(report.path().getBytes(StandardCharsets.UTF_8));
            for (String file : report.files()) {
                digest.update((byte) 0);
                digest.update(file.getBytes(StandardCharsets.UTF_8));
            }
            digest.update((byte) 0);
            digest.update(report.preset().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(Long.toString(report.bytes()).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        judged.warning().ifPresent(warnings::add);
        List<String> unjudged = selection.unjudged();
        if (!unjudged.isEmpty()) {
            warnings.add("judge.kind: none; nobody judges " + String.join(" and ", unjudged)
                    + ", and no threshold holds " + (unjudged.size() == 1 ? "it" : "them") + " in this run");
        }
        for (InputReport report : inputs.reports()) {
            report.warnings().forEach(warning -> warnings.add(report.path() + ": " + warning));
            InputTally tally = scored.tallies().getOrDefault(report.input(), new InputTally());
            for (Remark remark : tally.remarks()) {
                warnings.add(report.path() + ": " + remark.sentence());
            }
        }
        for (String dimension : findings.emptyDimensions()) {
            warnings.add("group-by: no row has a value of " + dimension + "; is it mapped? (see ctxeval inspect)");
        }
        scored.state().scores().warning().ifPresent(warnings::add);
        warnings.addAll(findings.versions().notes());
        warnings.addAll(findings.notes());
        add(
                warnings,
                scored.repeats().repeatedIds(),
                "rows have a sample_id that occurs more than once in their version");
        add(
                warnings,
                scored.repeats().repeatedQuestions(),
                "rows ask a question that occurs more than once, without ids");
        IdTable.Split split = scored.repeats().firstSplit();
        if (split != null) {
            long count = scored.repeats().split();
            warnings.add(count + (count == 1 ? " trace stands" : " traces stand")
                    + " in several inputs, and each input's part is scored as if it were the whole: the first is "
                    + split.sampleId() + ", in " + path(split.input()) + " and " + path(split.other())
                    + "; give their files as one input (a folder or a glob)");
        }
        return warnings;
    }

    private String path(int input) {
        return inputs.reports().get(input).path();
    }

    private static void add(List<String> warnings, long rows, @Nullable String what) {
        if (rows > 0) {
            warnings.add(rows + " " + what);
        }
    }
}
