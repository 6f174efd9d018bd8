package io.ctxeval.score;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The formula of a run with the masses of one context's chunks: all that a judged context needs to become a score. */
public final class WasteWeights implements Serializable {
    private static final long serialVersionUID = 1L;

    private final WasteFormula formula;
    private final double @Nullable [] masses;

    private WasteWeights(WasteFormula formula, double @Nullable [] masses) {
        this.formula = formula;
        this.masses = masses;
    }

    /** Mass 1 for each chunk. */
    static WasteWeights equal(WasteFormula formula) {
        return new WasteWeights(formula, null);
    }

    /**
     * Weights of one context.
     *
     * @param masses one for each chunk
     */
    static WasteWeights of(WasteFormula formula, double[] masses) {
        return new WasteWeights(formula, masses.clone());
    }

    /** The figures of the context, or of its first chunks. */
    WasteFormula.Figures figures(JudgedContext context) {
        return masses == null
                ? formula.figures(context)
                : formula.figures(context, Arrays.copyOf(masses, context.size()));
    }

    /**
     * The figures of the context, or of its first chunks, with other masses.
     *
     * @param others one for each chunk of {@code context}
     */
    WasteFormula.Figures figures(JudgedContext context, double[] others) {
        return formula.figures(context, others);
    }
}
