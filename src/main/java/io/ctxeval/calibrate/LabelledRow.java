package io.ctxeval.calibrate;

/** Both sides of one sample. */
public record LabelledRow(HumanLabels labels, JudgedRow judged) {}
