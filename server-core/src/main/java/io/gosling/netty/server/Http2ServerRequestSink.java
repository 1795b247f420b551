package io.gosling.netty.server;

import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Headers;
import io.gosling.netty.http1.MessageFraming;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.http2.Http2RequestHeadConversion;
import io.gosling.netty.http2.Http2RequestSink;
import io.gosling.netty.http2.Http2Streams;
import io.gosling.netty.limits.Http2Limits;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes the requests of one connection of HTTP/2: answers them on the event-loop path, or hands them to the worker
 * path, and counts those under way there. Belongs to the connection's loop.
 */
final class Http2ServerRequestSink implements Http2RequestSink {
    private final ServerContext context;
    private final Http2Limits limits;
    private final Http2Streams streams;
    private final Http2FastPathResponder hot;
    private final Http2ErrorResponder pages;
    private final ResponseBatch batch;
    private final Runnable over;

    private int running;
    private int abandoned;

    /** @param over run when a request of the worker path has ended */
    Http2ServerRequestSink(
            ServerContext context,
            Http2Limits limits,
            Http2Streams streams,
            Http2FastPathResponder hot,
            ResponseBatch batch,
            Runnable over) {
        this.context = context;
        this.limits = limits;
        this.streams = streams;
        this.hot = hot;
        this.pages = new Http2ErrorResponder(context, streams, batch);
        this.batch = batch;
        this.over = over;
    }

    @Override
    public int running() {
        return running;
    }

    @Override
    public void abandon() {
        abandoned++;
    }

    @Override
    public boolean answerPlain(Http2Stream stream, Http2Headers headers, long began) {
        return hot.answerPlain(stream, headers, began);
    }

    @Override
    public void refuse(
            Http2Stream stream, RequestValidator.Refusal refusal, @Nullable HttpRequest request, long began) {
        pages.refuse(stream, refusal, request, began);
    }

    @Override
    public void take(Http2Stream stream, HttpRequest request, boolean last, long began) throws Http2Exception {
        switch (last ? hot.answer(stream, request, began) : Http1FastPathResponder.Outcome.NOT_MINE) {
            case ANSWERED -> {}
            case PRECONDITION_FAILED -> pages.answer(stream, ErrorPageBuilder.of(412), request, began);
            case NOT_MINE -> start(stream, request, last, began);
        }
    }

    private void start(Http2Stream stream, HttpRequest request, boolean last, long began) throws Http2Exception {
        // A stream that was reset is gone, and its request may still be worked on (rapid reset).
        if (abandoned >= limits.get(Http2Limits.STREAMS)) {
            throw Http2Exception.streamError(
                    stream.id(),
                    Http2Error.REFUSED_STREAM,
                    "%d requests that were reset are still under way",
                    abandoned);
        }
        long declared = last ? 0 : MessageFraming.contentLength(request);
        boolean expects = request.headers().contains(HttpHeaderNames.EXPECT);
        Http2Exchange exchange = new Http2Exchange(streams, stream, context, declared, expects, began);
        ServerExchange started;
        try {
            started = new ServerExchange(exchange, request, exchange.body, began);
        } catch (IllegalArgumentException e) {
            throw Http2RequestHeadConversion.malformed(stream, e);
        }
        ExchangeRunner workerPath =
                new ExchangeRunner(context, streams.channel().eventLoop(), batch, ended -> ended(stream, exchange));
        if (!workerPath.enter()) {
            pages.answer(stream, ErrorPageBuilder.of(503, Headers.of("Retry-After", "1")), request, began);
            return;
        }
        if (last) {
            exchange.body.end(Headers.empty());
        }
        streams.setAnswer(stream, exchange);
        running++;
        if (declared > 0 && !expects) {
            exchange.whenBodyComes(() -> workerPath.run(started));
        } else {
            workerPath.run(started);
        }
    }

    private void ended(Http2Stream stream, Http2Exchange exchange) {
        running--;
        if (exchange.wasAbandoned()) {
            abandoned--;
        }
        Http2Stream.State state = stream.state();
        if (!exchange.isAnswered()) {
            if (state != Http2Stream.State.CLOSED) {
                streams.reset(stream, Http2Error.INTERNAL_ERROR);
            }
        } else if (state.remoteSideOpen()) {
            streams.awaitRest(stream, exchange.unread(), exchange.body.wasted());
        }
        streams.flush();
        over.run();
    }
}
