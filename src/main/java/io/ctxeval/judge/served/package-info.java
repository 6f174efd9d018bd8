/**
 * Judges behind an endpoint. In: a {@link io.ctxeval.judge.Question}; out: a {@link io.ctxeval.judge.served.CallResult}, always, with
 * what it cost. Read {@link io.ctxeval.judge.served.JudgeRequest} (what is asked, and its key), {@link
 * io.ctxeval.judge.served.Provider} (how an endpoint is spoken to), {@link io.ctxeval.judge.served.CallClass} (what may become of a
 * call), {@link io.ctxeval.judge.served.Permits} (when a call may start). Nothing here names Spark.
 */
@NullMarked
package io.ctxeval.judge.served;

import org.jspecify.annotations.NullMarked;
