/**
 * What is asked of one run, and the refusal when it is asked wrongly. A {@link io.ctxeval.plan.PlanRequest} goes in, a {@link
 * io.ctxeval.plan.EvaluationPlan} or {@link io.ctxeval.plan.PlanRefused} comes out. Read PlanReader first, then Keys: the table of
 * all keys, from which help, the reference configuration and the README's table are made or checked.
 *
 * <p>Values stay characters with their place until a key's {@code Form} reads them, so every message can say what was written and
 * where, and {@code 007} or {@code 1%} keep their spelling. A key that would change results but isn't served by this version is
 * refused; one that only matters to judges that make calls is accepted with a warning, because its promise (at most so many calls)
 * holds.
 */
@NullMarked
package io.ctxeval.plan;

import org.jspecify.annotations.NullMarked;
