package io.gosling.netty.server;

import io.gosling.common.ClusterProcessAddress;
import io.gosling.document.Body;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.netty.exchange.ExchangeChannel;
import io.gosling.netty.exchange.Http1ResponseHeadEncoder;
import io.gosling.netty.exchange.RequestBody;
import io.gosling.netty.exchange.ResponseSender;
import io.gosling.netty.exchange.ResponseWriter;
import io.gosling.netty.http1.MessageFraming;
import io.gosling.netty.http1.NettyHeaderConversion;
import io.gosling.netty.http1.RequestTarget;
import io.gosling.netty.limits.InterimResponseBudget;
import io.gosling.netty.limits.StreamingMediaTypes;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request on the worker path: begun by the event loop, then owned by a virtual thread until {@link #run} ends, then
 * by the event loop again, which counts it.
 */
final class ServerExchange implements Request {
    /** The status that is counted when the client left before one was sent. */
    static final int CLIENT_LEFT = 499;

    private static final int FIRST = 8 << 10;
    private static final System.Logger LOG = System.getLogger(HttpServer.class.getName());

    private final ExchangeChannel channel;
    private final String method;
    private final String path;
    private final String query;
    private final Headers headers;
    private final boolean http10;
    private final String protocol;
    private final boolean persistent;
    final long began;
    private final AtomicReference<@Nullable Runnable> drainAction = new AtomicReference<>();

    private RequestBody body;
    private final List<Runnable> actions = new ArrayList<>(0);
    private @Nullable Map<String, Object> attributes;
    private @Nullable Provenance provenance;
    private @Nullable InterimResponseBudget interims;
    private @Nullable Thread handling;
    private int status;
    private long bytes;
    private boolean close;

    /** @throws IllegalArgumentException when a header cannot be taken over */
    ServerExchange(ExchangeChannel channel, HttpRequest request, RequestBody body, long began) {
        RequestTarget target = Objects.requireNonNull(
                RequestTarget.parse(request.method(), request.uri()), "checked by RequestValidator");
        int question = target.uri().indexOf('?');
        this.channel = channel;
        this.method = request.method().name();
        this.path = question < 0 ? target.uri() : target.uri().substring(0, question);
        this.query = question < 0 ? "" : target.uri().substring(question + 1);
        this.headers = target.authority() == null
                ? NettyHeaderConversion.of(request.headers(), request.headers().size())
                : NettyHeaderConversion.of(request.headers(), request.headers().size())
                        .with("Host", target.authority());
        this.http10 = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        this.protocol = request.protocolVersion().text();
        this.persistent = MessageFraming.isPersistent(request);
        this.body = body;
        this.began = began;
    }

    void run(Handler handler) {
        handling = Thread.currentThread();
        try {
            respond(answer(handler));
        } catch (RequestBody.Failure e) {
            close = true;
            if (!channel.clientLeft()) {
                fail(e.status(), null);
            }
        } catch (StatusException e) {
            LOG.log(Level.DEBUG, "{0} {1} is answered {2}: {3}", method, path, e.status(), e.getMessage());
            fail(e.status(), e.getMessage());
        } catch (Exception | Error e) {
            // Errors too: a class that is missing or memory that is short must not leave the client waiting.
            if (!channel.clientLeft()) {
                LOG.log(Level.ERROR, "the handler of " + method + " " + path + " failed", e);
            }
            fail(500, null);
        } finally {
            body.close();
            runActions();
        }
    }

    private Response answer(Handler handler) throws Exception {
        Response response = handler.handle(this);
        if (response == null) {
            throw new IllegalStateException("the handler of " + method + " " + path + " returned no response");
        }
        return response;
    }

    private void runActions() {
        while (!actions.isEmpty()) {
            try {
                actions.removeLast().run();
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "what was to be done after " + method + " " + path + " failed", e);
            }
        }
    }

    private void fail(int failure, @Nullable String reason) {
        if (status != 0) {
            close = true;
            return;
        }
        try {
            respond(ErrorPageBuilder.of(this, failure, reason));
        } catch (Exception e) {
            close = true;
        }
    }

    private void respond(Response response) throws Exception {
        try (Body content = response.body()) {
            Http1ResponseHeadEncoder.Framing framing = Http1ResponseHeadEncoder.framing(response, http10);
            boolean wanted = !method.equals("HEAD");
            boolean lasts = framing != Http1ResponseHeadEncoder.Framing.LENGTH
                    && StreamingMediaTypes.USUAL.include(response.headers().first("Content-Type"));
            InputStream ready = wanted && !lasts && content instanceof Body.Streamed stream ? begun(stream) : null;
            decideClose(response, framing);
            body.answered();
            boolean upgrades = upgrade(response);
            status = response.status();
            provenance = response.provenance();
            ResponseWriter writer = channel.respond(new Http1ResponseHeadEncoder(response, framing, close), http10);
            boolean bodiless = !wanted || (framing == Http1ResponseHeadEncoder.Framing.NONE && !upgrades);
            send(new ResponseSender(writer, headers.lists("TE", "trailers")), bodiless ? null : content, ready);
        } catch (Exception e) {
            close |= status != 0;
            throw e;
        }
    }

    /** Runs the other protocol after 101, whose output ends with the connection. */
    private boolean upgrade(Response response) throws IOException {
        if (response.status() != Http1ResponseHeadEncoder.UPGRADE) {
            return false;
        }
        close = true;
        if (http10) {
            throw new StatusException(426, "HTTP/1.0 has no upgrade");
        }
        body = channel.upgrade();
        if (attributes != null && attributes.containsKey(SILENCE)) {
            body.allowSilence();
        }
        return true;
    }

    private void send(ResponseSender sender, @Nullable Body content, @Nullable InputStream ready) throws Exception {
        try {
            bytes = sender.send(content, ready);
        } finally {
            if (!sender.hasBegun()) {
                status = 0;
                provenance = null;
            }
        }
    }

    private void decideClose(Response response, Http1ResponseHeadEncoder.Framing framing) {
        String wish = response.headers().joined("Connection");
        close |= !persistent
                || channel.isDraining()
                || framing == Http1ResponseHeadEncoder.Framing.CLOSE
                || (wish != null && wish.equalsIgnoreCase("close"))
                || !body.canSkipRest();
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String rawPath() {
        return path;
    }

    @Override
    public String rawQuery() {
        return query;
    }

    @Override
    public Headers headers() {
        return headers;
    }

    @Override
    public SocketAddress remoteAddress() {
        return channel.remoteAddress();
    }

    @Override
    public SocketAddress localAddress() {
        return channel.localAddress();
    }

    @Override
    public String protocol() {
        return protocol;
    }

    @Override
    public boolean isSecure() {
        return channel.isSecure()
                || remoteAddress() instanceof ClusterProcessAddress
                        && "https".equalsIgnoreCase(headers.first("X-Forwarded-Proto"));
    }

    @Override
    public @Nullable X509Certificate clientCertificate() {
        return channel.clientCertificate();
    }

    @Override
    public InputStream body() {
        return body;
    }

    @Override
    public boolean hasBody() {
        return body.mayHaveBytes();
    }

    @Override
    public Map<String, Object> attributes() {
        if (attributes == null) {
            attributes = new HashMap<>();
        }
        return attributes;
    }

    @Override
    public void sendInterim(int interim, Headers fields) {
        if (interim <= Http1ResponseHeadEncoder.UPGRADE || interim >= 200) {
            throw new IllegalArgumentException("no status of an interim response: " + interim);
        }
        if (Thread.currentThread().equals(handling) && status == 0 && !http10) {
            if (interims == null) {
                interims = new InterimResponseBudget();
            }
            if (interims.take(fields)) {
                channel.sendInterim(interim, fields);
            }
        }
    }

    @Override
    public void whenDone(Runnable action) {
        actions.add(action);
    }

    @Override
    public void whenDraining(Runnable action) {
        drainAction.set(action);
        if (channel.isDraining()) {
            drain();
        }
    }

    /** Any thread: the server has begun to drain. */
    void drain() {
        Runnable action = drainAction.getAndSet(null);
        if (action != null) {
            Thread.ofVirtual().name("farewell").start(action);
        }
    }

    @Override
    public Headers trailers() {
        return body.trailers();
    }

    boolean closes() {
        return close;
    }

    boolean clientCloses() {
        return !persistent;
    }

    boolean isBodyTooLong() {
        return body.isTooLong();
    }

    String target() {
        return query.isEmpty() ? path : path + "?" + query;
    }

    @Nullable
    String countedUser() {
        return attributes != null && attributes.get(USER) instanceof String user ? user : null;
    }

    int countedStatus() {
        return status == 0 ? CLIENT_LEFT : status;
    }

    ResponseSource countedSource() {
        if (countedStatus() >= 400) {
            return ResponseSource.ERROR;
        }
        return provenance == null ? ResponseSource.GENERATED : provenance.from();
    }

    long countedBytes() {
        return bytes;
    }

    /** Returns the stream with its first bytes read, so that a source that fails at once is still answered with 500. */
    private static InputStream begun(Body.Streamed stream) throws IOException {
        if (stream.length() == 0) {
            return stream.in();
        }
        byte[] first = new byte[(int) (stream.length() < 0 ? FIRST : Math.min(FIRST, stream.length()))];
        int read = stream.in().read(first, 0, first.length);
        if (read < 0) {
            if (stream.length() > 0) {
                throw new EOFException("the body of " + stream.length() + " bytes has none");
            }
            return InputStream.nullInputStream();
        }
        return new SequenceInputStream(new ByteArrayInputStream(first, 0, read), stream.in());
    }
}
