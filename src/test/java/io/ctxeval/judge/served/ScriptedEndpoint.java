package io.ctxeval.judge.served;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An endpoint on loopback that answers each request as a script says, faults of the connection included. */
final class ScriptedEndpoint implements AutoCloseable {
    /** One request as it arrived, counted from 1. */
    record Asked(int number, String target, Map<String, String> headers, String body) {}

    /** What is done on the connection of a request. */
    interface Answer {
        /** Returns whether the connection stays open. */
        boolean on(Socket socket, ScriptedEndpoint endpoint) throws IOException;
    }

    private final ServerSocket server;
    private final Function<Asked, Answer> script;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    /** A permit for each connection that the client closed while the script waited. */
    final Semaphore closedByClient = new Semaphore(0);

    ScriptedEndpoint(Function<Asked, Answer> script) {
        this.script = script;
        try {
            server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    /** Answers in this order, the last one again and again. */
    static ScriptedEndpoint answering(Answer... inOrder) {
        return new ScriptedEndpoint(request -> inOrder[Math.min(request.number(), inOrder.length) - 1]);
    }

    URI base() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/v1");
    }

    List<Asked> asked() {
        return asked;
    }

    static Answer http(int status, String body, String... headers) {
        return (socket, endpoint) -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " status\r\n");
            for (int i = 0; i < headers.length; i += 2) {
                head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
            }
            head.append("content-length: ").append(bytes.length).append("\r\n\r\n");
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
            whole.writeBytes(bytes);
            socket.getOutputStream().write(whole.toByteArray());
            return true;
        };
    }

    /** Holds an answer back until the gate opens. */
    static Answer behind(CountDownLatch gate, Answer answer) {
        return (socket, endpoint) -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                return false;
            }
            return answer.on(socket, endpoint);
        };
    }

    static Answer reset() {
        return (socket, endpoint) -> {
            socket.setSoLinger(true, 0);
            return false;
        };
    }

    static Answer resetInBody() {
        return (socket, endpoint) -> {
            socket.getOutputStream().write(head("content-length: 1000"));
            socket.getOutputStream().write("beginning".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            socket.setSoLinger(true, 0);
            return false;
        };
    }

    static Answer blackHole() {
        return (socket, endpoint) -> {
            endpoint.awaitClose(socket, 0);
            return false;
        };
    }

    /** Headers at once, then a byte of the body now and then. */
    static Answer trickle() {
        return (socket, endpoint) -> {
            socket.getOutputStream().write(head("content-length: 1000"));
            while (!endpoint.awaitClose(socket, 20)) {
                socket.getOutputStream().write('x');
            }
            return false;
        };
    }

    /** A body without announced length that doesn't end. */
    static Answer endless() {
        return (socket, endpoint) -> {
            socket.getOutputStream().write(head("connection: close"));
            byte[] block = new byte[8192];
            try {
                while (true) {
                    socket.getOutputStream().write(block);
                }
            } catch (IOException e) {
                endpoint.closedByClient.release();
            }
            return false;
        };
    }

    private static byte[] head(String header) {
        return ("HTTP/1.1 200 OK\r\n" + header + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Waits for the client's end; 0 milliseconds: as long as it takes. */
    private boolean awaitClose(Socket socket, int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            if (socket.getInputStream().read() >= 0) {
                return false;
            }
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            // a reset is an end as well
        }
        closedByClient.release();
        return true;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                threads.execute(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            boolean open = true;
            while (open) {
                Asked request = read(in);
                if (request == null) {
                    return;
                }
                open = script.apply(request).on(socket, this);
            }
        } catch (IOException e) {
            // the client has gone
        }
    }

    private @Nullable Asked read(InputStream in) throws IOException {
        String first = line(in);
        if (first.isEmpty()) {
            return null;
        }
        Map<String, String> headers = new HashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        synchronized (asked) {
            Asked request = new Asked(
                    asked.size() + 1,
                    first.substring(first.indexOf(' ') + 1, first.lastIndexOf(' ')),
                    headers,
                    new String(body, StandardCharsets.UTF_8));
            asked.add(request);
            return request;
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
