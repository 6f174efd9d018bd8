/**
 * One class a command.
 */
@NullMarked
package io.ctxeval.command;

import org.jspecify.annotations.NullMarked;
