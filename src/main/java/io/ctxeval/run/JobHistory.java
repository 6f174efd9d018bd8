package io.ctxeval.run;

import io.ctxeval.history.JudgeIdentity;
import io.ctxeval.history.NightEntry;
import io.ctxeval.history.NightFigure;
import io.ctxeval.history.NightFiles;
import io.ctxeval.history.NightSeries;
import io.ctxeval.history.RunHistory;
import io.ctxeval.history.Tonight;
import io.ctxeval.judge.EmbeddedJudge;
import io.ctxeval.judge.served.Prompt;
import io.ctxeval.judge.served.Prompts;
import io.ctxeval.plan.DateRange;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.OneLine;
import io.ctxeval.plan.ServedJudge;
import io.ctxeval.report.RunManifest;
import io.ctxeval.score.FormulaVersion;
import io.ctxeval.score.Metric;
import io.ctxeval.score.MetricCatalog;
import io.ctxeval.score.Scale;
import io.ctxeval.summary.ScoreSummary;
import io.ctxeval.summary.SummaryTable;
import io.ctxeval.table.CsvRows;
import io.ctxeval.table.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * A run's part in the history of its job: reads what earlier runs found, and adds its own entry once it is visible. Whatever is
 * wrong with the history is a warning: the run stands without it.
 */
final class JobHistory {
    /** Published runs that are looked at for one without an entry, newest first. */
    private static final int MOST_MENDED = 100;

    private final EvaluationPlan plan;
    private final Storage storage;
    private final Path runs;
    private final NightFiles files;

    JobHistory(EvaluationPlan plan, Storage storage, RunFolder folder) {
        this.plan = plan;
        this.storage = storage;
        runs = folder.published().getParent();
        files = new NightFiles(storage, plan.state(), plan.job(), scales(plan));
    }

    private static Function<String, Optional<Scale>> scales(EvaluationPlan plan) {
        MetricCatalog metrics = MetricCatalog.standard(plan.scoring());
        return metric -> metrics.byId(metric).map(Metric::scale);
    }

    /**
     * What lies before a run.
     *
     * @param warnings about the history, for the report
     */
    record Past(Tonight tonight, NightSeries before, List<String> warnings) {}

    /**
     * Reads what lies before a run, after runs that were killed before their entry have got it.
     *
     * @param earlier the run that this one scores again: it is the same night
     * @param modelVersions answers by the version of the judge's model
     */
    Past past(String runId, Instant started, @Nullable EarlierRun earlier, Map<String, Long> modelVersions) {
        Tonight tonight = tonight(runId, started, earlier == null ? null : earlier.manifest(), modelVersions);
        List<String> warnings = new ArrayList<>();
        try {
            mendOthers(warnings);
            NightFiles.Reading reading = files.read();
            warnings.addAll(reading.warnings());
            return new Past(tonight, tonight.before(NightSeries.of(reading.entries())), warnings);
        } catch (IOException | IllegalArgumentException e) {
            warnings.add("the history of job " + plan.job() + " can't be read, so nothing is held against it: "
                    + OneLine.of(String.valueOf(e.getMessage())));
            return new Past(tonight, NightSeries.EMPTY, warnings);
        }
    }

    private Tonight tonight(
            String runId, Instant started, @Nullable RunManifest earlier, Map<String, Long> modelVersions) {
        JudgeIdentity judge = judge(modelVersions);
        DateRange dates = plan.dates();
        if (dates != null) {
            Instant at = dates.last().atStartOfDay(ZoneOffset.UTC).toInstant();
            return new Tonight(dates.text(), dates.last().toString(), at, judge, this::version);
        }
        if (earlier != null) {
            RunHistory then = historyOf(earlier);
            return new Tonight(then.night(), then.date(), then.at(), judge, this::version);
        }
        return new Tonight(runId, null, started, judge, this::version);
    }

    private String version(String metric) {
        return FormulaVersion.of(metric, plan.scoring(), plan.traceDefaults());
    }

    private JudgeIdentity judge(Map<String, Long> modelVersions) {
        ServedJudge served = plan.judge().served();
        Map<String, String> prompts = new HashMap<>();
        if (served != null) {
            for (Prompt prompt : Prompts.all()) {
                prompts.put(prompt.step().code(), prompt.version() + " " + prompt.sha256());
            }
        }
        String model = served == null ? null : served.model().model();
        return new JudgeIdentity(plan.judge().kind(), model, modelVersions, prompts);
    }

    /** A run of a version that kept no history is a night of its own. */
    private static RunHistory historyOf(RunManifest manifest) {
        RunHistory history = manifest.history();
        return history == null
                ? new RunHistory(manifest.runId(), null, manifest.startedAt(), false, List.of())
                : history;
    }

    /**
     * Adds the entry of a run that is visible.
     *
     * @return what went wrong, or was replaced
     */
    List<String> add(RunManifest manifest, List<ScoreSummary> summaries) {
        try {
            return files.put(entry(manifest, summaries)).stream().toList();
        } catch (IOException | IllegalArgumentException e) {
            return List.of("run " + manifest.runId() + " isn't in the history of job " + manifest.job() + " yet: "
                    + OneLine.of(String.valueOf(e.getMessage())) + "; the job's next run makes up for it");
        }
    }

    /** Adds the entry of a published run if it has none. */
    List<String> mend(RunManifest manifest, List<ScoreSummary> summaries) {
        try {
            if (files.has(entry(manifest, summaries))) {
                return List.of();
            }
        } catch (IOException | IllegalArgumentException e) {
            return List.of("the history of job " + manifest.job() + " can't be read: "
                    + OneLine.of(String.valueOf(e.getMessage())));
        }
        return add(manifest, summaries);
    }

    private void mendOthers(List<String> warnings) throws IOException {
        Set<String> known = files.runIds();
        for (Path run : newest()) {
            if (!known.contains(run.getName())) {
                mend(run, warnings);
            }
        }
    }

    private List<Path> newest() throws IOException {
        try {
            return Arrays.stream(storage.fileSystem(runs).listStatus(runs))
                    .filter(status ->
                            status.isDirectory() && !status.getPath().getName().startsWith("."))
                    .sorted(Comparator.comparingLong(FileStatus::getModificationTime)
                            .thenComparing(FileStatus::getPath)
                            .reversed())
                    .limit(MOST_MENDED)
                    .map(FileStatus::getPath)
                    .toList();
        } catch (FileNotFoundException none) {
            return List.of();
        }
    }

    /** Another run's folder that can't be read is not this run's business. */
    private void mend(Path run, List<String> warnings) {
        try {
            Path file = new Path(run, RunFolder.MANIFEST);
            if (!storage.exists(file)) {
                return;
            }
            RunManifest manifest = RunManifest.parse(new String(storage.read(file), StandardCharsets.UTF_8));
            if (manifest.job().equals(plan.job()) && manifest.runId().equals(run.getName())) {
                CsvRows rows = CsvRows.read(storage, new Path(run, SummaryTable.NAME + ".csv"));
                manifest.requireRows(SummaryTable.NAME, rows.rows().size());
                List<ScoreSummary> summaries = SummaryTable.read(rows);
                files.put(entry(manifest, summaries)).ifPresent(warnings::add);
            }
        } catch (IOException | IllegalArgumentException e) {
            warnings.add("history: run " + run.getName() + " has no entry and can't be given one: "
                    + OneLine.of(String.valueOf(e.getMessage())));
        }
    }

    /** A run's entry, from what lies in its folder. */
    static NightEntry entry(RunManifest manifest, List<ScoreSummary> summaries) {
        Map<String, String> versions = new HashMap<>();
        manifest.metrics().forEach(metric -> versions.put(metric.id(), metric.version()));
        Map<String, String> prompts = new HashMap<>();
        manifest.versions().forEach((name, version) -> {
            if (name.startsWith(ManifestFacts.PROMPT)) {
                prompts.put(name.substring(ManifestFacts.PROMPT.length()), version);
            }
        });
        RunManifest.Judge judge = manifest.judge();
        RunHistory history = historyOf(manifest);
        return new NightEntry(
                NightEntry.FORMAT,
                manifest.job(),
                manifest.runId(),
                history.night(),
                history.date(),
                history.at(),
                manifest.startedAt(),
                manifest.finishedAt(),
                manifest.exitCode(),
                manifest.verdict(),
                history.regressed(),
                new JudgeIdentity(whoJudged(judge), judge.model(), judge.modelVersions(), prompts),
                summaries.stream().map(summary -> figure(summary, versions)).toList());
    }

    /** A judge that stood in goes by its own name. */
    private static String whoJudged(RunManifest.Judge judge) {
        boolean mayBeStoodInFor = judge.kind().equals(EmbeddedJudge.NAME);
        return mayBeStoodInFor && judge.name() != null ? judge.name() : judge.kind();
    }

    private static NightFigure figure(ScoreSummary summary, Map<String, String> versions) {
        String metric = summary.rule().metric();
        return new NightFigure(
                summary.group().text(),
                metric,
                summary.rule().judge(),
                versions.getOrDefault(metric, FormulaVersion.RELEASE),
                summary.figures().mean(),
                summary.figures().counts().ok(),
                summary.figures().counts().total(),
                summary.figures().counts().coverage());
    }
}
