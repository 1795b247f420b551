package io.gosling;

import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.http.AnswerLog;
import io.gosling.http.DocumentHandler;
import io.gosling.http.Handler;
import io.gosling.http.HotDocuments;
import io.gosling.netty.HttpLimits;
import io.gosling.netty.HttpServer;
import io.gosling.netty.Transport;
import io.gosling.netty.TransportKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A web server in a line, alone and without a cluster:
 *
 * {@snippet :
 * try (Gosling server = Gosling.serve(request -> Response.text("hello"))) {
 *     System.out.println(server.url("/"));
 * }
 * }
 *
 * <p>Listens on a free port of the loopback address unless {@link #builder} is told otherwise. Safe for use by many
 * threads once started; the builder is for one.
 */
public final class Gosling implements AutoCloseable {
    private final Transport transport;
    private final HttpServer server;
    private final Duration drain;

    private Gosling(Transport transport, HttpServer server, Duration drain) {
        this.transport = transport;
        this.server = server;
        this.drain = drain;
    }

    /**
     * Serves what a handler answers, such as {@link io.gosling.http.Routes}.
     *
     * @throws IOException when no port can be bound
     */
    public static Gosling serve(Handler handler) throws IOException {
        return builder().serve(handler);
    }

    /**
     * Serves a directory.
     *
     * @throws IOException when it cannot be read or no port can be bound
     */
    public static Gosling serve(Path directory) throws IOException {
        return builder().serve(directory);
    }

    /** Settings, for a server that is not what it is without them. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The documents of a directory, to be one handler among others.
     *
     * @throws IOException when it cannot be read
     */
    public static Handler documents(Path directory) throws IOException {
        return new DocumentHandler(DocumentRoot.at(directory), "gosling");
    }

    /** Settings of a server that has not started; several can be started with the same. */
    public static final class Builder {
        private String host = "";
        private int port;
        private HttpLimits limits = HttpLimits.defaults();
        private AnswerLog answers = AnswerLog.none();
        private Duration drain = Duration.ofSeconds(10);

        private Builder() {}

        /** The address or name to listen on; loopback unless it is given. */
        public Builder host(String address) {
            host = address;
            return this;
        }

        /** The TCP port; 0, which it is at first, picks a free one. */
        public Builder port(int number) {
            port = number;
            return this;
        }

        /** What one connection and one request may take. */
        public Builder limits(HttpLimits all) {
            limits = all;
            return this;
        }

        /** Who is told about every answer. */
        public Builder answers(AnswerLog log) {
            answers = log;
            return this;
        }

        /** How long closing waits for what has begun; 10 s at first. */
        public Builder drain(Duration most) {
            drain = most;
            return this;
        }

        /**
         * Binds and serves a directory.
         *
         * @throws IOException when the directory cannot be read or the address cannot be bound
         */
        public Gosling serve(Path directory) throws IOException {
            return serve(documents(directory));
        }

        /**
         * Binds and serves.
         *
         * @throws IOException when the address cannot be bound
         */
        public Gosling serve(Handler handler) throws IOException {
            InetSocketAddress address = host.isEmpty()
                    ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                    : new InetSocketAddress(host, port);
            int loops = Math.max(1, Runtime.getRuntime().availableProcessors());
            Transport transport = Transport.open(TransportKind.AUTO, loops, "gosling");
            try {
                HttpServer server = HttpServer.start(
                        transport, address, limits, HotDocuments.none(), handler, answers, Ticker.system());
                return new Gosling(transport, server, drain);
            } catch (IOException | RuntimeException e) {
                transport.close();
                throw e;
            }
        }
    }

    /** Where it listens, with the port that was picked. */
    public InetSocketAddress address() {
        return server.address();
    }

    /**
     * The URL of a path on this server; by its loopback address where it listens on all.
     *
     * @param path percent-encoded, from its slash on, with a query if there is one
     * @throws IllegalArgumentException when it does not begin with a slash or is no part of a URL
     */
    public URI url(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("path '" + path + "' must begin with a slash");
        }
        InetAddress bound = address().getAddress();
        InetAddress reached = bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
        String literal = reached.getHostAddress();
        String host = literal.contains(":") ? "[" + literal.replace("%", "%25") + "]" : literal;
        return URI.create("http://" + host + ":" + address().getPort() + path);
    }

    /** Ends what has begun, as long as the builder says and 10 seconds at most otherwise, and closes everything. */
    @Override
    public void close() {
        server.drain(drain);
        transport.close();
    }
}
