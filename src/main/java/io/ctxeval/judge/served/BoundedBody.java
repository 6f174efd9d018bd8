package io.ctxeval.judge.served;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Takes in a response's body up to a bound. Beyond it the connection is closed, and memory stays within the bound. */
final class BoundedBody implements BodySubscriber<BoundedBody.Body> {
    private static final int FIRST_BUFFER = 4096;

    /**
     * A body as text.
     *
     * @param oversized whether it exceeds the bound; its text is then empty
     */
    record Body(String text, boolean oversized) {
        static final Body OVERSIZED = new Body("", true);
    }

    private final CompletableFuture<Body> body = new CompletableFuture<>();
    private final int most;
    private final boolean announcedTooLarge;
    private byte[] bytes;
    private int length;
    private @Nullable Subscription subscription;

    private BoundedBody(long announced, int most) {
        this.most = most;
        this.announcedTooLarge = announced > most;
        this.bytes = new byte[(int) Math.min(most, announced > 0 ? announced : FIRST_BUFFER)];
    }

    static BoundedBody of(HttpHeaders headers, int most) {
        long announced;
        try {
            announced = headers.firstValueAsLong("content-length").orElse(-1);
        } catch (NumberFormatException e) {
            announced = -1;
        }
        return new BoundedBody(announced, most);
    }

    @Override
    public CompletionStage<Body> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription given) {
        if (subscription != null) {
            given.cancel();
            return;
        }
        subscription = given;
        if (announcedTooLarge) {
            refuse(given);
        } else {
            given.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (body.isDone()) {
                return;
            }
            int more = buffer.remaining();
            if (more > most - length) {
                refuse(subscription);
                return;
            }
            if (more > bytes.length - length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(most, Math.max(2L * bytes.length, (long) length + more)));
            }
            buffer.get(bytes, length, more);
            length += more;
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(new Body(new String(bytes, 0, length, StandardCharsets.UTF_8), false));
    }

    private void refuse(@Nullable Subscription given) {
        bytes = new byte[0];
        length = 0;
        body.complete(Body.OVERSIZED);
        if (given != null) {
            given.cancel();
        }
    }
}
