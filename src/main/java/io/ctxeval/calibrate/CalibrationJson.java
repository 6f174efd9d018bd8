package io.ctxeval.calibrate;

import com.fasterxml.jackson.core.JsonGenerator;
import io.ctxeval.compare.Interval;
import io.ctxeval.judge.Verdict.AspectStatus;
import io.ctxeval.score.Status;
import io.ctxeval.summary.MetricRule;
import io.ctxeval.table.JsonValues;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A calibration as {@code calibrate --json} prints it. A figure NAME has its 95 % interval in NAME_low and NAME_high; what isn't
 * known is null.
 *
 * <pre>{@code
 * {"run": …, "model": …, "seed": …, "replicates": …, "labels": …, "missing": …, "versions": […],
 *  "results": {
 *    "sufficient": {"metric": "ctx_suff", "judge": …, "unit": "row",
 *      "labelled": …, "compared": …, "unscored": {STATUS: …}, "failed_share": …,
 *      "n": …, "clusters": …, "tp": …, "fp": …, "fn": …, "tn": …,
 *      "accuracy": …, "precision": …, "recall": …, "f1": …, "kappa": …, "auroc": …,
 *      "humans": {…}, "row_threshold": …,
 *      "threshold": {"rule": …, "target_precision": …, "threshold": …, "calibration": {…}, "held_out": {…}} or {"refused": …},
 *      "human_rate": {"estimate": …, "exact": …, "low": …, "high": …, "weight": …,
 *        "judged_mean": …, "judged": …, "labelled": …}},
 *    "used": {…}, "redundant_groups": {…}, "contradictory_pairs": {…}, "aspects": {…}, "score": {…}},
 *  "stability": [{"metric": …, "runs": …, "rows": …, "flip_rate": …, "deviation": …}]}
 * }</pre>
 */
public final class CalibrationJson {
    private final JsonGenerator json;

    private CalibrationJson(JsonGenerator json) {
        this.json = json;
    }

    /** One object in one line. */
    public static String text(Calibration calibration) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JsonValues.generator(text)) {
            new CalibrationJson(json).write(calibration);
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory takes every character", e);
        }
        return text.toString();
    }

    private void write(Calibration calibration) throws IOException {
        json.writeStartObject();
        json.writeStringField("run", calibration.run());
        json.writeStringField("model", calibration.model());
        json.writeNumberField("seed", calibration.settings().seed());
        json.writeNumberField("replicates", calibration.settings().replicates());
        json.writeNumberField("labels", calibration.labels());
        json.writeNumberField("missing", calibration.missing());
        json.writeArrayFieldStart("versions");
        for (String version : calibration.versions()) {
            json.writeString(version);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("results");
        for (Calibration.Opinion opinion : calibration.opinions()) {
            write(opinion);
        }
        Calibration.Aspects aspects = calibration.aspects();
        if (aspects != null) {
            write(aspects);
        }
        Calibration.Scores score = calibration.score();
        if (score != null) {
            write(score);
        }
        json.writeEndObject();
        json.writeArrayFieldStart("stability");
        for (Stability stability : calibration.stability()) {
            json.writeStartObject();
            json.writeStringField("metric", stability.metric());
            json.writeNumberField("runs", stability.runs());
            json.writeNumberField("rows", stability.rows());
            number("flip_rate", stability.flipRate());
            number("deviation", stability.deviation());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void write(Calibration.Opinion opinion) throws IOException {
        json.writeObjectFieldStart(opinion.label());
        head(opinion.rule(), opinion.coverage());
        json.writeStringField("unit", opinion.unit());
        agreement(opinion.agreement());
        nested("humans", opinion.ceiling());
        if (opinion.threshold() != null) {
            number("row_threshold", opinion.rule().rowThreshold());
            threshold(opinion.threshold());
        }
        estimate("human_rate", opinion.humanRate());
        json.writeEndObject();
    }

    private void head(MetricRule rule, Coverage coverage) throws IOException {
        json.writeStringField("metric", rule.metric());
        json.writeStringField("judge", rule.judge());
        json.writeNumberField("labelled", coverage.labelled());
        json.writeNumberField("compared", coverage.compared());
        json.writeObjectFieldStart("unscored");
        for (Map.Entry<Status, Long> entry : coverage.unscored().entrySet()) {
            json.writeNumberField(entry.getKey().code(), entry.getValue());
        }
        json.writeEndObject();
        number("failed_share", coverage.failedShare());
    }

    private void agreement(Agreement agreement) throws IOException {
        Confusion confusion = agreement.confusion();
        json.writeNumberField("n", confusion.units());
        json.writeNumberField("clusters", agreement.clusters());
        json.writeNumberField("tp", confusion.bothYes());
        json.writeNumberField("fp", confusion.judgeOnly());
        json.writeNumberField("fn", confusion.humanOnly());
        json.writeNumberField("tn", confusion.bothNo());
        figure("accuracy", agreement.accuracy());
        figure("precision", agreement.precision());
        figure("recall", agreement.recall());
        figure("f1", agreement.f1());
        figure("kappa", agreement.kappa());
        figure("auroc", agreement.auroc());
    }

    private void nested(String name, @Nullable Agreement agreement) throws IOException {
        if (agreement != null) {
            json.writeObjectFieldStart(name);
            agreement(agreement);
            json.writeEndObject();
        }
    }

    private void threshold(ThresholdChoice choice) throws IOException {
        json.writeObjectFieldStart("threshold");
        if (choice instanceof ThresholdChoice.Refused refused) {
            json.writeStringField("refused", refused.reason());
        } else {
            ThresholdChoice.Chosen chosen = (ThresholdChoice.Chosen) choice;
            json.writeStringField("rule", chosen.targetPrecision() == null ? "youden" : "precision");
            number("target_precision", chosen.targetPrecision());
            json.writeNumberField("threshold", chosen.threshold());
            nested("calibration", chosen.calibration());
            nested("held_out", chosen.heldOut());
        }
        json.writeEndObject();
    }

    private void write(Calibration.Aspects aspects) throws IOException {
        json.writeObjectFieldStart("aspects");
        head(aspects.rule(), aspects.coverage());
        json.writeStringField("unit", "aspect");
        json.writeNumberField("unlike", aspects.coverage().unlike());
        aspectAgreement(aspects.agreement());
        AspectAgreement ceiling = aspects.ceiling();
        if (ceiling != null) {
            json.writeObjectFieldStart("humans");
            aspectAgreement(ceiling);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void aspectAgreement(AspectAgreement agreement) throws IOException {
        json.writeNumberField("n", agreement.table().aspects());
        json.writeNumberField("clusters", agreement.clusters());
        json.writeObjectFieldStart("counts");
        for (AspectStatus human : AspectStatus.values()) {
            json.writeObjectFieldStart(human.name().toLowerCase(Locale.ROOT));
            for (AspectStatus judge : AspectStatus.values()) {
                json.writeNumberField(
                        judge.name().toLowerCase(Locale.ROOT), agreement.table().count(human, judge));
            }
            json.writeEndObject();
        }
        json.writeEndObject();
        figure("weighted_kappa", agreement.weightedKappa());
    }

    private void write(Calibration.Scores score) throws IOException {
        json.writeObjectFieldStart("score");
        head(score.rule(), score.coverage());
        json.writeStringField("unit", "row");
        json.writeNumberField("n", score.agreement().rows());
        figure("spearman", score.agreement().spearman());
        figure("absolute_difference", score.agreement().absoluteDifference());
        figure("difference", score.agreement().difference());
        estimate("human_mean", score.humanMean());
        json.writeEndObject();
    }

    private void estimate(String name, @Nullable PredictionPowered estimate) throws IOException {
        if (estimate != null) {
            json.writeObjectFieldStart(name);
            json.writeNumberField("estimate", estimate.estimate());
            json.writeBooleanField("exact", estimate.isExact());
            Interval interval = estimate.interval();
            number("low", interval == null ? null : (Double) interval.low());
            number("high", interval == null ? null : (Double) interval.high());
            number("weight", estimate.isExact() ? null : (Double) estimate.weight());
            json.writeNumberField("judged_mean", estimate.judgedMean());
            json.writeNumberField("judged", estimate.judged());
            json.writeNumberField("labelled", estimate.labelled());
            json.writeEndObject();
        }
    }

    private void figure(String name, Figure figure) throws IOException {
        Interval interval = figure.interval();
        number(name, figure.value());
        number(name + "_low", interval == null ? null : (Double) interval.low());
        number(name + "_high", interval == null ? null : (Double) interval.high());
    }

    private void number(String name, @Nullable Double value) throws IOException {
        if (value == null) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, value);
        }
    }
}
