package io.gosling.netty.server;

import io.gosling.accesslog.AccessLog;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.exchange.ExchangeSlots;
import io.gosling.netty.fastpath.PlainHttp2RequestParser;
import io.gosling.netty.fastpath.PlainRequestDocumentLookup;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.http2.Http2ResponseHeadEncoder;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.transport.EventLoopTimer;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The state that all connections of a server share: its settings, its ports, and the count of exchanges on the worker
 * path. Used by every event loop and every exchange's thread.
 *
 * @param secured where requests of front-ends are served, the documents for clients that use TLS; null elsewhere
 * @param loops the shared state of the connections of each event loop
 */
record ServerContext(
        AtomicReference<Bounds> bounds,
        CachedDocumentLookup objects,
        @Nullable CachedDocumentLookup secured,
        Handler handler,
        CompletedResponseListener log,
        @Nullable AccessLog lines,
        Ticker ticker,
        LimitCounters counts,
        ExchangeSlots slots,
        AtomicBoolean draining,
        Headers fields,
        ConcurrentHashMap<EventLoop, LoopContext> loops) {
    static ServerContext of(
            HttpLimits limits,
            CachedDocumentLookup objects,
            Handler handler,
            CompletedResponseListener log,
            @Nullable AccessLog lines,
            Ticker ticker,
            LimitCounters counts) {
        AtomicReference<Bounds> bounds = new AtomicReference<>(new Bounds(limits));
        return new ServerContext(
                bounds,
                objects,
                null,
                handler,
                log,
                lines,
                ticker,
                counts,
                new ExchangeSlots(limits, ticker),
                new AtomicBoolean(),
                Headers.empty(),
                new ConcurrentHashMap<>());
    }

    ServerContext at(ListenEndpoint endpoint) {
        return new ServerContext(
                bounds,
                objects.over(endpoint.tls() != null),
                endpoint.isForFrontEnds() ? objects.over(true) : null,
                handler,
                log,
                lines,
                ticker,
                counts,
                slots,
                draining,
                endpoint.fields(),
                new ConcurrentHashMap<>());
    }

    /** The limits, those that are read for each request, and the rules derived from them. */
    record Bounds(HttpLimits limits, RequestValidator rules, long body, int pipelined) {
        Bounds(HttpLimits limits) {
            this(limits, new RequestValidator(limits), limits.get(HttpLimits.BODY), limits.get(HttpLimits.PIPELINED));
        }
    }

    HttpLimits limits() {
        return bounds.get().limits();
    }

    RequestValidator rules() {
        return bounds.get().rules();
    }

    void limit(HttpLimits limits) {
        bounds.set(new Bounds(limits));
        slots.limit(limits);
    }

    LoopContext of(EventLoop loop) {
        LoopContext known = loops.get(loop);
        LoopContext of = known == null ? loops.computeIfAbsent(loop, this::share) : known;
        of.hotResponder().within(limits());
        of.plainStream().within(limits());
        return of;
    }

    private LoopContext share(EventLoop loop) {
        EventLoopTimer clock = new EventLoopTimer(loop, ticker, InstantSource.system(), fields);
        PlainRequestDocumentLookup lookup =
                new PlainRequestDocumentLookup(objects, secured == null ? objects : secured);
        return new LoopContext(
                clock,
                new Http1FastPathResponder(this, clock, lookup),
                new PlainHttp2RequestParser(limits()),
                lookup,
                new Http2ResponseHeadEncoder(),
                lines == null ? null : lines.on(loop));
    }

    void lineLost() {
        if (lines != null) {
            lines.drop(1);
        }
    }

    /**
     * Returns the hot document that a decoded request asks its host for, with a reference for the caller; null if the
     * event-loop path is not to answer with it.
     */
    @Nullable
    StoredDocument acquireHot(HttpRequest request, long nowNanos) {
        HttpHeaders headers = request.headers();
        boolean gets =
                request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
        if (!gets
                || request.uri().charAt(0) != '/'
                || Http1FastPathResponder.isLeftToWorkerPath(headers)
                || (objects.areReplies() && Http1FastPathResponder.mayNeedOrigin(headers))) {
            return null;
        }
        StoredDocument document = acquireHot(of(headers), request.uri(), headers, nowNanos);
        if (document != null && !document.fields().hasValidators() && Http1FastPathResponder.hasConditions(headers)) {
            document.release();
            return null;
        }
        return document;
    }

    private CachedDocumentLookup of(HttpHeaders headers) {
        return secured != null && "https".equalsIgnoreCase(headers.get("X-Forwarded-Proto")) ? secured : objects;
    }

    private static @Nullable StoredDocument acquireHot(
            CachedDocumentLookup objects, String uri, HttpHeaders headers, long nowNanos) {
        int query = objects.areReplies() ? -1 : uri.indexOf('?');
        String path = query < 0 ? uri : uri.substring(0, query);
        if (!objects.hasKeyPrefix()) {
            return objects.acquire(path, nowNanos);
        }
        String host = Request.hostName(headers.get(HttpHeaderNames.HOST));
        String directory = objects.directory(host);
        if (directory == null) {
            return null;
        }
        StoredDocument plain = objects.acquire(directory + path, nowNanos);
        return plain == null ? acquireCoded(objects, host, path, headers, nowNanos) : plain;
    }

    private static @Nullable StoredDocument acquireCoded(
            CachedDocumentLookup objects, String host, String path, HttpHeaders headers, long nowNanos) {
        List<String> codings = headers.getAll(HttpHeaderNames.ACCEPT_ENCODING);
        String directory = codings.size() == 1 ? objects.codedDirectory(host, codings.getFirst()) : null;
        return directory == null ? null : objects.acquire(directory + path, nowNanos);
    }
}
