package io.gosling.dispatcher.testing;

import io.gosling.dispatcher.backend.Backend;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A back-end made of a plain socket: each connection follows a script, on a thread of its own. */
public final class ScriptedBackend implements AutoCloseable {
    /** A script for one connection, which is closed at its end. */
    @FunctionalInterface
    public interface Script {
        void play(Conversation with) throws IOException, InterruptedException;
    }

    /** A request as it arrived, line and fields verbatim. */
    public record Request(String line, List<String> fields, byte[] body) {
        public String path() {
            return line.split(" ", -1)[1];
        }

        public List<String> all(String name) {
            String prefix = name.toLowerCase(Locale.ROOT) + ":";
            return fields.stream()
                    .filter(field -> field.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(field -> field.substring(prefix.length()).strip())
                    .toList();
        }
    }

    /** As servers say it: without it a response is not passed on as it stands. */
    public static final String DATE = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";

    public final String name;
    public final List<Request> requests = new CopyOnWriteArrayList<>();
    public final List<String> trailers = new CopyOnWriteArrayList<>();
    public final AtomicInteger connections = new AtomicInteger();
    private final InetSocketAddress address;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Script script;
    private volatile ServerSocket listening;
    private Socket holdingThePort = new Socket();

    private ScriptedBackend(String name, ServerSocket listening, Script script) {
        this.name = name;
        this.listening = listening;
        this.address = (InetSocketAddress) listening.getLocalSocketAddress();
        this.script = script;
        Thread.ofVirtual().start(() -> accept(listening));
    }

    public static ScriptedBackend start(String name, Script script) throws IOException {
        return new ScriptedBackend(name, new ServerSocket(0, 512, InetAddress.getLoopbackAddress()), script);
    }

    /** Answers every request with its own name and the path, and keeps its connections. */
    public static ScriptedBackend polite(String name) throws IOException {
        return polite(name, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** The same at this address. */
    public static ScriptedBackend polite(String name, InetSocketAddress address) throws IOException {
        return new ScriptedBackend(name, new ServerSocket(address.getPort(), 512, address.getAddress()), with -> {
            while (true) {
                Request request = with.request();
                with.answer(name + " " + request.path());
            }
        });
    }

    public int openConnections() {
        return open.size();
    }

    public Backend backend() {
        return Backend.ready(name, address);
    }

    /**
     * As kill -9: every connection is reset, and nobody listens any more. The port stays taken, or the system would
     * give it to somebody's outgoing connection.
     */
    public void kill() throws IOException {
        listening.close();
        holdingThePort = new Socket();
        Stage.until("the port is free", this::holdsThePort);
        for (Socket socket : open) {
            reset(socket);
        }
    }

    /** A socket in which somebody still accepts is closed a little later than its close returns. */
    private boolean holdsThePort() {
        try {
            holdingThePort.setReuseAddress(true);
            holdingThePort.bind(address);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Closes the open connections politely and goes on listening. */
    public void closeConnections() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    public void restart() throws IOException {
        holdingThePort.close();
        ServerSocket again = new ServerSocket();
        again.setReuseAddress(true);
        again.bind(address, 512);
        listening = again;
        Thread.ofVirtual().start(() -> accept(again));
    }

    @Override
    public void close() throws IOException {
        listening.close();
        holdingThePort.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void accept(ServerSocket server) {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                if (server.isClosed()) {
                    reset(socket); // it was accepted while close() or kill() closed the others
                }
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> play(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void play(Socket socket) {
        try (socket) {
            script.play(new Conversation(socket));
        } catch (IOException | InterruptedException over) {
            // the script ends with its connection
        } finally {
            open.remove(socket);
        }
    }

    private static void reset(Socket socket) throws IOException {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException e) {
            if (!socket.isClosed()) {
                throw e;
            }
            // its client was quicker
        }
        socket.close();
    }

    /** One connection, as its script sees it. */
    public final class Conversation {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        private Conversation(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        }

        /** Reads a whole request. */
        public Request request() throws IOException {
            Request head = head();
            byte[] body = body(head);
            Request whole = new Request(head.line(), head.fields(), body);
            requests.add(whole);
            return whole;
        }

        /** Reads a request up to its empty line. */
        public Request head() throws IOException {
            String line = line();
            return new Request(line, fields(), new byte[0]);
        }

        private List<String> fields() throws IOException {
            List<String> fields = new ArrayList<>();
            for (String field = line(); !field.isEmpty(); field = line()) {
                fields.add(field);
            }
            return fields;
        }

        /** Reads what the header announced. */
        public byte[] body(Request head) throws IOException {
            if (!head.all("Transfer-Encoding").isEmpty()) {
                ByteArrayOutputStream body = new ByteArrayOutputStream();
                for (int size = chunkSize(); size > 0; size = chunkSize()) {
                    body.write(in.readNBytes(size));
                    line();
                }
                trailers.addAll(fields());
                return body.toByteArray();
            }
            List<String> length = head.all("Content-Length");
            return length.isEmpty() ? new byte[0] : in.readNBytes(Integer.parseInt(length.getFirst()));
        }

        public byte[] exactly(int length) throws IOException {
            return in.readNBytes(length);
        }

        public int readSome(byte[] into) throws IOException {
            return in.read(into);
        }

        public void answer(String text) throws IOException {
            answer(200, text.getBytes(StandardCharsets.UTF_8));
        }

        public void answer(int status, byte[] body) throws IOException {
            // In one write: a test that kills a back-end knows by it whether the answer had begun.
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            answer.writeBytes(
                    ("HTTP/1.1 " + status + " Whatever\r\n" + DATE + "Content-Length: " + body.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            answer.writeBytes(body);
            send(answer.toByteArray());
        }

        public void send(String text) throws IOException {
            send(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        public void send(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
        }

        public void sendsNoMore() throws IOException {
            socket.shutdownOutput();
        }

        public void reset() throws IOException {
            ScriptedBackend.reset(socket);
        }

        /** Reads until the other side closes. */
        public void waitForTheEnd() throws IOException {
            byte[] buffer = new byte[8192];
            while (in.read(buffer) >= 0) {
                // whatever comes
            }
        }

        private int chunkSize() throws IOException {
            return Integer.parseInt(line(), 16);
        }

        public String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    throw new EOFException("the connection ended in \"" + line + "\"");
                }
                line.append((char) next);
            }
            return line.substring(0, Math.max(0, line.length() - 1));
        }
    }
}
