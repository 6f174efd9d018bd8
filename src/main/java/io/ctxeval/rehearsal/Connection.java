package io.ctxeval.rehearsal;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One client's connection, a request at a time; lives on the loop's thread. */
final class Connection implements EventLoop.Ready {
    /** Who treats the requests. */
    interface Service {
        /** A request is there; {@link #deliver} is to be called once for it, on the loop's thread. */
        void arrived(HttpRequest request, Connection connection);

        /**
         * The request is done with.
         *
         * @param sent false: the client went away before its reply was sent
         */
        void left(HttpRequest request, boolean sent);
    }

    private static final byte[] GO_AHEAD = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final ByteBuffer SPACES = spaces();
    /** A reset overtakes bytes that the client hasn't read; it should see the headers before. */
    private static final Duration BEFORE_RESET = Duration.ofMillis(20);

    private final EventLoop loop;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final Service service;
    private final Duration trickle;
    private final RequestReader reader = new RequestReader();
    private final Deque<ByteBuffer> out = new ArrayDeque<>();
    private long padding;
    private @Nullable HttpRequest inHand;
    private @Nullable Runnable whenSent;

    Connection(EventLoop loop, SocketChannel channel, Service service, Duration trickle) throws IOException {
        this.loop = loop;
        this.channel = channel;
        this.service = service;
        this.trickle = trickle;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.key = loop.register(channel, SelectionKey.OP_READ, this);
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        if (ready.isValid() && ready.isReadable()) {
            read();
        }
        if (ready.isValid() && ready.isWritable()) {
            write();
        }
    }

    @Override
    public void failed() {
        close();
    }

    /** Sends the reply to the request in hand in its way; nothing if the client is gone. */
    void deliver(Treatment treatment) {
        if (treatment.delay().isZero()) {
            begin(treatment);
        } else {
            loop.after(treatment.delay(), () -> begin(treatment));
        }
    }

    /** Closes the connection with a reset, so that the client sees an error rather than an end. */
    void reset() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // it is closed already, which is as good
        }
        close();
    }

    private void begin(Treatment treatment) {
        if (!channel.isOpen()) {
            return;
        }
        HttpResponse response = treatment.response();
        switch (treatment.manner()) {
            case WHOLE -> {
                padding = response.padding();
                send(response.bytes(), this::finish);
            }
            case RESET -> {
                leave(true);
                reset();
            }
            case RESET_IN_BODY -> {
                byte[] all = response.bytes();
                byte[] part = Arrays.copyOf(all, all.length - response.bodyBytes().length / 2);
                send(
                        part,
                        () -> loop.after(BEFORE_RESET, () -> {
                            leave(true);
                            reset();
                        }));
            }
            case TRICKLE -> {
                byte[] body = response.bodyBytes();
                send(response.head(body.length), () -> trickle(body, 0));
            }
            case NEVER -> {}
        }
    }

    private void trickle(byte[] body, int sent) {
        if (sent == body.length) {
            finish();
            return;
        }
        loop.after(trickle, () -> {
            if (channel.isOpen()) {
                send(new byte[] {body[sent]}, () -> trickle(body, sent + 1));
            }
        });
    }

    private void send(byte[] bytes, Runnable then) {
        out.add(ByteBuffer.wrap(bytes));
        whenSent = then;
        try {
            write();
        } catch (IOException e) { // the client is gone
            close();
        }
    }

    private void write() throws IOException {
        while (true) {
            ByteBuffer next = out.peek();
            if (next == null) {
                if (padding == 0) {
                    break;
                }
                next = SPACES.duplicate();
                next.limit((int) Math.min(padding, next.capacity()));
                padding -= next.limit();
                out.add(next);
            }
            channel.write(next);
            if (next.hasRemaining()) {
                key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
                return;
            }
            out.remove();
        }
        key.interestOps(SelectionKey.OP_READ);
        Runnable then = whenSent;
        whenSent = null;
        if (then != null) {
            then.run();
        }
    }

    private void finish() {
        HttpRequest answered = inHand;
        leave(true);
        if (answered == null || answered.closes()) {
            close();
        } else {
            advance();
        }
    }

    private void read() throws IOException {
        int count = channel.read(reader.room());
        if (count < 0) {
            close();
            return;
        }
        reader.filled(count);
        if (inHand == null) {
            advance();
        }
    }

    private void advance() {
        try {
            HttpRequest request = reader.next();
            if (request != null) {
                inHand = request;
                service.arrived(request, this);
            } else if (reader.takeExpectation()) {
                send(GO_AHEAD, () -> {});
            }
        } catch (MalformedRequest e) {
            send(
                    HttpResponse.of(e.status(), "text/plain", e.getMessage() + "\n")
                            .bytes(),
                    this::close);
        }
    }

    private void leave(boolean sent) {
        HttpRequest left = inHand;
        inHand = null;
        if (left != null) {
            service.left(left, sent);
        }
    }

    private void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // nothing is to be saved
        }
        leave(false);
    }

    private static ByteBuffer spaces() {
        byte[] spaces = new byte[64 << 10];
        Arrays.fill(spaces, (byte) ' ');
        return ByteBuffer.wrap(spaces).asReadOnlyBuffer();
    }
}
