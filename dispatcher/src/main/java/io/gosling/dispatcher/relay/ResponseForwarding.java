package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendChannel;
import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.backend.RawResponseHead;
import io.gosling.dispatcher.header.BackendResponseHead;
import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.header.HopByHopRemover;
import io.gosling.dispatcher.header.RouteHeaderRewriter;
import io.gosling.dispatcher.header.TrailerSanitizer;
import io.gosling.dispatcher.header.UpgradeHandshake;
import io.gosling.dispatcher.relay.ClientConnectionTimer.Wait;
import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.netty.http1.MessageFraming;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.InterimResponseBudget;
import io.gosling.site.rules.HeaderRuleFilter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The direction from back-end to client: interim responses, the response's header, and its body as the back-end sends
 * it and the client takes it. Belongs to the event loop of its {@link RequestRelay}.
 */
final class ResponseForwarding {
    static final String BACKEND = "Gosling-Backend";
    private static final long SECOND = 1_000_000_000;

    private final RequestRelay relay;
    private final RelayClient client;
    private final ClientRequestHead request;
    private final FrontEndContext.Terms terms;
    private final HeaderRuleFilter headerRules;

    private boolean interim;
    private boolean lasts;
    private @Nullable HttpResponse granted;
    private boolean interimSent;
    private @Nullable InterimResponseBudget interims;
    private long bytes;
    private @Nullable BackendResponseHead head;
    private @Nullable RawResponseWriter passing;
    private @Nullable MinimumRateCheck pace;

    ResponseForwarding(RequestRelay relay, FrontEndContext.Terms terms) {
        this.relay = relay;
        this.client = relay.client;
        this.request = relay.request;
        this.terms = terms;
        this.headerRules = relay.headerRules;
    }

    void restart() {
        interim = false;
        granted = null;
    }

    void received(HttpObject message) {
        if (message.decoderResult().isFailure()) {
            ReferenceCountUtil.release(message);
            boolean cut = message.decoderResult().cause() instanceof PrematureChannelClosureException;
            relay.failed(cut ? BackendFailureReason.BROKEN : BackendFailureReason.MALFORMED);
        } else if (message instanceof HttpResponse response) {
            header(response);
        } else if (interim) {
            interim = !(message instanceof LastHttpContent);
            ReferenceCountUtil.release(message);
        } else if (granted != null) {
            ReferenceCountUtil.release(message);
            HttpResponse response = granted;
            if (message instanceof LastHttpContent) {
                granted = null;
                relay.switched(response); // behind the end of the decoded message
            }
        } else if (message instanceof HttpContent content) {
            content(content);
        }
    }

    /** A plain response came, which need not be decoded. */
    void received(RawResponseHead response) {
        RawResponseOutput output = client.plainly();
        if (head != null || passing != null || output == null) {
            relay.failed(BackendFailureReason.MALFORMED);
            return;
        }
        if (relay.triesAgainAfter(response.status())) {
            return;
        }
        relay.headerCame(response.status());
        boolean keepAlive = client.mayKeep() && relay.isRequestWhole() && request.keepAlive();
        passing =
                new RawResponseWriter(response, output, keepAlive, terms.relay().get(RelaySettings.VIA));
        if (response.bodyBytes() == 0) {
            received(Unpooled.EMPTY_BUFFER, true);
        }
    }

    void received(ByteBuf piece, boolean last) {
        RawResponseWriter begun = passing;
        if (begun == null) {
            piece.release();
            relay.failed(BackendFailureReason.MALFORMED);
            return;
        }
        bytes += piece.readableBytes();
        if (last) {
            begun.end(piece, relay.responseEnded(true));
        } else {
            begun.pass(piece);
        }
    }

    /** Gives up what was not passed on yet of a response that breaks off. */
    void release() {
        if (passing != null) {
            passing.release();
        }
    }

    private void header(HttpResponse response) {
        boolean switching = response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
        if (head == null
                && switching
                && UpgradeHandshake.isGranted(response, request.upgrade())
                && client.believes(response)) {
            granted = response;
        } else if (head != null || passing != null || switching || !BackendResponseHead.isPlain(response)) {
            relay.failed(BackendFailureReason.MALFORMED);
        } else if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
            interim(response);
        } else if (client.takesForGrant(response.status())) {
            relay.rejectResponse(
                    response,
                    new LocalResponse(502, "http_upgrade_failed", "the back-end does not change to this protocol"));
        } else if (!relay.triesAgainAfter(response.status().code())) {
            Backend backend = relay.headerCame(response);
            boolean mayKeep = client.mayKeep() && relay.isRequestWhole();
            BackendResponseHead read = BackendResponseHead.read(
                    response, request, mayKeep, terms.relay().get(RelaySettings.VIA));
            if (terms.namesBackend()) {
                read.outgoing().headers().set(BACKEND, backend.name());
                read.outgoing().headers().add("Server-Timing", client.log().serverTiming());
            }
            lasts = !MessageFraming.isBodiless(response.status(), request.isHead()) && isStream(read.outgoing());
            if (lasts && !relay.mayLast()) {
                return;
            }
            RouteHeaderRewriter.change(read.outgoing(), headerRules);
            relay.keepSession(read.outgoing().headers());
            head = read;
            client.writeHead(read.outgoing());
            if (lasts) {
                relay.becomeLasting();
            }
        }
    }

    private boolean isStream(HttpResponse response) {
        return !response.headers().contains(HttpHeaderNames.CONTENT_LENGTH)
                && terms.settings()
                        .get(TunnelSettings.STREAM_TYPES)
                        .include(response.headers().get(HttpHeaderNames.CONTENT_TYPE));
    }

    private void interim(HttpResponse response) {
        interim = true;
        boolean continues = response.status().equals(HttpResponseStatus.CONTINUE);
        HopByHopRemover.strip(response.headers());
        if (!continues) {
            RouteHeaderRewriter.change(response, headerRules);
        }
        if (!request.http10() && (continues ? request.expectsContinue() : take(response.headers()))) {
            interimSent = true;
            client.writeInterim(new DefaultHttpResponse(HttpVersion.HTTP_1_1, response.status(), response.headers()));
            if (continues) {
                relay.continued();
            }
        }
    }

    private boolean take(HttpHeaders headers) {
        long size = 0;
        for (Map.Entry<String, String> field : headers) {
            size += field.getKey().length() + field.getValue().length();
        }
        if (interims == null) {
            interims = new InterimResponseBudget();
        }
        return interims.take(size);
    }

    private void content(HttpContent content) {
        BackendResponseHead begun = head;
        if (begun == null) {
            content.release();
            relay.failed(BackendFailureReason.MALFORMED);
            return;
        }
        LastHttpContent end = content instanceof LastHttpContent last ? endFor(last) : null;
        if (content.content().isReadable()) {
            bytes += content.content().readableBytes();
            client.writeBody(new DefaultHttpContent(content.content()));
        } else {
            content.release();
        }
        if (end != null) {
            boolean whole = relay.responseEnded(begun.backendKeepAlive());
            client.endResponse(end, begun.clientKeepAlive() && whole);
        }
    }

    /** Drops trailers for clients that do not accept them (RFC 9110, section 6.5.1). */
    private LastHttpContent endFor(LastHttpContent end) {
        return request.takesTrailers()
                ? TrailerSanitizer.passedOn(
                        end, terms.http().get(HttpLimits.HEADER_COUNT), headerRules::concernResponses)
                : LastHttpContent.EMPTY_LAST_CONTENT;
    }

    /** Returns true if the response has no foreseeable end. */
    boolean lasts() {
        return lasts;
    }

    /** Flushes after a read, and reads more when the client can take it. */
    void readComplete(BackendChannel stream) {
        if (passing != null) {
            passing.goOn();
        }
        client.flush();
        pull(stream);
    }

    void pull(BackendChannel stream) {
        if (client.isWritable()) {
            relay.resume();
            if (pace != null) {
                pace.ends(now());
            }
            client.await(Wait.RESPONSE_BODY, lasts ? terms.settings().get(TunnelSettings.IDLE_TIME) : terms.idleTime());
            stream.read();
        } else {
            awaitClient();
        }
    }

    /** Waits for the client to read; the back-end is not read meanwhile. */
    void awaitClient() {
        Duration timeout = terms.http().get(HttpLimits.WRITE_TIME);
        MinimumRateCheck reading = pace;
        if (reading == null) {
            int rate = terms.settings().get(AdmissionSettings.DATA_RATE);
            long unseen = client.grain() * SECOND / Math.max(1, rate);
            reading = new MinimumRateCheck(rate, timeout.toNanos() + unseen);
            pace = reading;
        }
        client.await(Wait.CLIENT_READING, reading.begins(taken(), now(), timeout));
        relay.pause();
    }

    boolean isBehind() {
        return pace != null && pace.isBehind();
    }

    boolean isTooSlow() {
        return pace != null && pace.restNanos(taken(), now()) <= 0;
    }

    private long taken() {
        return bytes - client.untaken();
    }

    private long now() {
        return client.loop().ticker().nanoTime();
    }

    int status() {
        return passing != null
                ? passing.status
                : head == null ? 0 : head.outgoing().status().code();
    }

    void tunnelled(long passed) {
        bytes = passed;
    }

    /** Bytes of the body, or behind a change of protocol, that were passed on. */
    long bytes() {
        return bytes;
    }

    /** True if the client got an interim response, which excludes retries. */
    boolean interimSent() {
        return interimSent;
    }

    /** True if the connection's end delimits a response that has begun. */
    boolean endsByClosing() {
        return head != null && head.untilClose();
    }
}
