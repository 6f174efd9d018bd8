package io.ctxeval.run;

import io.ctxeval.dataset.Inputs;
import io.ctxeval.plan.EvaluationPlan;
import io.ctxeval.plan.OneLine;
import io.ctxeval.plan.PlanRefused;
import io.ctxeval.plan.PlanText;
import io.ctxeval.report.ConsoleSummary;
import io.ctxeval.report.RunManifest;
import io.ctxeval.report.RunReport;
import io.ctxeval.table.Storage;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A run id that is published already: the same question gets the answer that is there, another one is refused. */
final class RepeatedRun {
    private RepeatedRun() {}

    /**
     * Prints the published run.
     *
     * @return its exit code
     * @throws PlanRefused if the plan or the inputs are others than those of the published run, or that can't be read
     */
    static int answer(EvaluationPlan plan, Inputs inputs, RunFolder folder, Storage storage, PrintWriter out)
            throws PlanRefused, IOException {
        RunReport published = read(folder, storage);
        RunManifest manifest = published.manifest();
        List<String> differences = new ArrayList<>();
        if (!manifest.planFingerprint().equals(PlanText.fingerprint(plan))) {
            differences.add("another configuration");
        }
        List<String> fingerprints =
                inputs.reports().stream().map(ManifestFacts::fingerprint).toList();
        if (!fingerprints.equals(
                manifest.inputs().stream().map(RunManifest.Input::fingerprint).toList())) {
            differences.add("other input files or presets");
        }
        if (!differences.isEmpty()) {
            throw new PlanRefused(List.of("run-id: " + manifest.runId() + "; is published already, with "
                    + String.join(" and ", differences) + ": choose another id"));
        }
        LatestPointer.mend(folder, manifest);
        new JobHistory(plan, storage, folder)
                .mend(manifest, published.summaries())
                .forEach(warning -> out.println("warning: " + OneLine.of(warning)));
        out.println("published already, nothing to do");
        out.print(ConsoleSummary.of(published));
        out.flush();
        return manifest.exitCode();
    }

    private static RunReport read(RunFolder folder, Storage storage) throws PlanRefused {
        try {
            return RunReport.read(storage, folder.published());
        } catch (IOException damaged) {
            throw new PlanRefused(List.of("run-id: " + folder.published().getName()
                    + "; is published already and can't be read: " + damaged.getMessage()
                    + "; choose another id, or move that folder away"));
        }
    }
}
