package io.gosling.netty.server;

import io.gosling.accesslog.AccessLog;
import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.DocumentHeaderBuilder;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.netty.exchange.Http1ResponseHeadEncoder;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RecordedAnswers;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A server on a free port with hot documents of the test's choosing. */
public final class ServerFixture implements AutoCloseable, CachedDocumentLookup {
    public static final String ETAG = "\"hot\"";
    static final Instant MODIFIED = Instant.parse("1994-11-06T08:49:37Z");

    private final Map<String, StoredDocument> hot = new ConcurrentHashMap<>();
    private final AtomicInteger lookups = new AtomicInteger();
    private volatile @Nullable UncachedDocumentFetcher cold;
    private final RecordedAnswers answers = new RecordedAnswers();
    private final Transport transport;
    private final HttpServer server;

    private ServerFixture(TransportKind kind, HttpLimits limits, Handler handler, Ticker ticker) throws IOException {
        this(kind, ListenEndpoint.plain(anyPort()), limits, handler, null, ticker);
    }

    private ServerFixture(
            TransportKind kind,
            ListenEndpoint endpoint,
            HttpLimits limits,
            Handler handler,
            @Nullable AccessLog lines,
            Ticker ticker)
            throws IOException {
        this.transport = Transport.open(kind, 1, "test");
        this.server = HttpServer.start(transport, List.of(endpoint), limits, this, handler, answers, lines, ticker);
    }

    public static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    public static ServerFixture start(ListenEndpoint endpoint, HttpLimits limits, Handler handler, Ticker ticker)
            throws IOException {
        return new ServerFixture(TransportKind.AUTO, endpoint, limits, handler, null, ticker);
    }

    public static ServerFixture start(ListenEndpoint endpoint, Handler handler, AccessLog lines) throws IOException {
        return new ServerFixture(TransportKind.AUTO, endpoint, HttpLimits.defaults(), handler, lines, Ticker.system());
    }

    /** A port at which a client may begin with HTTP/2. */
    public static ListenEndpoint http2() {
        return ListenEndpoint.plain(anyPort()).withHttp2(Http2Limits.defaults(), true);
    }

    public static ServerFixture start(ListenEndpoint endpoint, HttpLimits limits, Handler handler) throws IOException {
        return new ServerFixture(TransportKind.AUTO, endpoint, limits, handler, null, Ticker.system());
    }

    public static ServerFixture start(ListenEndpoint endpoint, Handler handler) throws IOException {
        return start(endpoint, HttpLimits.defaults(), handler);
    }

    public static ServerFixture start(Handler handler) throws IOException {
        return start(HttpLimits.defaults(), handler);
    }

    public static ServerFixture start(Handler handler, AccessLog lines) throws IOException {
        return new ServerFixture(
                TransportKind.AUTO,
                ListenEndpoint.plain(anyPort()),
                HttpLimits.defaults(),
                handler,
                lines,
                Ticker.system());
    }

    public static ServerFixture start(HttpLimits limits, Handler handler) throws IOException {
        return new ServerFixture(TransportKind.AUTO, limits, handler, Ticker.system());
    }

    public static ServerFixture start(HttpLimits limits, Handler handler, Ticker ticker) throws IOException {
        return new ServerFixture(TransportKind.AUTO, limits, handler, ticker);
    }

    static ServerFixture start(TransportKind kind, Handler handler) throws IOException {
        return new ServerFixture(kind, HttpLimits.defaults(), handler, Ticker.system());
    }

    public ServerFixture hot(String key, byte[] bytes) {
        Representation representation = new Representation("text/plain", bytes.length, ETAG, MODIFIED);
        return hot(key, bytes, representation, DocumentHeaderBuilder.prepare(representation, "n1"));
    }

    /** The same without validators. */
    ServerFixture hotWithoutValidators(String key, byte[] bytes) {
        Representation representation = new Representation("text/plain", bytes.length, ETAG, MODIFIED);
        Headers fields = Headers.of("Content-Type", "text/plain");
        return hot(key, bytes, representation, DocumentHeaderBuilder.withoutValidators(fields, bytes.length));
    }

    /** The same as another server's response, whose age was zero at a time by the server's ticker. */
    ServerFixture hotReply(String key, byte[] bytes, long bornNanos) {
        Representation representation = new Representation("text/plain", bytes.length, ETAG, MODIFIED);
        String fields = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: " + bytes.length + "\r\n";
        byte[] status = Http1ResponseHeadEncoder.statusLine(200);
        return hot(
                key,
                bytes,
                representation,
                PreparedHeaders.ofReply(status, fields.getBytes(StandardCharsets.US_ASCII), bornNanos));
    }

    private ServerFixture hot(String key, byte[] bytes, Representation representation, PreparedHeaders fields) {
        hot.put(
                key,
                new StoredDocument(
                        key,
                        representation,
                        new FileStamp(bytes.length, 0, ""),
                        ByteBufAllocator.DEFAULT.directBuffer(bytes.length).writeBytes(bytes),
                        fields));
        return this;
    }

    @Override
    public @Nullable StoredDocument acquire(String key, long nowNanos) {
        lookups.incrementAndGet();
        StoredDocument document = hot.get(key);
        return document != null && document.tryRetain() ? document : null;
    }

    /** Has documents fetched that are not hot. */
    ServerFixture cold(UncachedDocumentFetcher other) {
        cold = other;
        return this;
    }

    @Override
    public @Nullable UncachedDocumentFetcher cold() {
        return cold;
    }

    /** Look-ups of documents so far. */
    int lookups() {
        return lookups.get();
    }

    public HttpServer server() {
        return server;
    }

    public Transport transport() {
        return transport;
    }

    public RecordedAnswers answers() {
        return answers;
    }

    public RawConnection connect() {
        return RawConnection.open(server.address());
    }

    @Override
    public void close() {
        server.close();
        transport.close();
        hot.values().forEach(StoredDocument::release);
        for (StoredDocument document : hot.values()) {
            if (document.body().refCnt() != 0) {
                throw new AssertionError(document.key() + " is still referenced after the server was closed");
            }
        }
    }
}
