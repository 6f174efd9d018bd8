/**
 * The judge for rehearsals: an endpoint on loopback that speaks the providers' protocols, answers by wording, fails on demand and
 * counts what it was asked. In: requests of any client; out: replies, faults and {@link io.ctxeval.rehearsal.FakeJudgeStats}, the
 * one witness of what was paid twice.
 *
 * <p>Read {@link io.ctxeval.rehearsal.FakeJudgeServer} (how it is started), {@link io.ctxeval.rehearsal.FakeJudgeSettings} (what it
 * can do), {@code FakeJudge} (what becomes of one request, without any socket), then the dialects. The sockets ({@code EventLoop},
 * {@code Connection}, {@code RequestReader}) are our own: a JDK server can't reset a connection, trickle or refuse, and the faults
 * should stand on the port of the good replies.
 */
@NullMarked
package io.ctxeval.rehearsal;

import org.jspecify.annotations.NullMarked;
