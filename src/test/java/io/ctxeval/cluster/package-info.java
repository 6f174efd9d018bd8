/** Drills on a real standalone cluster: what it costs when parts of it die, and whether one quota holds for all of it. */
@NullMarked
package io.ctxeval.cluster;

import org.jspecify.annotations.NullMarked;
