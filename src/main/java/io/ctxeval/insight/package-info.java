/**
 * What judgements that are paid for, and pairs that are scored, say besides their scores (product.md 9): which ranks of the
 * retrieved list are used, what fewer chunks would have come to, where hand-offs lose content, what waste costs. In go scored
 * rows ({@link io.ctxeval.insight.JudgedList}, hand-off pairs), out come the tables {@code ranks} and {@code flows}. Nobody is
 * asked again.
 *
 * <p>Read {@link io.ctxeval.insight.Insights} first, then {@link io.ctxeval.insight.RankState} and
 * {@link io.ctxeval.insight.FlowMap}. All state is whole numbers: equal for any order and any partitioning of the rows.
 */
@NullMarked
package io.ctxeval.insight;

import org.jspecify.annotations.NullMarked;
