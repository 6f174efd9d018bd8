/**
 * One quota for the whole application: the driver owns it and leases parts of it to executors (judge-at-scale.md 4). {@link
 * io.ctxeval.quota.Quota} is the arithmetic, with time as a parameter; the plugin carries it over Spark's channel.
 */
@NullMarked
package io.ctxeval.quota;

import org.jspecify.annotations.NullMarked;
