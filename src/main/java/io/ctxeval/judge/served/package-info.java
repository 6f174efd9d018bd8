/**
 * Judges behind an endpoint. In: a {@link io.ctxeval.judge.Question}; out: a {@link io.ctxeval.judge.served.CallResult}, always, with
 * what it cost. Read {@link io.ctxeval.judge.served.JudgeRequest} (what is asked, and its key), {@link
 * io.ctxeval.judge.served.Provider} (how an endpoint is spoken to), {@link io.ctxeval.judge.served.CallClass} (what may become of a
 * call), {@link io.ctxeval.judge.served.Permits} (when a call may start). Then the calls themselves: {@link
 * io.ctxeval.judge.served.CallWindow} (those of one task), {@link io.ctxeval.judge.served.JudgeClient} (what a JVM shares), {@code
 * Conversation} (what is said, without a network), {@code Call} (when, and until when), {@code Feed} (breaker and quota), {@code Wire}
 * (the HTTP client and its threads). Nothing here names Spark.
 */
@NullMarked
package io.ctxeval.judge.served;

import org.jspecify.annotations.NullMarked;
