package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendChannel;
import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.backend.RawResponseHead;
import io.gosling.dispatcher.backend.RelayBackendConnection;
import io.gosling.dispatcher.balancer.AdmissionController;
import io.gosling.dispatcher.balancer.AdmissionTicket;
import io.gosling.dispatcher.balancer.BackendState;
import io.gosling.dispatcher.balancer.HandedOffLoadTracker;
import io.gosling.dispatcher.handoff.HandoffLink;
import io.gosling.dispatcher.handoff.HandoffOutcome;
import io.gosling.dispatcher.header.ClientRequestHead;
import io.gosling.dispatcher.header.ForwardingHeaderAppender;
import io.gosling.dispatcher.header.Idempotence;
import io.gosling.dispatcher.header.RouteHeaderRewriter;
import io.gosling.dispatcher.header.UpgradeHandshake;
import io.gosling.dispatcher.relay.ClientConnectionTimer.Wait;
import io.gosling.dispatcher.route.RouteActions;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.dispatcher.status.ClientConnectionAccessLog;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.netty.http1.MessageFraming;
import io.gosling.netty.limits.LimitKind;
import io.gosling.site.rules.HeaderRuleFilter;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Processes one request, from its header to the end of its response: chooses the back-end, retries, and keeps the
 * accounts. {@link RequestForwarding} and {@link ResponseForwarding} are the two directions. Belongs to the event loop
 * of the client's connection, and uses back-end connections of the same loop only.
 *
 * <ol>
 *   <li>entering: asks the {@link AdmissionController} for a back-end, perhaps waiting in its queue; after the body, if
 *   any, has begun
 *   <li>connecting: gets a connection from the pool
 *   <li>handing off: instead of that, the client's connection itself is on its way to the back-end's process
 *   <li>sent: the header is out, the body follows as the client sends it and the back-end takes it
 *   <li>answering: the response's header came and was passed on; nothing can be retried any more
 *   <li>switched: instead of that, both connections belong to a {@code Tunnel}
 *   <li>over: the ticket is finished, exactly once, whichever way it ended
 * </ol>
 *
 * With a {@link DeliveryStrategy} that redirects clients, 1 may lead to the end, and with one that hands off
 * connections, 3.
 *
 * In 4 and 5 it is paused, and has no place of the admission limit, while only its client is waited for.
 *
 * <p>A failure in 2 to 4 leads back to 2 with another back-end when {@link RetryEligibility} allows it.
 */
public final class RequestRelay implements AdmissionTicket.Waiter, RelayBackendConnection.User {
    /** Time after which a request without a connection goes to another back-end, if there is one. */
    private static final Duration CONNECTING_LONG = Duration.ofMillis(250);

    private enum Stage {
        ENTERING,
        CONNECTING,
        HANDING_OFF,
        SENT,
        ANSWERING,
        SWITCHED,
        OVER
    }

    private final FrontEndContext context;
    final RelayClient client;
    final ClientRequestHead request;
    private final ClientConnectionAccessLog log;
    private final AdmissionTicket ticket;
    private final RequestForwarding requestForwarding;
    private final ResponseForwarding responseForwarding;
    private final RouteActions route;
    /** Those of the request's routes. */
    final HeaderRuleFilter headerRules;

    private final RelayBackendConnection connection;
    private Stage stage = Stage.ENTERING;
    private int made;
    private int sent;
    private final ResponseHeaderTimeout headerWait;
    private @Nullable BackendState member;
    private boolean sendsNoMore;
    /** True if it waits for its client only, without a place. */
    private boolean paused;

    private boolean resuming;

    public RequestRelay(FrontEndContext context, RelayClient client, ClientRequestHead request) {
        this.context = context;
        this.client = client;
        this.request = request;
        FrontEndContext.Terms terms = context.terms().get();
        this.ticket = new AdmissionTicket(terms.routingKeyRule().of(request.outgoing()), client.loop(), this);
        this.route = terms.routes().of(request.outgoing());
        ticket.pool = route.poolOf(request.outgoing());
        ticket.session = route.sessionOf(request.outgoing());
        // after the client's own headers have determined key and pool
        this.headerRules = route.headers();
        RouteHeaderRewriter.change(request.outgoing(), headerRules);
        this.log = client.log();
        log.relayed(ticket.pool, request.outgoing());
        ticket.repeatable = request.repetition() != Idempotence.HARMFUL && !request.hasBody();
        this.headerWait = terms.headerTimeout(route.headerTime());
        this.requestForwarding = new RequestForwarding(this, terms);
        this.responseForwarding = new ResponseForwarding(this, terms);
        this.connection = new RelayBackendConnection(
                context.connections(client.pool(), request), client.loop(), this, ticket.repeatable);
    }

    // --- 1. entering ---

    public void start() {
        if (request.endsHere()) {
            end(RequestOutcome.ANSWERED, LocalResponse.ofOptions());
        } else if (route.evaded()) {
            refuse(400, "the path can be read in two ways");
        } else if (!requestForwarding.refuseIfTooLong() && !requestForwarding.beginGathering()) {
            enter();
        }
    }

    void enter() {
        BackendState chosen = context.dispatcher().enter(ticket);
        AdmissionTicket.Refusal refusal = ticket.refusal;
        if (chosen != null) {
            assigned(chosen);
        } else if (refusal != null) {
            end(RequestOutcome.OVERLOADED, new LocalResponse(503, refusal.error(), refusal.reason()));
        } else {
            log.queued();
            if (!requestForwarding.isFull()) {
                client.readMore(); // otherwise it would go unnoticed that the client leaves
            }
        }
    }

    @Override
    public void waitedTooLong() {
        if (stage == Stage.ENTERING || resuming) {
            end(RequestOutcome.OVERLOADED, LocalResponse.noRoom("no back-end became free in time"));
        }
    }

    // --- a place only while the back-end works ---

    /** Frees the admission place and the pool's slot while only the client is waited for. */
    void pause() {
        if (!paused
                && (stage == Stage.SENT || stage == Stage.ANSWERING)
                && context.dispatcher().pause(ticket)) {
            paused = true;
            connection.pause();
        }
    }

    /** Resumes at once, beyond the limit if need be. */
    void resume() {
        if (paused) {
            context.dispatcher().resume(ticket);
            goOn();
        }
    }

    boolean resumesInTurn() {
        if (paused && !resuming) {
            resuming = !context.dispatcher().resumeInTurn(ticket);
            if (!resuming) {
                goOn();
            }
        }
        return !paused;
    }

    @Override
    public void resumed() {
        BackendChannel stream = connection.stream();
        if (resuming && stream != null) {
            goOn();
            requestForwarding.resumed(stream);
        }
    }

    private void goOn() {
        paused = false;
        resuming = false;
        connection.resume();
    }

    // --- 2. connecting ---

    @Override
    public void assigned(BackendState chosen) {
        if (stage == Stage.OVER) {
            return;
        }
        stage = Stage.CONNECTING;
        client.awaitNothing();
        member = chosen;
        made++;
        log.assigned(chosen.backend.name());
        if (chosen.gone) {
            failed(BackendFailureReason.UNREACHABLE);
        } else if (ticket.halfOpen) {
            relay();
        } else {
            context.delivery().deliver(this);
        }
    }

    Backend chosen() {
        return Objects.requireNonNull(member).backend;
    }

    void relay() {
        client.stay();
        connection.connect(chosen().serving());
        if (stage == Stage.CONNECTING) {
            client.await(Wait.CONNECTION, CONNECTING_LONG);
        }
    }

    /** Leaves a back-end that takes long to connect, whose failure counts only if no connection is made at all. */
    private void connectsSlowly() {
        BackendState slow = member;
        long since = context.ticker().nanos();
        boolean may = stage == Stage.CONNECTING && slow != null && mayTryAgainAfter(BackendFailureReason.UNREACHABLE);
        BackendState next = may ? context.dispatcher().moveToAnother(ticket, BackendFailureReason.CROWDED) : null;
        if (next != null && slow != null) {
            connection.goElsewhere(why -> {
                if (why.backendIsToBlame()) {
                    slow.failures.increment();
                    context.dispatcher().unreached(slow, since);
                }
            });
            tryAgain(next);
        }
    }

    /** Redirects the client; {@code load} is the time for which it counts as load. */
    void redirect(LocalResponse answer, Duration load) {
        context.dispatcher().becomeLasting(ticket, true);
        stage = Stage.OVER;
        requestForwarding.release();
        client.count(RequestOutcome.REDIRECTED, answer.status(), 0);
        client.loop().schedule(() -> context.dispatcher().finish(ticket), load.toNanos(), TimeUnit.NANOSECONDS);
        client.answer(answer, request, isRequestWhole());
    }

    // --- 3. handing off ---

    EventLoop loop() {
        return client.loop();
    }

    /** True if the client's connection can go to another process as it is, with this request still unanswered. */
    boolean mayHandOff() {
        return request.upgrade() == null && client.mayHandOff();
    }

    /** Hands off the client's connection; if declined, relays or chooses another back-end. */
    void handOff(HandoffLink to) {
        stage = Stage.HANDING_OFF;
        client.handOff(
                to,
                new HandedOffLoadTracker(context.dispatcher(), ticket, Objects.requireNonNull(member)),
                this::handedOff);
    }

    private void handedOff(HandoffOutcome outcome) {
        if (stage != Stage.HANDING_OFF) {
            return;
        }
        switch (outcome) {
            case TAKEN -> {
                stage = Stage.OVER;
                requestForwarding.release();
                client.count(RequestOutcome.HANDED_OFF, 0, 0);
            }
            case LOST -> over(RequestOutcome.BAD_GATEWAY, 0);
            case RETURNED -> {
                stage = Stage.CONNECTING;
                failed(BackendFailureReason.UNREACHABLE);
            }
            default -> {
                stage = Stage.CONNECTING;
                relay();
            }
        }
    }

    @Override
    public void unconnected(BackendFailureReason why) {
        failed(why);
    }

    @Override
    public void connected(BackendChannel stream) {
        stage = Stage.SENT;
        sent++;
        log.connected();
        requestForwarding.begin(stream);
    }

    // --- 4. sent ---

    /** A piece of the request's body came, or its empty end. */
    public void requestContent(HttpContent content) {
        if (stage == Stage.OVER) {
            content.release();
        } else {
            requestForwarding.received(content, connection.stream());
        }
    }

    @Override
    public void writable() {
        requestForwarding.writable();
    }

    void awaitHeader() {
        if (stage == Stage.SENT) {
            resume();
            client.await(Wait.RESPONSE_HEADER, headerWait.begin(isMovable()));
        }
    }

    private void late() {
        if (headerWait.isOver()) {
            failed(BackendFailureReason.LATE);
            return;
        }
        BackendState next = isMovable() ? context.dispatcher().moveToAnother(ticket, BackendFailureReason.LATE) : null;
        if (next == null) {
            client.await(Wait.RESPONSE_HEADER, headerWait.goOn(isMovable()));
        } else {
            Objects.requireNonNull(member).failures.increment();
            connection.discard();
            tryAgain(next);
        }
    }

    /** Returns true if the request may be moved: not while its client holds back the body. */
    private boolean isMovable() {
        return !request.hasBody() && mayTryAgainAfter(BackendFailureReason.LATE);
    }

    boolean isSent() {
        return stage == Stage.SENT;
    }

    boolean isSentTo(BackendChannel stream) {
        return stage == Stage.SENT && stream.equals(connection.stream());
    }

    void continued() {
        requestForwarding.continued();
    }

    boolean isRequestWhole() {
        return !requestForwarding.unfinished();
    }

    // --- 5. answering ---

    @Override
    public void received(HttpObject message) {
        responseForwarding.received(message);
    }

    @Override
    public void received(RawResponseHead response) {
        responseForwarding.received(response);
    }

    @Override
    public void received(ByteBuf piece, boolean last) {
        responseForwarding.received(piece, last);
    }

    boolean takesPlain() {
        return !request.http10()
                && !context.terms().get().namesBackend()
                && !context.dispatcher().listens()
                && !headerRules.changeResponses()
                && !movesSession()
                && client.plainly() != null;
    }

    /** Returns true if the client is to be told that its session is at this back-end from now on. */
    private boolean movesSession() {
        return route.stickyCookie() != null
                && !Objects.requireNonNull(member).id.equals(ticket.session);
    }

    /** Adds the cookie that keeps the client's session at this back-end, unless the client has it. */
    void keepSession(HttpHeaders response) {
        if (movesSession()) {
            String scheme = request.outgoing().headers().get(ForwardingHeaderAppender.PROTO, "");
            response.add(
                    HttpHeaderNames.SET_COOKIE,
                    route.stickyCookie() + "=" + Objects.requireNonNull(member).id + "; Path=/; HttpOnly; SameSite=Lax"
                            + (scheme.equalsIgnoreCase("https") ? "; Secure" : ""));
            if (!response.containsValue(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.PRIVATE, true)
                    && !response.containsValue(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE, true)) {
                response.add(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.PRIVATE);
            }
        }
    }

    /** Tries another back-end if a response has a status for that; false if the response is to be passed on. */
    boolean triesAgainAfter(int status) {
        if (stage != Stage.SENT || !isUnavailable(status)) {
            return false;
        }
        resume();
        BackendState next = mayTryAgainAfter(BackendFailureReason.UNAVAILABLE)
                ? context.dispatcher().moveToAnother(ticket, BackendFailureReason.UNAVAILABLE)
                : null;
        if (next == null) {
            ticket.unavailable = null; // the page may be to blame
            return false;
        }
        BackendState unavailable = Objects.requireNonNull(member);
        unavailable.failures.increment();
        unavailable.responses.count(HttpStatusClass.valueOf(status));
        connection.discard();
        tryAgain(next);
        return true;
    }

    /** Records the response's header, after which no retry is possible; returns the back-end. */
    Backend headerCame(HttpResponse response) {
        int status = response.status().code();
        if (status == 200 && request.bodyBytes() == 0 && context.dispatcher().listens()) {
            context.dispatcher().heard(ticket, MessageFraming.contentLength(response));
        }
        return headerCame(status);
    }

    Backend headerCame(int status) {
        boolean holds = resuming;
        resume();
        stage = Stage.ANSWERING;
        answered(status);
        if (holds) {
            client.loop().execute(this::passHeld);
        }
        return chosen();
    }

    private void answered(int status) {
        log.answered(status);
        Objects.requireNonNull(member).responses.count(HttpStatusClass.valueOf(status));
        context.dispatcher().headerCame(ticket, !isUnavailable(status));
    }

    private boolean isUnavailable(int status) {
        return status >= 500 && context.terms().get().retryStatuses().contains(status);
    }

    /** Passes on a held piece of the request: the answering back-end may wait for it. */
    private void passHeld() {
        BackendChannel stream = connection.stream();
        if (stage == Stage.ANSWERING && stream != null) {
            requestForwarding.resumed(stream);
        }
    }

    /** Replaces an unusable response, which still shows that the back-end is alive. */
    void rejectResponse(HttpResponse unusable, LocalResponse own) {
        headerCame(unusable.status().code());
        end(RequestOutcome.BAD_GATEWAY, own);
    }

    /** Reserves a place for a tunnel or event stream; on failure the client gets an error. */
    boolean mayLast() {
        boolean may = context.dispatcher().mayLast(ticket, context.relay().tunnels());
        if (!may) {
            context.limits().hit(LimitKind.TUNNELS);
            end(RequestOutcome.OVERLOADED, LocalResponse.noRoom("as many connections as may last are open"));
        }
        return may;
    }

    /** Records an event stream, which gives up its admission place and pool slot. */
    void becomeLasting() {
        connection.becomeLasting();
        giveUpPlace();
        if (sendsNoMore) {
            clientSendsNoMore();
        }
    }

    private void giveUpPlace() {
        context.dispatcher().becomeLasting(ticket, context.settings().get(TunnelSettings.COUNTED));
    }

    /** Switches to bytes both ways, until one side ends; closes if the client has sent anything ahead. */
    void switched(HttpResponse granted) {
        if (client.sentAhead()) {
            connection.discard();
            over(RequestOutcome.REFUSED, 400);
            LocalResponse refused =
                    new LocalResponse(400, "nothing may follow a request for another protocol before its answer");
            client.answer(refused.changedBy(headerRules), request, false);
            return;
        }
        if (!mayLast()) {
            return;
        }
        stage = Stage.SWITCHED;
        client.awaitNothing();
        requestForwarding.release();
        answered(granted.status().code());
        giveUpPlace();
        RelaySettings how = context.relay();
        HttpResponse head = UpgradeHandshake.granted(
                granted, Objects.requireNonNull(request.upgrade()), how.get(RelaySettings.VIA));
        if (how.get(RelaySettings.NAME_BACKEND)) {
            head.headers().set(ResponseForwarding.BACKEND, chosen().name());
        }
        keepSession(head.headers());
        Channel backend = Objects.requireNonNull(connection.leave());
        client.becomeTunnel(head, backend, passed -> {
            responseForwarding.tunnelled(passed);
            tunnelled(granted.status().code(), backend);
        });
    }

    /** Ends a tunnel; its place is freed with the back-end's connection. */
    private void tunnelled(int status, Channel backend) {
        stage = Stage.OVER;
        requestForwarding.release();
        client.count(RequestOutcome.RELAYED, status, responseForwarding.bytes());
        backend.closeFuture().addListener(closed -> context.dispatcher().finish(ticket));
    }

    @Override
    public void readComplete() {
        BackendChannel stream = connection.stream();
        if (stage == Stage.ANSWERING && stream != null) {
            responseForwarding.readComplete(stream);
        } else if (stage == Stage.SENT && stream != null) {
            stream.read();
        }
    }

    /** The client's side can take more, or just took some. */
    public void clientWritable() {
        BackendChannel stream = connection.stream();
        if (stage == Stage.ANSWERING && stream != null) {
            responseForwarding.pull(stream);
        }
    }

    // --- 6. over ---

    /** Records the response's end; returns true if the request is complete. */
    boolean responseEnded(boolean backendKeepAlive) {
        boolean whole = isRequestWhole();
        if (backendKeepAlive && whole) {
            connection.giveBack();
        } else {
            connection.discard();
        }
        over(RequestOutcome.RELAYED, responseForwarding.status());
        return whole;
    }

    @Override
    public void closed() {
        failed(connection.failure());
    }

    @Override
    public void gone(BackendState left) {
        if (!left.equals(member)) {
            return;
        }
        if (stage == Stage.CONNECTING) {
            failed(BackendFailureReason.UNREACHABLE);
        } else if (stage == Stage.SENT || (stage == Stage.ANSWERING && responseForwarding.lasts())) {
            failed(BackendFailureReason.GONE);
        } else if (stage == Stage.SWITCHED) {
            client.abort(false);
        }
    }

    /** Ends an attempt without a complete response. */
    void failed(BackendFailureReason failure) {
        if (stage == Stage.OVER) {
            return;
        }
        resume();
        connection.discard();
        if (stage == Stage.ANSWERING) {
            end(RequestOutcome.TRUNCATED, null);
            return;
        }
        BackendState tried = member;
        if (tried != null) {
            tried.failures.increment();
            blame(failure);
        }
        boolean again = failure != BackendFailureReason.LATE && mayTryAgainAfter(failure);
        BackendState next = again ? context.dispatcher().moveToAnother(ticket, failure) : null;
        if (next == null) {
            end(failure.outcome(), LocalResponse.after(failure));
        } else {
            tryAgain(next);
        }
    }

    /** Records a failure; a close within a body may hide a lost response (RFC 9112, section 9.6). */
    private void blame(BackendFailureReason failure) {
        if (failure == BackendFailureReason.LATE) {
            if (isRequestWhole()) {
                context.dispatcher().late(ticket);
            }
        } else if (failure.backendIsToBlame() && (!failure.isBrokenOff() || isRequestWhole())) {
            context.dispatcher().failed(ticket, failure);
        }
    }

    private boolean mayTryAgainAfter(BackendFailureReason failure) {
        boolean untouched = !requestForwarding.begun() && !responseForwarding.interimSent();
        return new RetryEligibility(request.repetition(), untouched, made, sent).mayTryAgainAfter(failure);
    }

    private void tryAgain(BackendState next) {
        responseForwarding.restart();
        assigned(next);
    }

    public boolean isReadTooSlowly() {
        return responseForwarding.isTooSlow();
    }

    /** Returns true if the wait was for its minimum rate. */
    public boolean isReaderBehind() {
        return responseForwarding.isBehind();
    }

    /** The client has read some of the response, and is waited for again. */
    public void awaitClient() {
        responseForwarding.awaitClient();
    }

    public LimitKind limitOfBody() {
        return requestForwarding.limit();
    }

    public void expired(Wait wait) {
        switch (wait) {
            case CONNECTION -> connectsSlowly();
            case RESPONSE_HEADER -> late();
            case RESPONSE_BODY -> failed(BackendFailureReason.BROKEN);
            case REQUEST_BODY -> refuse(408, "the body did not come in time");
            default -> end(RequestOutcome.CLIENT_GONE, null);
        }
    }

    /** The request and its response together took too long. */
    public void tookTooLong() {
        if (stage == Stage.ANSWERING) {
            end(RequestOutcome.TRUNCATED, null);
        } else if (isRequestWhole()) {
            end(
                    RequestOutcome.GATEWAY_TIMEOUT,
                    new LocalResponse(504, BackendFailureReason.LATE.error, "the request took too long"));
        } else {
            refuse(408, "the request took too long");
        }
    }

    /**
     * The client closed its direction: it cannot finish its request. It counts as gone in the queue, and before
     * responses with long pauses.
     */
    public void clientSendsNoMore() {
        sendsNoMore = true;
        boolean unfinished = requestForwarding.unfinished() && stage != Stage.OVER;
        if (unfinished || stage == Stage.ENTERING || (stage == Stage.ANSWERING && responseForwarding.lasts())) {
            end(RequestOutcome.CLIENT_GONE, null);
        }
    }

    public void clientGone() {
        if (stage != Stage.OVER) {
            connection.discard();
            responseForwarding.release();
            over(RequestOutcome.CLIENT_GONE, responseForwarding.status());
        }
    }

    /** The request breaks a rule; sends an error if there was no response yet. */
    void refuse(int status, String reason) {
        end(RequestOutcome.REFUSED, stage == Stage.ANSWERING ? null : new LocalResponse(status, reason));
    }

    boolean isOver() {
        return stage == Stage.OVER;
    }

    /** Ends without a response, with an own one, or by closing a partial one, which must not look complete. */
    private void end(RequestOutcome outcome, @Nullable LocalResponse own) {
        connection.discard();
        responseForwarding.release();
        over(outcome, own == null ? responseForwarding.status() : own.status());
        if (own != null) {
            client.answer(own.changedBy(headerRules), request, isRequestWhole());
        } else {
            client.abort(responseForwarding.endsByClosing());
        }
    }

    private void over(RequestOutcome outcome, int status) {
        stage = Stage.OVER;
        paused = false;
        resuming = false;
        requestForwarding.release();
        context.dispatcher().finish(ticket);
        client.count(outcome, status, responseForwarding.bytes());
    }
}
