package io.gosling;

import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.http.AnswerLog;
import io.gosling.http.DocumentHandler;
import io.gosling.http.Handler;
import io.gosling.http.HotDocuments;
import io.gosling.http.Routes;
import io.gosling.netty.HttpLimits;
import io.gosling.netty.HttpServer;
import io.gosling.netty.Transport;
import io.gosling.netty.TransportKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A web server in a few lines, alone and without a cluster:
 *
 * {@snippet :
 * try (Gosling server = Gosling.serve(Path.of("site")).port(8080).handler("/api", api).start()) {
 *     System.out.println(server.address());
 * }
 * }
 *
 * <p>Safe for use by many threads once started; the builder is for one.
 */
public final class Gosling implements AutoCloseable {
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final Transport transport;
    private final HttpServer server;

    private Gosling(Transport transport, HttpServer server) {
        this.transport = transport;
        this.server = server;
    }

    /** Will serve a directory on a free port of the loopback address. */
    public static Builder serve(Path directory) {
        return new Builder(directory);
    }

    /** Settings of a server that has not started. */
    public static final class Builder {
        private final Path directory;
        private final Map<String, Handler> handlers = new LinkedHashMap<>();
        private String host = "";
        private int port;
        private HttpLimits limits = HttpLimits.defaults();

        private Builder(Path directory) {
            this.directory = directory;
        }

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

        public Builder limits(HttpLimits all) {
            limits = all;
            return this;
        }

        /** Sends {@code prefix} and everything below it to a handler. */
        public Builder handler(String prefix, Handler handler) {
            handlers.put(prefix, handler);
            return this;
        }

        /**
         * Binds and serves.
         *
         * @throws IOException when the directory cannot be read or the address cannot be bound
         */
        public Gosling start() throws IOException {
            Routes routes = new Routes().otherwise(new DocumentHandler(DocumentRoot.at(directory), "gosling"));
            for (Map.Entry<String, Handler> entry : handlers.entrySet()) {
                routes = routes.mount(entry.getKey(), entry.getValue());
            }
            InetSocketAddress address = host.isEmpty()
                    ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                    : new InetSocketAddress(host, port);
            int loops = Math.max(1, Runtime.getRuntime().availableProcessors());
            Transport transport = Transport.open(TransportKind.AUTO, loops, "gosling");
            try {
                HttpServer server = HttpServer.start(
                        transport, address, limits, HotDocuments.none(), routes, AnswerLog.none(), Ticker.system());
                return new Gosling(transport, server);
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

    /** Ends what has begun, for 10 seconds at most, and closes everything. */
    @Override
    public void close() {
        server.drain(DRAIN);
        transport.close();
    }
}
