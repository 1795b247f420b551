package io.gosling.netty.limits;

import io.gosling.common.Bounds;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Limits of one server, its connections and their requests. Immutable; every bound is checked when it is built.
 *
 * @param requestLineBytes longest request line, 64 B to 1 MiB; longer is answered 414
 * @param headerBytes all header lines together, 256 B to 1 MiB; more is answered 431
 * @param headerCount header lines in a request, 1 to 10 000; more is answered 431
 * @param bodyBytes longest request body, 0 B to 1 TiB; longer is answered 413
 * @param headerTimeout for a whole request header, counted from its first byte, 1 ms to 1 h; then 408
 * @param idleTimeout between requests of a kept-alive connection and before the first, 1 ms to 1 h
 * @param bodyTimeout between two pieces of a request body, 1 ms to 1 h
 * @param writeTimeout for a client that does not read: without any progress, 1 ms to 1 h
 * @param connections open at a time, 1 to 10 000 000; more wait in the system's accept queue
 * @param pipelinedRequests of one connection waiting their turn, 1 to 10 000; reading stops at it
 * @param exchanges on the worker path of one server at a time, 1 to 1 000 000; above it the response is 503. Exchanges
 *     that only wait for their clients are not counted
 * @param requestTime for a whole request and its response on the worker path, an upgrade excepted, up to 1 day; then
 *     the connection is closed; zero for no limit
 * @param slowClientBytes memory for data that clients have been sent and have not read, 1 MiB to 1 TiB. Beyond it a
 *     front-end disconnects the clients that it has waited for longest, and a node counts exchanges that wait for their
 *     clients
 */
public record HttpLimits(
        int requestLineBytes,
        int headerBytes,
        int headerCount,
        long bodyBytes,
        Duration headerTimeout,
        Duration idleTimeout,
        Duration bodyTimeout,
        Duration writeTimeout,
        int connections,
        int pipelinedRequests,
        int exchanges,
        Duration requestTime,
        long slowClientBytes,
        AddressLimits addresses) {

    private static final long MIB = 1 << 20;
    private static final int EXCHANGES = 2048;
    private static final long SLOW_CLIENTS = 128 * MIB;
    private static final int MOST_FIELDS = 10_000;

    /**
     * Headers that a front-end adds to a request: five that identify its client, and those of a body and of trailers.
     */
    private static final int FIELDS_OF_FRONT_END = 10;

    private static final int BYTES_OF_FRONT_END = 1 << 10;

    /** @throws IllegalArgumentException naming the limit, its value and its bounds */
    public HttpLimits {
        Bounds.require("requestLineBytes", requestLineBytes, 64, MIB);
        Bounds.require("headerBytes", headerBytes, 256, MIB);
        Bounds.require("headerCount", headerCount, 1, MOST_FIELDS);
        Bounds.require("bodyBytes", bodyBytes, 0, MIB * MIB);
        requireTimeout("headerTimeout", headerTimeout);
        requireTimeout("idleTimeout", idleTimeout);
        requireTimeout("bodyTimeout", bodyTimeout);
        requireTimeout("writeTimeout", writeTimeout);
        Bounds.require("connections", connections, 1, 10_000_000);
        Bounds.require("pipelinedRequests", pipelinedRequests, 1, 10_000);
        Bounds.require("exchanges", exchanges, 1, 1_000_000);
        Bounds.require("slowClientBytes", slowClientBytes, MIB, MIB * MIB);
        Bounds.require(
                "requestTime in ms",
                requestTime.toMillis(),
                0,
                Duration.ofDays(1).toMillis());
    }

    /**
     * The defaults: 8 KiB line, 16 KiB of at most 100 fields, 1 MiB bodies, 10 s header, 60 s idle, 30 s body and
     * write, 128 MiB unread.
     */
    public static HttpLimits defaults() {
        return new HttpLimits(
                8 << 10,
                16 << 10,
                100,
                MIB,
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                10_000,
                32,
                EXCHANGES,
                Duration.ZERO,
                SLOW_CLIENTS,
                AddressLimits.none());
    }

    /** Returns these limits with another line, header size and header count. */
    public HttpLimits withHeader(int lineBytes, int fieldBytes, int count) {
        return changed(to -> {
            to.requestLineBytes = lineBytes;
            to.headerBytes = fieldBytes;
            to.headerCount = count;
        });
    }

    /**
     * Returns limits for a server behind front-ends that have these limits: 10 headers and 1 KiB more, so that a
     * request which a front-end lets through, with its own headers added, is let through here.
     */
    public HttpLimits behindFrontEnds() {
        return withHeader(
                requestLineBytes,
                (int) Math.min(MIB, headerBytes + BYTES_OF_FRONT_END),
                Math.min(MOST_FIELDS, headerCount + FIELDS_OF_FRONT_END));
    }

    /** Returns these limits with another body size. */
    public HttpLimits withBodyBytes(long bytes) {
        return changed(to -> to.bodyBytes = bytes);
    }

    /** Returns these limits with other timeouts. */
    public HttpLimits withTimeouts(Duration header, Duration idle, Duration body, Duration write) {
        return changed(to -> {
            to.headerTimeout = header;
            to.idleTimeout = idle;
            to.bodyTimeout = body;
            to.writeTimeout = write;
        });
    }

    /** Returns these limits with another number of connections and of waiting requests on each. */
    public HttpLimits withConnections(int open, int pipelined) {
        return changed(to -> {
            to.connections = open;
            to.pipelinedRequests = pipelined;
        });
    }

    /** Returns these limits with another number of exchanges at a time. */
    public HttpLimits withExchanges(int atATime) {
        return changed(to -> to.exchanges = atATime);
    }

    /** Returns these limits with another time for a whole request; zero for none. */
    public HttpLimits withRequestTime(Duration whole) {
        return changed(to -> to.requestTime = whole);
    }

    /** Returns these limits with another budget for slow clients. */
    public HttpLimits withSlowClientBytes(long bytes) {
        return changed(to -> to.slowClientBytes = bytes);
    }

    /** Returns these limits with others for each address. */
    public HttpLimits withAddresses(AddressLimits each) {
        return changed(to -> to.addresses = each);
    }

    private HttpLimits changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.limits();
    }

    /** A copy whose parts can be set, so that each change names only what it changes. */
    private static final class Draft {
        private int requestLineBytes;
        private int headerBytes;
        private int headerCount;
        private long bodyBytes;
        private Duration headerTimeout;
        private Duration idleTimeout;
        private Duration bodyTimeout;
        private Duration writeTimeout;
        private int connections;
        private int pipelinedRequests;
        private int exchanges;
        private Duration requestTime;
        private long slowClientBytes;
        private AddressLimits addresses;

        Draft(HttpLimits from) {
            requestLineBytes = from.requestLineBytes;
            headerBytes = from.headerBytes;
            headerCount = from.headerCount;
            bodyBytes = from.bodyBytes;
            headerTimeout = from.headerTimeout;
            idleTimeout = from.idleTimeout;
            bodyTimeout = from.bodyTimeout;
            writeTimeout = from.writeTimeout;
            connections = from.connections;
            pipelinedRequests = from.pipelinedRequests;
            exchanges = from.exchanges;
            requestTime = from.requestTime;
            slowClientBytes = from.slowClientBytes;
            addresses = from.addresses;
        }

        HttpLimits limits() {
            return new HttpLimits(
                    requestLineBytes,
                    headerBytes,
                    headerCount,
                    bodyBytes,
                    headerTimeout,
                    idleTimeout,
                    bodyTimeout,
                    writeTimeout,
                    connections,
                    pipelinedRequests,
                    exchanges,
                    requestTime,
                    slowClientBytes,
                    addresses);
        }
    }

    public static void requireTimeout(String name, Duration value) {
        if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(name + ": " + value + " is out of bounds; expected 1 ms to 1 h");
        }
    }
}
