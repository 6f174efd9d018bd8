package io.ctxeval.run;

import io.ctxeval.dataset.DamagedFile;
import io.ctxeval.dataset.InputReport;
import io.ctxeval.dataset.Inputs;
import io.ctxeval.dataset.Outcome;
import io.ctxeval.dataset.Rejection;
import java.util.ArrayList;
import java.util.List;

/** What became of the first records of inputs that have nothing to evaluate: the reason is often one and the same for all. */
final class LostRows {
    /** Rejections of an input that are shown. */
    private static final int SHOWN = 3;

    private LostRows() {}

    /** A sentence for each rejection that is shown, for each place from which on a file can't be read, and for those left out. */
    static List<String> told(Inputs inputs) {
        List<String> told = new ArrayList<>();
        for (InputReport report : inputs.reports()) {
            report.damaged().forEach(damaged -> told.add("damaged: " + damaged));
            List<Rejection> rejections = new ArrayList<>();
            List<Outcome> outcomes = inputs.preview(report.input(), Inputs.PREVIEW_RECORDS);
            for (Outcome outcome : outcomes) {
                if (outcome instanceof Rejection rejection) {
                    rejections.add(rejection);
                } else if (outcome instanceof DamagedFile damaged) {
                    told.add("damaged: " + damaged.origin().file() + " from record "
                            + damaged.origin().position() + " on: " + damaged.reason());
                }
            }
            List<Rejection> shown = rejections.subList(0, Math.min(SHOWN, rejections.size()));
            inputs.withLines(shown).forEach(rejection -> told.add("rejected: " + rejection.sentence()));
            if (rejections.size() > shown.size()) {
                told.add("rejected: " + (rejections.size() - shown.size()) + " more of the first " + outcomes.size()
                        + " records of " + report.path());
            }
        }
        return told;
    }
}
