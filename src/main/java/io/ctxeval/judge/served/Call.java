package io.ctxeval.judge.served;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/** One question on its way: moves a {@link Conversation} over the {@link Wire}, request by request, within its deadlines. */
final class Call {
    private final JudgeClient client;
    private final Conversation conversation;
    private final CompletableFuture<CallResult> result = new CompletableFuture<>();
    private volatile boolean closed;
    /** The permit or the response that is waited for. */
    private volatile @Nullable CompletableFuture<?> current;

    private volatile @Nullable ScheduledFuture<?> rowDeadline;

    Call(JudgeClient client, Conversation conversation) {
        this.client = client;
        this.conversation = conversation;
    }

    CompletableFuture<CallResult> result() {
        return result;
    }

    Call start() {
        CompletionStage<CallResult> end = result;
        end.whenComplete((done, failure) -> close());
        client.retry().executeCompletionStage(Wire.CLOCK, this::goOn).whenComplete(this::finish);
        return this;
    }

    /** Nobody waits any longer; a question of which a request was sent ends as a typed failure, with these words. */
    void giveUp(String words) {
        if (conversation.begun()) {
            conversation.giveUp(words);
            close();
            result.complete(conversation.result(System.nanoTime()));
        } else {
            close();
            result.completeExceptionally(new JudgingStopped(words));
        }
    }

    /** What the retry runs: the conversation goes on where the last failure left it. */
    private CompletionStage<Conversation> goOn() {
        try {
            return closed ? CompletableFuture.completedFuture(conversation) : attempt();
        } catch (RuntimeException e) {
            // on the clock's thread nobody would see it
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Conversation> attempt() {
        CompletableFuture<Pass> pass = client.feed().enter(Conversation.tokens(conversation.turn()));
        waitFor(pass);
        // what the endpoint refused of others meanwhile isn't sent
        return pass.thenCompose(leave -> exchange(conversation.turn(), leave))
                .thenCompose(more -> more ? attempt() : CompletableFuture.completedFuture(conversation));
    }

    private CompletableFuture<Boolean> exchange(Turn turn, Pass pass) {
        if (closed) {
            pass.withdrawn();
            return CompletableFuture.completedFuture(false);
        }
        CompletableFuture<HttpResponse<BoundedBody.Body>> response;
        try {
            HttpRequest request = client.request(turn);
            if (conversation.sent(turn, System.nanoTime())) {
                rowDeadline = Wire.after(client.policy().rowTimeout(), this::expire);
            }
            response = client.send(request, turn);
        } catch (RuntimeException e) {
            pass.withdrawn();
            conversation.broken(e);
            return CompletableFuture.completedFuture(false);
        }
        ScheduledFuture<?> deadline = Wire.after(client.policy().attemptTimeout(), () -> response.cancel(true));
        waitFor(response);
        return response.handle((arrived, failure) -> {
            deadline.cancel(false);
            return hear(turn, pass, arrived, failure);
        });
    }

    private boolean hear(
            Turn turn, Pass pass, @Nullable HttpResponse<BoundedBody.Body> response, @Nullable Throwable failure) {
        if (closed) {
            pass.withdrawn();
            return false;
        }
        try {
            Heard heard = response == null ? client.fault(failure) : client.read(response, turn);
            settle(turn, pass, heard);
            boolean more = conversation.hear(turn, heard);
            if (client.isHopeless(heard)) {
                client.stop(
                        heard.callClass(),
                        conversation.result(System.nanoTime()).reason());
            }
            return more;
        } catch (RuntimeException e) {
            pass.withdrawn();
            conversation.broken(e);
            return false;
        }
    }

    private void settle(Turn turn, Pass pass, Heard heard) {
        if (!heard.billed()) {
            pass.failed(heard.callClass(), heard.retryAfter());
            return;
        }
        long input = Conversation.promptTokens(turn);
        long output = 0;
        if (heard.reading() instanceof Reading.Reply reply) {
            input = reply.inputTokens() == null ? input : reply.inputTokens();
            output = reply.outputTokens() == null ? Conversation.tokens(reply.text()) : reply.outputTokens();
        }
        conversation.used(input, output);
        pass.answered(input, output);
    }

    private void expire() {
        conversation.expire();
        close();
        result.complete(conversation.result(System.nanoTime()));
    }

    private void finish(@Nullable Conversation ended, @Nullable Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof JudgingStopped stopped) {
            if (!conversation.begun()) {
                result.completeExceptionally(stopped);
                return;
            }
            conversation.stopped(String.valueOf(stopped.getMessage()));
        } else if (cause instanceof Error) {
            result.completeExceptionally(cause);
            return;
        } else if (cause != null && !closed) {
            conversation.broken(cause);
        }
        result.complete(conversation.result(System.nanoTime()));
    }

    private void close() {
        closed = true;
        conversation.close();
        ScheduledFuture<?> deadline = rowDeadline;
        if (deadline != null) {
            deadline.cancel(false);
        }
        CompletableFuture<?> waitedFor = current;
        if (waitedFor != null) {
            waitedFor.cancel(true);
        }
    }

    /** Whoever closes the call ends what is waited for, whichever comes first. */
    private void waitFor(CompletableFuture<?> future) {
        current = future;
        if (closed) {
            future.cancel(true);
        }
    }
}
