package io.gosling.dispatcher;

import io.gosling.dispatcher.Deadline.Wait;
import io.gosling.dispatcher.policy.Targets;
import io.netty.channel.Channel;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One request, from its header to the end of its response. Belongs to the event loop of the client's connection, and
 * uses back-end connections of the same loop only.
 *
 * <ol>
 *   <li>entering: asks the {@link Dispatcher} for a back-end, perhaps waiting in its queue
 *   <li>connecting: gets a connection from the pool
 *   <li>sent: the header is out, the body follows as the client sends it and the back-end takes it
 *   <li>answering: the response's header came and was passed on; nothing can be retried any more
 *   <li>over: the ticket is given back, exactly once, whichever way it ended
 * </ol>
 *
 * A failure in 2 or 3 leads back to 2 with another back-end when {@link Attempts} allows it.
 */
final class Relay implements Ticket.Waiter, BackendStream.Listener {
    private enum Stage {
        ENTERING,
        CONNECTING,
        SENT,
        ANSWERING,
        OVER
    }

    private static final String BODY_TOO_LONG = "the body is larger than this server takes";

    private final Wiring wiring;
    private final ClientConnection client;
    private final ClientRequestHead request;
    private final Ticket ticket;
    private final RequestUpload upload;

    private Stage stage = Stage.ENTERING;
    private int made;
    private int sent;
    private @Nullable Member member;
    private @Nullable BackendStream backend;
    private boolean interim;
    private boolean interimSent;
    private @Nullable BackendResponseHead answer;

    Relay(Wiring wiring, ClientConnection client, ClientRequestHead request) {
        this.wiring = wiring;
        this.client = client;
        this.request = request;
        this.ticket = new Ticket(Targets.hash(request.outgoing().uri()), client.loop(), this);
        this.upload =
                new RequestUpload(request.hasBody(), wiring.settings().http().bodyBytes());
    }

    // --- 1. entering ---

    void start() {
        if (request.bodyBytes() > wiring.settings().http().bodyBytes()) {
            refuse(413, BODY_TOO_LONG);
            return;
        }
        switch (wiring.dispatcher().enter(ticket)) {
            case Verdict.Assigned assigned -> assigned(assigned.member());
            case Verdict.Waits waits -> {}
            case Verdict.Refused refused -> end(Outcome.OVERLOADED, OwnAnswer.noRoom(refused.reason()));
        }
    }

    @Override
    public void waitedTooLong() {
        if (stage == Stage.ENTERING) {
            end(Outcome.OVERLOADED, OwnAnswer.noRoom("no back-end became free in time"));
        }
    }

    // --- 2. connecting ---

    @Override
    public void assigned(Member chosen) {
        if (stage == Stage.OVER) {
            return;
        }
        stage = Stage.CONNECTING;
        member = chosen;
        int attempt = ++made;
        if (chosen.gone) {
            failed(Failure.UNREACHABLE);
            return;
        }
        Future<Channel> connection = wiring.pool().acquire(client.loop(), chosen.backend.address());
        if (connection.isDone()) {
            connected(attempt, connection);
        } else {
            connection.addListener((Future<Channel> done) -> connected(attempt, done));
        }
    }

    private void connected(int attempt, Future<Channel> connection) {
        boolean awaited = stage == Stage.CONNECTING && attempt == made;
        if (!connection.isSuccess()) {
            if (awaited) {
                failed(Failure.UNREACHABLE);
            }
            return;
        }
        Channel channel = connection.getNow();
        if (!awaited) {
            wiring.pool().release(channel);
            return;
        }
        send(BackendStream.open(channel, wiring.pool().isReused(channel), this));
    }

    // --- 3. sent ---

    private void send(BackendStream stream) {
        stage = Stage.SENT;
        sent++;
        backend = stream;
        stream.write(request.outgoing());
        if (!request.hasBody()) {
            stream.write(LastHttpContent.EMPTY_LAST_CONTENT);
        }
        stream.flush();
        if (backend == stream && stage == Stage.SENT) {
            stream.read();
            uploadTo(stream);
        }
    }

    private void uploadTo(BackendStream stream) {
        HttpContent held = upload.unhold();
        if (held != null) {
            passOn(held, stream);
            return;
        }
        boolean clientIsToSend = upload.unfinished() && (upload.begun() || !request.expectsContinue());
        if (clientIsToSend) {
            client.await(Wait.REQUEST_BODY, wiring.settings().http().bodyTimeout());
        } else {
            awaitResponse();
        }
        if (upload.open()) {
            client.readMore();
        }
    }

    private void awaitResponse() {
        client.await(Wait.RESPONSE_HEADER, wiring.settings().relay().responseHeader());
    }

    /** A piece of the request's body, of which there is only the empty end when the request has none. */
    void requestContent(HttpContent content) {
        BackendStream stream = backend;
        if (stage == Stage.OVER) {
            content.release();
        } else if (content.decoderResult().isFailure()) {
            content.release();
            refuse(400, "the body's framing is broken");
        } else if (!request.hasBody()) {
            content.release();
            requestEnded(content);
        } else if (stream == null) {
            // It was asked for by an attempt that has failed since.
            upload.hold(content);
        } else {
            passOn(content, stream);
        }
    }

    private void passOn(HttpContent content, BackendStream stream) {
        if (!upload.take(content)) {
            content.release();
            refuse(413, BODY_TOO_LONG);
            return;
        }
        boolean last = content instanceof LastHttpContent;
        // Trailers are dropped: nothing here can tell which of them would be safe to merge or to pass on.
        stream.write(new DefaultHttpContent(content.content()));
        if (last) {
            stream.write(LastHttpContent.EMPTY_LAST_CONTENT);
        }
        stream.flush();
        requestEnded(content);
        if (last || stage == Stage.OVER) {
            return;
        }
        if (stream.isWritable()) {
            requestMoreBody();
        } else if (stage == Stage.SENT) {
            awaitResponse();
        }
    }

    private void requestEnded(HttpContent content) {
        if (!upload.noteEnd(content)) {
            return;
        }
        if (stage == Stage.SENT) {
            awaitResponse();
        }
        client.readMore();
    }

    private void requestMoreBody() {
        if (stage == Stage.SENT) {
            client.await(Wait.REQUEST_BODY, wiring.settings().http().bodyTimeout());
        }
        client.readMore();
    }

    @Override
    public void writable() {
        if (upload.unfinished() && upload.begun()) {
            requestMoreBody();
        }
    }

    // --- 4. answering ---

    @Override
    public void received(HttpObject message) {
        if (message.decoderResult().isFailure()) {
            ReferenceCountUtil.release(message);
            boolean cut = message.decoderResult().cause() instanceof PrematureChannelClosureException;
            failed(cut ? Failure.BROKEN : Failure.MALFORMED);
        } else if (message instanceof HttpResponse response) {
            header(response);
        } else if (interim) {
            interim = !(message instanceof LastHttpContent);
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpContent content) {
            content(content);
        }
    }

    private void header(HttpResponse response) {
        boolean unasked = answer != null || response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
        if (unasked || !BackendResponseHead.isFramedPlainly(response)) {
            failed(Failure.MALFORMED);
        } else if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
            interim(response);
        } else {
            stage = Stage.ANSWERING;
            Member answering = member;
            if (answering != null) {
                wiring.dispatcher().answered(answering);
            }
            boolean mayKeep = client.mayKeep() && !upload.unfinished();
            BackendResponseHead head = BackendResponseHead.read(
                    response, request, mayKeep, wiring.settings().relay().pseudonym());
            if (wiring.settings().relay().nameBackend() && answering != null) {
                head.outgoing().headers().set("Gosling-Backend", answering.backend.name());
            }
            answer = head;
            client.write(head.outgoing());
        }
    }

    private void interim(HttpResponse response) {
        interim = true;
        boolean asked = response.status().equals(HttpResponseStatus.CONTINUE)
                ? request.expectsContinue()
                : client.isWritable(); // hints that would only pile up are left out
        if (asked && !request.http10()) {
            interimSent = true;
            HopByHop.strip(response.headers());
            client.write(new DefaultHttpResponse(HttpVersion.HTTP_1_1, response.status(), response.headers()));
            client.write(LastHttpContent.EMPTY_LAST_CONTENT);
            client.flush();
        }
    }

    private void content(HttpContent content) {
        if (stage != Stage.ANSWERING) {
            content.release();
            failed(Failure.MALFORMED);
            return;
        }
        if (content.content().isReadable()) {
            client.write(new DefaultHttpContent(content.content()));
        } else {
            content.release();
        }
        if (content instanceof LastHttpContent) {
            answered();
        }
    }

    @Override
    public void readComplete() {
        if (stage == Stage.ANSWERING) {
            client.flush();
            pull();
        } else if (stage == Stage.SENT && backend != null) {
            backend.read();
        }
    }

    /** The client's side can take more, or just took some. */
    void clientWritable() {
        if (stage == Stage.ANSWERING) {
            pull();
        }
    }

    private void pull() {
        if (!client.isWritable()) {
            client.await(Wait.CLIENT_READING, wiring.settings().http().writeTimeout());
        } else if (backend != null) {
            client.await(Wait.RESPONSE_BODY, wiring.settings().relay().responseIdle());
            backend.read();
        }
    }

    // --- 5. over ---

    private void answered() {
        BackendStream stream = backend;
        BackendResponseHead head = answer;
        backend = null;
        boolean requestDone = !upload.unfinished();
        if (stream != null && head != null && head.backendKeepAlive() && requestDone) {
            wiring.pool().release(stream.detach());
        } else if (stream != null) {
            wiring.pool().discard(stream.detach());
        }
        over(Outcome.RELAYED);
        client.endResponse(head != null && head.clientKeepAlive() && requestDone);
    }

    @Override
    public void closed() {
        BackendStream stream = backend;
        failed(stream != null && stream.reused() ? Failure.STALE : Failure.BROKEN);
    }

    @Override
    public void gone(Member left) {
        if (!left.equals(member)) {
            return;
        }
        if (stage == Stage.CONNECTING) {
            failed(Failure.UNREACHABLE);
        } else if (stage == Stage.SENT) {
            failed(Failure.GONE);
        }
    }

    private void failed(Failure failure) {
        if (stage == Stage.OVER) {
            return;
        }
        discardBackend();
        if (stage == Stage.ANSWERING) {
            end(Outcome.TRUNCATED, null);
            return;
        }
        Member tried = member;
        if (tried != null) {
            tried.failures.increment();
            if (failure.backendIsToBlame()) {
                wiring.dispatcher().failed(tried);
            }
        }
        Attempts attempts = new Attempts(request.isIdempotent(), !upload.begun() && !interimSent, made, sent);
        Member next = attempts.mayTryAgainAfter(failure)
                ? wiring.dispatcher().another(ticket, failure == Failure.STALE)
                : null;
        if (next == null) {
            end(failure.outcome(), OwnAnswer.after(failure));
        } else {
            interim = false;
            assigned(next);
        }
    }

    /** Something took too long. */
    void expired(Wait wait) {
        switch (wait) {
            case RESPONSE_HEADER -> failed(Failure.LATE);
            case RESPONSE_BODY -> failed(Failure.BROKEN);
            case REQUEST_BODY -> refuse(408, "the body did not come in time");
            default -> end(Outcome.CLIENT_GONE, null);
        }
    }

    /** The client closed its direction: it cannot finish its request, and is taken for gone while it waits. */
    void clientSendsNoMore() {
        boolean unfinished = upload.unfinished() && stage != Stage.OVER;
        if (unfinished || stage == Stage.ENTERING) {
            end(Outcome.CLIENT_GONE, null);
        }
    }

    /** The client's connection is gone. */
    void clientGone() {
        if (stage != Stage.OVER) {
            discardBackend();
            over(Outcome.CLIENT_GONE);
        }
    }

    private void refuse(int status, String reason) {
        end(Outcome.REFUSED, stage == Stage.ANSWERING ? null : new OwnAnswer(status, reason));
    }

    /**
     * Ends without a back-end's response, or in the middle of it: with an answer of our own, or by closing at once. What
     * was passed on must not look whole then: the client sees its connection end before the body does.
     */
    private void end(Outcome outcome, @Nullable OwnAnswer own) {
        BackendResponseHead begun = answer;
        discardBackend();
        over(outcome);
        if (own != null) {
            client.answer(own, request, !upload.unfinished());
            return;
        }
        if (begun != null && begun.untilClose()) {
            client.resetOnClose();
        }
        client.abort();
    }

    private void discardBackend() {
        BackendStream stream = backend;
        backend = null;
        if (stream != null) {
            wiring.pool().discard(stream.detach());
        }
    }

    private void over(Outcome outcome) {
        stage = Stage.OVER;
        upload.release();
        wiring.dispatcher().finish(ticket);
        wiring.outcomes().count(outcome);
    }
}
