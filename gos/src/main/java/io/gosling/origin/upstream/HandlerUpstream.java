package io.gosling.origin.upstream;

import io.gosling.common.InterruptedWait;
import io.gosling.document.Body;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Headers;
import io.gosling.http.HttpDateFormat;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.http.documents.FileRangeInputStream;
import io.netty.buffer.ByteBufInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Calls the handler that the request's caller names, on the calling thread, and reads its response like that of
 * another server: a body that the handler writes goes through a bounded pipe, from a thread of its own. A handler that
 * fails has answered 500, or the status that it threw. Safe for use by many threads.
 */
public record HandlerUpstream(InstantSource wall) implements Upstream {
    private static final System.Logger LOG = System.getLogger(HandlerUpstream.class.getName());

    /** @throws InterruptedIOException when the thread was interrupted while the handler was at work */
    @Override
    public Answer send(Message message) throws IOException {
        HandlerRequestContext caller = Objects.requireNonNull(message.caller(), "a request to a handler says which");
        HandlerRequest request = new HandlerRequest(message, caller);
        try {
            return answer(message, caller, request);
        } catch (Throwable e) {
            request.done();
            throw e;
        }
    }

    private Answer answer(Message message, HandlerRequestContext caller, HandlerRequest request) throws IOException {
        try {
            Response response;
            try {
                response = caller.handler().handle(request);
            } finally {
                request.answered();
            }
            if (response == null) {
                throw new IllegalStateException("the handler returned no response");
            }
            return answer(message, request, response);
        } catch (StatusException e) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "{0} {1} is answered {2}: {3}",
                    message.method(),
                    request.rawPath(),
                    e.status(),
                    e.getMessage());
            return ready(message, request, ErrorPageBuilder.of(request, e));
        } catch (InterruptedException e) {
            throw InterruptedWait.during("a handler was at work");
        } catch (Exception e) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "the handler of " + message.method() + " " + request.rawPath() + " failed",
                    e);
            return ready(message, request, ErrorPageBuilder.of(request, 500, null));
        }
    }

    private Answer answer(Message message, HandlerRequest request, Response response) throws Exception {
        Body body = response.body();
        try {
            if (body instanceof Body.Written written && !message.method().equals("HEAD")) {
                BodyPipe pipe = BodyPipe.begin(message.method() + " " + request.rawPath(), written.writer());
                Headers fields = fields(message, response, pipe.length());
                return new Answer(response.status(), fields, pipe.length(), pipe, closing(pipe, request));
            }
            return ready(message, request, response);
        } catch (Throwable e) {
            if (body != null) {
                body.close();
            }
            throw e;
        }
    }

    private Answer ready(Message message, HandlerRequest request, Response response) {
        Body body = response.body();
        long length = body == null ? 0 : body.length();
        Headers fields = fields(message, response, length);
        return new Answer(response.status(), fields, length, bytes(body, message), closing(body, request));
    }

    private static InputStream bytes(@Nullable Body body, Message message) {
        return switch (body) {
            case null -> InputStream.nullInputStream();
            case Body.InMemory memory -> new ByteBufInputStream(memory.bytes().duplicate());
            case Body.InFile file -> new FileRangeInputStream(file.channel(), file.position(), file.length());
            case Body.Streamed stream -> new BodyPipe.Unbounded(stream.in(), message.method() + " " + message.target());
            case Body.Written nobodyAsked -> InputStream.nullInputStream();
        };
    }

    /** Adds Date, and to a HEAD the Content-Length, as a server would. */
    private Headers fields(Message message, Response response, long length) {
        Headers fields = response.headers().without("Content-Length");
        if (!fields.contains("Date")) {
            fields = fields.plus("Date", HttpDateFormat.format(wall.instant()));
        }
        return message.method().equals("HEAD") && length > 0
                ? fields.plus("Content-Length", Long.toString(length))
                : fields;
    }

    private static Runnable closing(@Nullable AutoCloseable body, HandlerRequest request) {
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true)) {
                try {
                    if (body != null) {
                        body.close();
                    }
                } catch (Exception e) {
                    LOG.log(System.Logger.Level.DEBUG, "a body was not closed: {0}", e.toString());
                } finally {
                    request.done();
                }
            }
        };
    }
}
