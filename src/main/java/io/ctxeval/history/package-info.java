/**
 * The nights of a job: what each published run found, kept beside the ledger, and the gate that holds a run against the ones
 * before (product.md 6). In: a {@link io.ctxeval.history.NightEntry} of each run. Out: a {@link io.ctxeval.history.NightSeries},
 * and from it the verdicts of a {@link io.ctxeval.history.ChangeGate}. Only {@link io.ctxeval.history.NightFiles} touches files.
 *
 * <p><b>What a night is.</b> Runs of the same date are the same night, whatever their ids; a run without a date is a night of its
 * own, and a run scored again is the night of the run that it was scored from. Of several runs of a night the one published last
 * counts. The others' entries stay: nothing is rewritten, so nothing is lost to a crash or to two runs at once, and a night that
 * was run again in vain can be read up.
 *
 * <p><b>Layout.</b> {@code <state>/history/<job>/<run id>.json}, one small file a run, put in place whole; where a later night has the same
 * run id, {@code <run id>@<night>.json}. The entry is written after
 * the run is visible, and holds nothing that the run's own {@code run.json} and {@code summary.csv} don't: a run that was published
 * and has no entry, because it was killed in between, gets one from the next run of its job.
 *
 * <p><b>What is compared.</b> Figures of the same job, group, metric, version of the metric and, for judged metrics, the same judge:
 * kind, model, the version that answered most often, and prompts. A judge that changes begins a new series. Only good runs are looked
 * back at: exit code 0, and no limit of the change gate missed. A night that failed is never what the next is measured by, nor is one
 * that would have failed if its gates didn't only warn, as those of built-in judges do. Without the gate ({@code history.gate: off})
 * nothing is missed: that is how a new level is accepted.
 */
@NullMarked
package io.ctxeval.history;

import org.jspecify.annotations.NullMarked;
