package io.gosling.bench.micro;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.AccessLogSettings;
import io.gosling.document.FileStamp;
import io.gosling.document.Representation;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.documents.DocumentHeaderBuilder;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures a cache hit on the event-loop path over a real loopback socket and one event loop. The client
 * allocates nothing, so with {@code -prof gc} the allocation of an operation is the server's for one request.
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
public class CacheHitBenchmark extends TimedBenchmark {
    private static final String REQUEST =
            "GET /page.html HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\n" + "Accept: */*\r\n\r\n";

    @Param({"1024", "102400"})
    public int size;

    /** {@code on} if each request gets a line in an access log, whose file is written and thrown away. */
    @Param({"off", "on"})
    public String log = "off";

    private @Nullable Transport transport;
    private @Nullable HttpServer server;
    private @Nullable AccessLog lines;
    private @Nullable RawExchange client;

    @Setup
    public void serve() throws IOException {
        StoredDocument page = page();
        transport = Transport.open(TransportKind.AUTO, 1, "bench");
        if (log.equals("on")) {
            lines = AccessLog.open(AccessLogSettings.to("/dev/null"), InstantSource.system(), ZoneOffset.UTC);
        }
        server = HttpServer.start(
                transport,
                List.of(ListenEndpoint.plain(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))),
                HttpLimits.defaults(),
                (key, nowNanos) -> key.equals(page.key()) && page.tryRetain() ? page : null,
                request -> {
                    throw new IllegalStateException("the worker path was asked for " + request.rawPath());
                },
                CompletedResponseListener.none(),
                lines,
                Ticker.system());
        client = RawExchange.open(server.address(), REQUEST);
    }

    @Benchmark
    public int hit() throws IOException {
        return Objects.requireNonNull(client).take();
    }

    @TearDown
    public void stop() throws IOException {
        Objects.requireNonNull(client).close();
        Objects.requireNonNull(server).close();
        Objects.requireNonNull(transport).close();
        if (lines != null) {
            lines.close();
        }
    }

    private StoredDocument page() {
        Representation page = new Representation("text/html", size, "\"benchmark\"", Instant.EPOCH);
        return new StoredDocument(
                "/page.html",
                page,
                new FileStamp(size, 0, ""),
                Unpooled.directBuffer(size).writeZero(size),
                DocumentHeaderBuilder.prepare(page, "n1"));
    }
}
