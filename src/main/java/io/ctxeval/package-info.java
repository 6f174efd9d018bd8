/** read → canonical rows → deterministic scores → judge → aggregate → report: the program's entry point. */
@NullMarked
package io.ctxeval;

import org.jspecify.annotations.NullMarked;
