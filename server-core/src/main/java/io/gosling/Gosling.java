package io.gosling;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.AccessLogSettings;
import io.gosling.common.ResourceStack;
import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Handler;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.DocumentHandler;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A web server in a line, alone and without a cluster:
 *
 * {@snippet :
 * try (Gosling server = Gosling.serve(request -> Response.text("hello"))) {
 *     System.out.println(server.url("/"));
 * }
 * }
 *
 * <p>Listens on a free port of the loopback address unless {@link #builder} says otherwise. Safe for use by many
 * threads once started; the builder is for one.
 */
public final class Gosling implements AutoCloseable {
    private final HttpServer server;
    private final boolean secure;
    private final Duration drain;
    private final ResourceStack owned;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);

    private Gosling(HttpServer server, boolean secure, Duration drain, ResourceStack owned) {
        this.server = server;
        this.secure = secure;
        this.drain = drain;
        this.owned = owned;
    }

    /**
     * Serves what a handler answers, such as {@link io.gosling.http.routing.Router}.
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

    /** Returns a builder, for a server with other than the default settings. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns a handler of the documents of a directory, to be combined with others.
     *
     * @throws IOException when it cannot be read
     */
    public static Handler documents(Path directory) throws IOException {
        return new DocumentHandler(DocumentRoot.at(directory), "gosling");
    }

    /** Settings of a server that has not started; several servers can be started with the same builder. */
    public static final class Builder {
        private static final List<Setting<?>> SETTINGS =
                SettingDeclarations.inOrder(List.of(HttpLimits.ALL, Http2Limits.ALL, TlsSettings.ALL));

        private String host = "";
        private int port;
        private final List<ListenEndpoint> more = new ArrayList<>();
        private SettingValues values = SettingValues.none();
        private CompletedResponseListener answers = CompletedResponseListener.none();
        private Duration drain = Duration.ofSeconds(10);
        private @Nullable AccessLogSettings accessLog;

        private Builder() {}

        /** The address or name to listen on; loopback unless it is given. */
        public Builder host(String address) {
            host = address;
            return this;
        }

        /** The TCP port; the default 0 picks a free one. */
        public Builder port(int number) {
            port = number;
            return this;
        }

        /**
         * Also listens at the file of a Unix socket, which is created when the server starts and removed when it
         * closes. The user and the group of this process may connect.
         */
        public Builder unixSocket(Path file) {
            more.add(ListenEndpoint.unix(file, PosixFilePermissions.fromString("rw-rw----")));
            return this;
        }

        /**
         * Sets a setting of a node's sections {@code limits}, {@code http2} and {@code tls} by its name, as it is
         * written there: {@code set("limits.body", "60MiB")}.
         *
         * @throws IllegalArgumentException naming the setting, the value and what was expected
         */
        public Builder set(String name, String value) {
            values = values.with(SETTINGS, name, value);
            return this;
        }

        /**
         * HTTPS instead of HTTP, with HTTP/2 for clients that request it. The files may change while the server runs.
         *
         * @param chain PEM: the server's certificate, then those between it and a root that clients know
         * @param key PEM: its private key, PKCS#8 and not encrypted
         */
        public Builder certificate(Path chain, Path key) {
            values = values.withValue(TlsSettings.CERTIFICATE, chain).withValue(TlsSettings.PRIVATE_KEY, key);
            return this;
        }

        /** Writes an access log with a line for each response; the server opens and closes the file. */
        public Builder accessLog(AccessLogSettings settings) {
            accessLog = settings;
            return this;
        }

        /** Sets the listener that is called for every response. */
        public Builder answers(CompletedResponseListener log) {
            answers = log;
            return this;
        }

        /** Sets how long closing waits for requests under way; 10 s by default. */
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
         * @throws IOException when the address cannot be bound, or a file of certificates or of the log cannot be used
         * @throws IllegalStateException when the TLS provider requested is missing on this machine
         */
        public Gosling serve(Handler handler) throws IOException {
            ResourceStack owned = new ResourceStack();
            try {
                boolean secure = values.isGiven(TlsSettings.CERTIFICATE) || values.isGiven(TlsSettings.CERTIFICATES);
                ReloadingTlsContext keys = secure
                        ? owned.add(ReloadingTlsContext.open(
                                new TlsSettings(values), Ticker.system(), InstantSource.system()))
                        : null;
                AccessLog lines = accessLog == null
                        ? null
                        : owned.add(AccessLog.open(accessLog, InstantSource.system(), ZoneId.systemDefault()));
                int loops = Math.max(1, Runtime.getRuntime().availableProcessors());
                Transport transport = owned.add(Transport.open(TransportKind.AUTO, loops, "gosling"));
                HttpServer server = HttpServer.start(
                        transport,
                        endpoints(keys),
                        new HttpLimits(values),
                        CachedDocumentLookup.none(),
                        handler,
                        answers,
                        lines,
                        Ticker.system());
                return new Gosling(server, keys != null, drain, owned);
            } catch (IOException | RuntimeException e) {
                owned.close();
                throw e;
            }
        }

        private List<ListenEndpoint> endpoints(@Nullable ReloadingTlsContext keys) {
            InetSocketAddress address = host.isEmpty()
                    ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                    : new InetSocketAddress(host, port);
            ListenEndpoint endpoint =
                    keys == null ? ListenEndpoint.plain(address) : ListenEndpoint.secure(address, keys);
            List<ListenEndpoint> endpoints = new ArrayList<>(List.of(endpoint));
            endpoints.addAll(more);
            return endpoints.stream()
                    .map(each -> each.withHttp2(new Http2Limits(values), values.get(Http2Limits.PRIOR_KNOWLEDGE)))
                    .toList();
        }
    }

    /** Returns the address that it listens on, with the port that was picked. */
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
        return URI.create(
                (secure ? "https://" : "http://") + host + ":" + address().getPort() + path);
    }

    /**
     * Waits until another thread has closed the server, such as a shutdown hook: the server's own threads do not keep a
     * program alive, so a program that is nothing but a server ends its {@code main} with this.
     */
    public void join() throws InterruptedException {
        closed.await();
    }

    /**
     * Finishes the requests under way, within the builder's drain time or 10 seconds, and closes everything. A second
     * call returns at once.
     */
    @Override
    public void close() {
        if (closing.compareAndSet(false, true)) {
            try {
                server.drain(drain);
                owned.close();
            } finally {
                closed.countDown();
            }
        }
    }
}
